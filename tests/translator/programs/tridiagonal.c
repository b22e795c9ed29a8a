/* Many tridiagonal systems: one a row, one a column, by odd and even reduction, with a border that
   closes to a ring; and heat in alternating directions, which is made of them. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SYSTEMS 50
#define N 32
#define RING 64

static double a[SYSTEMS][N], b[SYSTEMS][N], c[SYSTEMS][N], d[SYSTEMS][N];

/* Forward and backward within the row. */
static void by_rows(void)
{
    int s, i;
    double m;
#pragma omp parallel for private(s, i, m) hetero(1)
    for (s = 0; s < SYSTEMS; s++) {
        for (i = 1; i < N; i++) {
            m = a[s][i] / b[s][i - 1];
            b[s][i] -= m * c[s][i - 1];
            d[s][i] -= m * d[s][i - 1];
        }
        d[s][N - 1] /= b[s][N - 1];
        for (i = N - 2; i >= 0; i--)
            d[s][i] = (d[s][i] - c[s][i] * d[s][i + 1]) / b[s][i];
    }
}

/* Element i of all systems lies together: the step to the next element is `systems`. */
static void interleaved(int n, int systems, const float *lower, const float *diagonal, const float *upper, float *x)
{
#pragma omp parallel for hetero(1)
    for (int s = 0; s < systems; s++) {
        float cp[N];
        cp[0] = upper[s] / diagonal[s];
        x[s] /= diagonal[s];
        for (int i = 1; i < n; i++) {
            int at = i * systems + s;
            float m = 1 / (diagonal[at] - lower[at] * cp[i - 1]);
            cp[i] = upper[at] * m;
            x[at] = (x[at] - lower[at] * x[at - systems]) * m;
        }
        for (int i = n - 2; i >= 0; i--)
            x[i * systems + s] -= cp[i] * x[(i + 1) * systems + s];
    }
}

/* One large system: each round halves it, each equation is rid of its neighbours. */
static void cyclic(int n, double *lo, double *di, double *up, double *rhs)
{
    int step, i;
    for (step = 1; step < n; step *= 2) {
        int first = 2 * step - 1;
#pragma omp parallel for hetero(1)
        for (i = first; i < n; i += 2 * step) {
            int l = i - step, r = i + step;
            double f = lo[i] / di[l], g = r < n ? up[i] / di[r] : 0;
            di[i] -= f * up[l] + (r < n ? g * lo[r] : 0);
            rhs[i] -= f * rhs[l] + (r < n ? g * rhs[r] : 0);
            lo[i] = -f * lo[l];
            up[i] = r < n ? -g * up[r] : 0;
        }
    }
    for (step /= 2; step >= 1; step /= 2) {
#pragma omp parallel for hetero(1)
        for (i = step - 1; i < n; i += 2 * step) {
            double s = rhs[i];
            if (i - step >= 0)
                s -= lo[i] * rhs[i - step];
            if (i + step < n)
                s -= up[i] * rhs[i + step];
            rhs[i] = s / di[i];
        }
    }
}

/* Rings of equal coefficients: Sherman's and Morrison's way, two right-hand sides at a time. */
static void rings(double (*x)[RING], int count, double off, double on)
{
#pragma omp parallel for schedule(static) hetero(1)
    for (int k = 0; k < count; k++) {
        double u[RING] = {0}, cp[RING], gamma = -on, *y = x[k], f;
        u[0] = gamma, u[RING - 1] = off;
        cp[0] = off / (on - gamma);
        y[0] /= on - gamma;
        u[0] /= on - gamma;
        for (int i = 1; i < RING; i++) {
            double diagonal = i == RING - 1 ? on - off * off / gamma : on, m = 1 / (diagonal - off * cp[i - 1]);
            cp[i] = off * m;
            y[i] = (y[i] - off * y[i - 1]) * m;
            u[i] = (u[i] - off * u[i - 1]) * m;
        }
        for (int i = RING - 2; i >= 0; i--) {
            y[i] -= cp[i] * y[i + 1];
            u[i] -= cp[i] * u[i + 1];
        }
        f = (y[0] + off * y[RING - 1] / gamma) / (1 + u[0] + off * u[RING - 1] / gamma);
        for (int i = 0; i < RING; i++)
            y[i] -= f * u[i];
    }
}

/* Half a step with rows implicit, half with columns. Borders stay. */
static void alternating(int ny, int nx, double u[ny][nx], double half[ny][nx], double r)
{
    int i, j;
#pragma omp parallel for private(j) hetero(1)
    for (i = 1; i < ny - 1; i++) {
        double cp[128], m;
        cp[0] = 0;
        half[i][0] = u[i][0];
        for (j = 1; j < nx - 1; j++) {
            double explicit = u[i][j] + r * (u[i - 1][j] - 2 * u[i][j] + u[i + 1][j]);
            m = 1 / (1 + 2 * r + r * cp[j - 1]);
            cp[j] = -r * m;
            half[i][j] = (explicit + r * half[i][j - 1]) * m;
        }
        half[i][nx - 1] = u[i][nx - 1];
        for (j = nx - 2; j > 0; j--)
            half[i][j] -= cp[j] * half[i][j + 1];
    }
#pragma omp parallel for private(i) hetero(1)
    for (j = 1; j < nx - 1; j++) {
        double cp[128], m;
        cp[0] = 0;
        for (i = 1; i < ny - 1; i++) {
            double explicit = half[i][j] + r * (half[i][j - 1] - 2 * half[i][j] + half[i][j + 1]);
            m = 1 / (1 + 2 * r + r * cp[i - 1]);
            cp[i] = -r * m;
            u[i][j] = (explicit + r * u[i - 1][j]) * m;
        }
        for (i = ny - 2; i > 0; i--)
            u[i][j] -= cp[i] * u[i + 1][j];
    }
}

int main(void)
{
    enum { LARGE = 300, NY = 40, NX = 52 };
    int s, i, t;
    double sum = 0, lo[LARGE], di[LARGE], up[LARGE], rhs[LARGE], ring[12][RING];
    float *l = malloc(4 * N * SYSTEMS * sizeof *l), *dg = l + N * SYSTEMS, *u = dg + N * SYSTEMS, *x = u + N * SYSTEMS;
    double (*heat)[NX] = malloc(NY * sizeof *heat), (*half)[NX] = malloc(NY * sizeof *half);
    for (s = 0; s < SYSTEMS; s++)
        for (i = 0; i < N; i++) {
            a[s][i] = -1;
            b[s][i] = 4 + s % 3;
            c[s][i] = -1;
            d[s][i] = (s * 5 + i * 3) % 11;
            l[i * SYSTEMS + s] = -1 - (float)(i % 2) / 2, dg[i * SYSTEMS + s] = 4, u[i * SYSTEMS + s] = -0.75f;
            x[i * SYSTEMS + s] = (float)((s + i * 7) % 9);
        }
    by_rows();
    for (s = 0; s < SYSTEMS; s++)
        for (i = 0; i < N; i++)
            sum += d[s][i] * (i + s % 7);
    printf("rows %.10g\n", sum);
    interleaved(N, SYSTEMS, l, dg, u, x);
    for (sum = 0, i = 0; i < N * SYSTEMS; i++)
        sum += x[i] * (i % 13);
    printf("interleaved %.6g\n", sum);
    for (i = 0; i < LARGE; i++)
        lo[i] = i ? -1 : 0, up[i] = i < LARGE - 1 ? -1.5 : 0, di[i] = 4 + i % 2, rhs[i] = i % 17 - 8;
    cyclic(LARGE, lo, di, up, rhs);
    for (sum = 0, i = 0; i < LARGE; i++)
        sum += rhs[i] * (i % 5 + 1);
    printf("cyclic %.9g\n", sum);
    for (i = 0; i < 12 * RING; i++)
        ring[i / RING][i % RING] = i * 7 % 15 - 7;
    rings(ring, 12, -1, 2.5);
    for (sum = 0, i = 0; i < 12 * RING; i++)
        sum += ring[i / RING][i % RING] * (i % 8);
    printf("rings %.9g\n", sum);
    for (i = 0; i < NY * NX; i++)
        heat[i / NX][i % NX] = half[i / NX][i % NX] = i / NX > 10 && i / NX < 20 && i % NX > 25 ? 90 : 10 + i % NX % 5;
    for (t = 0; t < 6; t++)
        alternating(NY, NX, heat, half, 0.8);
    for (sum = 0, i = 0; i < NY * NX; i++)
        sum += heat[i / NX][i % NX] * (i % 31);
    printf("heat %.9g\n", sum);
    return 0;
}

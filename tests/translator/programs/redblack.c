/* Gauss and Seidel in red and black, in place, with overrelaxation: a constant and a varying
   coefficient, fixed and insulated borders, four colours for nine points, until it converges. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define N 66

typedef enum { FIXED, INSULATED, PERIODIC } border;

typedef struct problem {
    int nx, ny;
    border left, right;
    double *u, *f, *k; /* k: conductivity */
} problem;

static double u[N][N], f[N][N];

static void half_sweep(int colour, double w)
{
    int i, j;
#pragma omp parallel for private(i, j) hetero(1)
    for (i = 1; i < N - 1; i++)
        for (j = 1 + (i + colour) % 2; j < N - 1; j += 2)
            u[i][j] += w * (0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1] - f[i][j]) - u[i][j]);
}

static double largest_residual(void)
{
    double worst = 0;
    int i, j;
#pragma omp parallel for private(i, j) reduction(max : worst) hetero(1)
    for (i = 1; i < N - 1; i++)
        for (j = 1; j < N - 1; j++) {
            double r = u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1] - 4 * u[i][j] - f[i][j];
            if (r < 0)
                r = -r;
            if (r > worst)
                worst = r;
        }
    return worst;
}

/* Points of one of four colours have no neighbour of their own, corners included. */
static void quarter_sweep(int colour, double (*restrict v)[N], const double (*restrict g)[N])
{
    int row = colour / 2, col = colour % 2;
#pragma omp parallel for hetero(1)
    for (int i = 1 + row; i < N - 1; i += 2)
        for (int j = 1 + col; j < N - 1; j += 2) {
            double edges = v[i - 1][j] + v[i + 1][j] + v[i][j - 1] + v[i][j + 1];
            double corners = v[i - 1][j - 1] + v[i - 1][j + 1] + v[i + 1][j - 1] + v[i + 1][j + 1];
            v[i][j] = (4 * edges + corners - 6 * g[i][j]) / 20;
        }
}

#define AT(a, i, j) ((a)[(i) * p->nx + (j)])

static double mean(double a, double b) { return a + b > 0 ? 2 * a * b / (a + b) : 0; }

/* Conductivity between two points is their harmonic mean. */
static double sweep(problem *p, int colour, double w)
{
    double change = 0;
    int i, j;
#pragma omp parallel for private(j) reduction(+ : change) schedule(static) hetero(1)
    for (i = 1; i < p->ny - 1; i++) {
        for (j = 1; j < p->nx - 1; j++) {
            double here = AT(p->k, i, j), e, wst, n, s, d;
            if ((i + j) % 2 != colour)
                continue;
            e = mean(here, AT(p->k, i, j + 1));
            wst = mean(here, AT(p->k, i, j - 1));
            n = mean(here, AT(p->k, i - 1, j));
            s = mean(here, AT(p->k, i + 1, j));
            if (e + wst + n + s == 0)
                continue;
            d = (e * AT(p->u, i, j + 1) + wst * AT(p->u, i, j - 1) + n * AT(p->u, i - 1, j) + s * AT(p->u, i + 1, j) + AT(p->f, i, j)) / (e + wst + n + s) - AT(p->u, i, j);
            AT(p->u, i, j) += w * d;
            change += d * d;
        }
    }
    return change;
}

static void borders(problem *p)
{
    int i;
#pragma omp parallel for private(i) hetero(1)
    for (i = 0; i < p->ny; i++) {
        switch (p->left) {
        case INSULATED:
            AT(p->u, i, 0) = AT(p->u, i, 1);
            break;
        case PERIODIC:
            AT(p->u, i, 0) = AT(p->u, i, p->nx - 2);
            break;
        case FIXED:
            break;
        }
        if (p->right == INSULATED)
            AT(p->u, i, p->nx - 1) = AT(p->u, i, p->nx - 2);
        else if (p->right == PERIODIC)
            AT(p->u, i, p->nx - 1) = AT(p->u, i, 1);
    }
}

static problem *plate(int nx, int ny, border left, border right)
{
    problem *p = malloc(sizeof *p);
    int i, j, n = nx * ny;
    p->nx = nx, p->ny = ny;
    p->left = left, p->right = right;
    p->u = calloc(3 * n, sizeof(double));
    p->f = p->u + n;
    p->k = p->f + n;
    for (i = 0; i < ny; i++)
        for (j = 0; j < nx; j++) {
            AT(p->u, i, j) = i == 0 ? 100 : i == ny - 1 ? j * 2 : 20;
            AT(p->k, i, j) = i > ny / 3 && i < ny / 2 && j > nx / 4 && j < nx / 2 ? 0 : 1 + (i / 8 + j / 8) % 3;
            AT(p->f, i, j) = i == ny / 2 && j == 2 * nx / 3 ? 15 : 0;
        }
    return p;
}

static double relaxed(problem *p, double w, double until, int most)
{
    double change = until + 1, sum = 0;
    int it, i;
    for (it = 0; it < most && change > until; it++) {
        change = sweep(p, 0, w);
        borders(p);
        change += sweep(p, 1, w);
        borders(p);
    }
    for (i = 0; i < p->nx * p->ny; i++)
        sum += p->u[i] * (i % 7 + 1);
    free(p->u);
    free(p);
    return sum;
}

int main(void)
{
    static double v[N][N];
    int i, j, it;
    double sum = 0;
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++) {
            u[i][j] = 0;
            f[i][j] = ((i * 5 + j * 3) % 9 - 4) / 16.0;
            v[i][j] = (i % 2) * 0.5;
        }
    for (it = 0; it < 10; it++) {
        half_sweep(0, 1.5);
        half_sweep(1, 1.5);
    }
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            sum += u[i][j] * (i + 3 * j);
    printf("%.9g, residual %.6g\n", sum, largest_residual());
    for (it = 0; it < 24; it++)
        quarter_sweep(it % 4, v, f);
    for (sum = 0, i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            sum += v[i][j] * (2 * i + j);
    printf("%.9g\n", sum);
    printf("%.7g\n", relaxed(plate(30, 40, INSULATED, INSULATED), 1.6, 1e-30, 12));
    printf("%.7g\n", relaxed(plate(32, 28, PERIODIC, PERIODIC), 1.3, 1e-30, 8));
    printf("%.7g\n", relaxed(plate(25, 33, FIXED, INSULATED), 1.0, 1e-30, 8));
    return 0;
}

/* Values between the points of a table: by bisection and a straight line, by cubic splines, on two
   axes, backwards, and from a small table with a constant step. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define POINTS 50
#define QUERIES 900
#define FINE 64

typedef struct table {
    int n;
    double *x, *y, *bend; /* bend: second derivatives */
} table;

static double q[QUERIES], r[QUERIES];
static float sine[FINE + 2];

static int locate(const double *axis, int n, double x)
{
    int lo = 0, hi = n - 1;
    while (hi - lo > 1) {
        int mid = (lo + hi) >> 1;
        if (axis[mid] > x)
            hi = mid;
        else
            lo = mid;
    }
    return lo;
}

static table *new_table(int n, double (*f)(int))
{
    table *t = malloc(sizeof *t);
    int i;
    t->n = n;
    t->x = malloc(3 * n * sizeof(double));
    t->y = t->x + n;
    t->bend = t->y + n;
    for (i = 0; i < n; i++) {
        t->x[i] = i * i / 10.0;
        t->y[i] = f(i);
        t->bend[i] = 0;
    }
    return t;
}

static double jagged(int i) { return i * 7 % 13 - 5; }
static double rising(int i) { return sqrt(i) * 3 + i / 8.0; }

/* The natural spline's equations, from both ends. */
static void bend(table *t)
{
    double *u = malloc(t->n * sizeof *u);
    int i;
    u[0] = 0;
    for (i = 1; i < t->n - 1; i++) {
        double sig = (t->x[i] - t->x[i - 1]) / (t->x[i + 1] - t->x[i - 1]), p = sig * t->bend[i - 1] + 2;
        double jump = (t->y[i + 1] - t->y[i]) / (t->x[i + 1] - t->x[i]) - (t->y[i] - t->y[i - 1]) / (t->x[i] - t->x[i - 1]);
        t->bend[i] = (sig - 1) / p;
        u[i] = (6 * jump / (t->x[i + 1] - t->x[i - 1]) - sig * u[i - 1]) / p;
    }
    for (i = t->n - 2; i >= 0; i--)
        t->bend[i] = t->bend[i] * t->bend[i + 1] + u[i];
    free(u);
}

/* Returns where the last query lay. */
static int lines(const table *t)
{
    int i, k;
    double f;
    const double *xs = t->x, *ys = t->y;
#pragma omp parallel for private(i, f) lastprivate(k) hetero(1)
    for (i = 0; i < QUERIES; i++) {
        k = locate(xs, t->n, q[i]);
        f = (q[i] - xs[k]) / (xs[k + 1] - xs[k]);
        r[i] = (1 - f) * ys[k] + f * ys[k + 1];
    }
    return k;
}

static void splines(const table *t, const double *at, double *out, int n)
{
#pragma omp parallel for hetero(1)
    for (int i = 0; i < n; i++) {
        int k = locate(t->x, t->n, at[i]);
        double h = t->x[k + 1] - t->x[k], a = (t->x[k + 1] - at[i]) / h, b = 1 - a;
        out[i] = a * t->y[k] + b * t->y[k + 1] + ((a * a * a - a) * t->bend[k] + (b * b * b - b) * t->bend[k + 1]) * h * h / 6;
    }
}

/* A surface over two uneven axes; queries come as pairs. */
static void surface(int nx, int ny, const double ax[nx], const double ay[ny], double z[nx][ny], int n, double (*pair)[2], double *restrict out)
{
#pragma omp parallel for schedule(dynamic, 16) hetero(1)
    for (int i = 0; i < n; i++) {
        double x = pair[i][0], y = pair[i][1];
        int kx, ky;
        if (x < ax[0] || x > ax[nx - 1] || y < ay[0] || y > ay[ny - 1]) {
            out[i] = -1;
            continue;
        }
        kx = locate(ax, nx, x);
        ky = locate(ay, ny, y);
        double fx = (x - ax[kx]) / (ax[kx + 1] - ax[kx]), fy = (y - ay[ky]) / (ay[ky + 1] - ay[ky]);
        out[i] = (1 - fx) * ((1 - fy) * z[kx][ky] + fy * z[kx][ky + 1]) + fx * ((1 - fy) * z[kx + 1][ky] + fy * z[kx + 1][ky + 1]);
    }
}

/* One turn has FINE steps; angles are fractions of 65536. */
static inline float sin16(unsigned short angle)
{
    unsigned step = angle >> 10, rest = angle & 1023;
    return sine[step] + (sine[step + 1] - sine[step]) * (float)rest / 1024;
}

static double sum_of(const double *v, int n)
{
    double s = 0;
    int i;
#pragma omp parallel for reduction(+ : s) hetero(1)
    for (i = 0; i < n; i++)
        s += v[i] * (i % 4 + 1);
    return s;
}

int main(void)
{
    table *t = new_table(POINTS, jagged), *u = new_table(POINTS, rising);
    double ax[12], ay[9], z[12][9], pair[QUERIES][2], waves = 0;
    int i, j;
    bend(t);
    bend(u);
    for (i = 0; i < QUERIES; i++) {
        q[i] = (i * 37 % 2400) / 10.0;
        pair[i][0] = (i * 13 % 150) / 10.0 - 0.5;
        pair[i][1] = (i * 29 % 90) / 10.0;
    }
    for (i = 0; i < 12; i++)
        for (j = 0; j < 9; j++) {
            ax[i] = i * 1.2 + i % 2 * 0.3;
            ay[j] = j + j % 3 * 0.25;
            z[i][j] = (i * 5 + j * 3) % 11;
        }
    for (i = 0; i < FINE + 2; i++)
        sine[i] = (float)sin(i * 6.283185307179586 / FINE);
    printf("last at %d, ", lines(t));
    printf("lines %.8g\n", sum_of(r, QUERIES));
    splines(t, q, r, QUERIES);
    printf("splines %.8g\n", sum_of(r, QUERIES));
    splines(u, q, r, QUERIES);
    printf("splines %.8g\n", sum_of(r, QUERIES));
    surface(12, 9, ax, ay, z, QUERIES, pair, r);
    printf("surface %.8g\n", sum_of(r, QUERIES));
#pragma omp parallel for reduction(+ : waves) hetero(1)
    for (i = 0; i < 4 * QUERIES; i++) {
        float s = sin16((unsigned short)(i * 1237u));
        waves += s * s;
    }
    printf("waves %.6g\n", waves);
    return 0;
}

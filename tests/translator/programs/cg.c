/* Conjugate gradients on a sparse matrix; vectors and sums each in a function. */
#include <math.h>
#include <stdio.h>
#define SIDE 24
#define N (SIDE * SIDE)
static int rowstr[N + 1], colidx[5 * N];
static double aval[5 * N], x[N], r[N], p[N], q[N];

static double dot(const double *a, const double *b, int n)
{
    int i;
    double s = 0.0;
#pragma omp parallel for private(i) reduction(+ : s) hetero(1)
    for (i = 0; i < n; i++)
        s += a[i] * b[i];
    return s;
}
static void axpy(double alpha, const double *a, double *b, int n)
{
    int i;
#pragma omp parallel for hetero(1)
    for (i = 0; i < n; i++)
        b[i] += alpha * a[i];
}
static void matvec(const double *a, double *out)
{
    int i, k;
#pragma omp parallel for private(i, k) hetero(1)
    for (i = 0; i < N; i++) {
        double s = 0.0;
        for (k = rowstr[i]; k < rowstr[i + 1]; k++)
            s += aval[k] * a[colidx[k]];
        out[i] = s;
    }
}
static void add(int *k, int c, double v)
{
    colidx[*k] = c;
    aval[(*k)++] = v;
}
int main(void)
{
    int i, j, k = 0, it;
    double rho, alpha, beta, old, sum = 0;
    for (i = 0; i < SIDE; i++)
        for (j = 0; j < SIDE; j++) {
            rowstr[i * SIDE + j] = k;
            if (i) add(&k, (i - 1) * SIDE + j, -1);
            if (j) add(&k, i * SIDE + j - 1, -1);
            add(&k, i * SIDE + j, 4.5);
            if (j < SIDE - 1) add(&k, i * SIDE + j + 1, -1);
            if (i < SIDE - 1) add(&k, (i + 1) * SIDE + j, -1);
        }
    rowstr[N] = k;
    for (i = 0; i < N; i++)
        r[i] = p[i] = (i % 17) - 8;
    rho = dot(r, r, N);
    for (it = 0; it < 15 && rho > 1e-12; it++) {
        matvec(p, q);
        alpha = rho / dot(p, q, N);
        axpy(alpha, p, x, N);
        axpy(-alpha, q, r, N);
        old = rho;
        rho = dot(r, r, N);
        beta = rho / old;
#pragma omp parallel for private(i) hetero(1)
        for (i = 0; i < N; i++)
            p[i] = r[i] + beta * p[i];
    }
    for (i = 0; i < N; i++)
        sum += x[i] * (i % 5);
    printf("%d %.6g\n", it, sum);
    return 0;
}

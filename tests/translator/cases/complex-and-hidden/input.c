/* Complex numbers; arrays behind pointers in structs, which only cores reach; pointers of the file, rows by typedef. */
#include <complex.h>
#include <stdio.h>
#include <math.h>
#include <stdlib.h>
enum { N = 64 };
typedef double complex cd;
struct grid { int n; double *u, *v; };
static double *A, *B;
typedef double row[8];
static void dft(const cd *x, cd *y)
{
    cd scale = 1.0 / N;
#pragma ctsar for hetero(1) copyin(x[0:N]) part_copyout(y[1:N])
    for (int k = 0; k < N; ++k) {
        cd s = 0;
        for (int t = 0; t < N; ++t)
            s += x[t] * cexp(-2 * acos(-1) * I * k * t / N);
        y[k] = s * scale;
    }
}
static void through(struct grid *g)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < g->n; ++i)
        g->v[i] = 2 * g->u[i] + i;
}
static void globals(int n, row *r)
{
#pragma ctsar for hetero(1) part_copy(r[1:n])
    for (int i = 0; i < n; ++i) {
        B[i] += A[i];
        for (int j = 0; j < 8; ++j) r[i][j] += B[i];
    }
}
int main(void)
{
    cd x[N], y[N], s = 0;
    for (int i = 0; i < N; ++i) x[i] = i % 5 + I * (i % 3);
    dft(x, y);
    for (int i = 0; i < N; ++i) s += y[i] * i;
    printf("%.6f %.6f\n", creal(s), cimag(s));
    double u[N], v[N]; row r[N] = {{0}};
    for (int i = 0; i < N; ++i) u[i] = i, v[i] = 0;
    struct grid g = {N, u, v};
    through(&g);
    A = u; B = v;
    globals(N, r);
    double t = 0;
    for (int i = 0; i < N; ++i) t += v[i] * i + r[i][i % 8];
    printf("%g\n", t);
    return 0;
}

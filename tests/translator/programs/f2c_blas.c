/* As f2c makes C of Fortran: parameters that are pointers and count from 1, steps from outside, a
 * common block, bounds in i__1. Vectors and matrices, a stencil, complex numbers. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef int integer;
typedef double doublereal;
typedef struct {
    float r, i;
} complexf;
#define max(a, b) ((a) < (b) ? (b) : (a))
#define min(a, b) ((b) < (a) ? (b) : (a))
#define dmax(a, b) (doublereal) max(a, b)
struct {
    doublereal h__, tol;
    integer nmax, kk;
    doublereal work[200];
} cblk_;
#define cblk_1 cblk_

int dgemv_(integer *m, integer *n, doublereal *alpha, doublereal *a, integer *lda, doublereal *x,
           integer *incx, doublereal *beta, doublereal *y, integer *incy)
{
    integer a_dim1, a_offset, i__1, i__2;
    static integer i__, j, kx, jx;
    doublereal temp;
    a_dim1 = *lda;
    a_offset = 1 + a_dim1;
    a -= a_offset;
    --x;
    --y;
    kx = 1;
    i__1 = *m;
#pragma omp parallel for private(i__2, j, jx, temp) hetero(1)
    for (i__ = 1; i__ <= i__1; ++i__) {
        temp = 0.;
        jx = kx;
        i__2 = *n;
        for (j = 1; j <= i__2; ++j) {
            temp += a[i__ + j * a_dim1] * x[jx];
            jx += *incx;
        }
        y[i__] = *beta * y[i__] + *alpha * temp;
    }
    return 0;
}
int rank1_(integer *m, integer *n, doublereal *x, doublereal *y, doublereal *a, integer *lda)
{
    integer a_dim1, a_offset, i__1, i__2, i__, j;
    --x;
    --y;
    a_dim1 = *lda;
    a_offset = 1 + a_dim1;
    a -= a_offset;
    i__1 = *n;
#pragma omp parallel for private(i__, i__2) hetero(1)
    for (j = 1; j <= i__1; ++j) {
        if (y[j] != 0.) {
            i__2 = *m;
            for (i__ = 1; i__ <= i__2; ++i__)
                a[i__ + j * a_dim1] += x[i__] * y[j];
        }
    }
    return 0;
}
doublereal dnrm_(integer *n, doublereal *x)
{
    integer i__1, i__;
    doublereal s = 0., d__1, big = 0.;
    --x;
    i__1 = *n;
#pragma omp parallel for private(d__1) reduction(+ : s) reduction(max : big) hetero(1)
    for (i__ = 1; i__ <= i__1; ++i__) {
        d__1 = (x[i__] >= 0 ? x[i__] : -x[i__]);
        s += d__1 * d__1;
        big = dmax(big, d__1);
    }
    return sqrt(s) + big;
}
int stencil_(integer *nx, integer *ny, integer *nz, doublereal *u, doublereal *v)
{
    integer u_dim1, u_dim2, u_offset, v_dim1, v_dim2, v_offset, i__1, i__2, i__3, i__, j, k;
    u_dim1 = *nx;
    u_dim2 = *ny;
    u_offset = 1 + u_dim1 * (1 + u_dim2);
    u -= u_offset;
    v_dim1 = *nx;
    v_dim2 = *ny;
    v_offset = 1 + v_dim1 * (1 + v_dim2);
    v -= v_offset;
    i__1 = *nz - 1;
#pragma omp parallel for private(i__, j, i__2, i__3) hetero(1)
    for (k = 2; k <= i__1; ++k) {
        i__2 = *ny - 1;
        for (j = 2; j <= i__2; ++j) {
            i__3 = *nx - 1;
            for (i__ = 2; i__ <= i__3; ++i__) {
                v[i__ + (j + k * v_dim2) * v_dim1] = (u[i__ - 1 + (j + k * u_dim2) * u_dim1] +
                                                      u[i__ + 1 + (j + k * u_dim2) * u_dim1] +
                                                      u[i__ + (j - 1 + k * u_dim2) * u_dim1] +
                                                      u[i__ + (j + 1 + k * u_dim2) * u_dim1] +
                                                      u[i__ + (j + (k - 1) * u_dim2) * u_dim1] +
                                                      u[i__ + (j + (k + 1) * u_dim2) * u_dim1]) /
                                                     6.;
            }
        }
    }
    return 0;
}
int cscale_(integer *n, complexf *z, complexf *w)
{
    integer i__1, i__, i__2;
    complexf q__1;
    --z;
    --w;
    i__1 = *n;
#pragma omp parallel for private(q__1, i__2) hetero(1)
    for (i__ = 1; i__ <= i__1; ++i__) {
        i__2 = i__;
        q__1.r = z[i__2].r * w[i__].r - z[i__2].i * w[i__].i;
        q__1.i = z[i__2].r * w[i__].i + z[i__2].i * w[i__].r;
        w[i__2].r = q__1.r, w[i__2].i = q__1.i;
    }
    return 0;
}
int common_(integer *n)
{
    integer i__1, i__, i__2;
    i__1 = *n;
#pragma omp parallel for hetero(1)
    for (i__ = 1; i__ <= i__1; ++i__) {
        cblk_1.work[i__ - 1] = cblk_1.h__ * i__ + cblk_1.tol;
    }
    i__1 = min(*n, cblk_1.nmax);
#pragma omp parallel for private(i__2) hetero(1)
    for (i__ = i__1; i__ >= 2; --i__) {
        i__2 = i__ - 1;
        cblk_1.work[i__2] = sqrt(cblk_1.work[i__2] + cblk_1.kk);
    }
    return 0;
}
int strided_(integer *n, doublereal *dx, integer *incx, doublereal *dy, integer *incy)
{
    integer i__1, i__, ix, iy;
    --dx;
    --dy;
    if (*n <= 0)
        return 0;
    if (*incx == 1 && *incy == 1)
        goto L20;
    i__1 = *n;
#pragma omp parallel for private(ix, iy) hetero(1)
    for (i__ = 1; i__ <= i__1; ++i__) {
        ix = (i__ - 1) * *incx + 1;
        iy = (i__ - 1) * *incy + 1;
        dy[iy] += 3. * dx[ix];
    }
    return 0;
L20:
    i__1 = *n;
#pragma omp parallel for hetero(1)
    for (i__ = 1; i__ <= i__1; ++i__) {
        dy[i__] += 2. * dx[i__];
    }
    return 0;
}
static double sum(const double *p, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += p[i] * (1 + i % 7);
    return s;
}
int main(void)
{
    integer m = 37, n = 23, lda = 40, one = 1, two = 2;
    doublereal alpha = 1.5, beta = .25;
    double *a = malloc(sizeof *a * lda * n), x[64], y[64], *u = malloc(8 * 9 * 10 * 11),
           *v = calloc(9 * 10 * 11, 8);
    complexf z[50], w[50];
    for (int i = 0; i < lda * n; i++)
        a[i] = (i * 37 % 101) / 9.0;
    for (int i = 0; i < 64; i++) {
        x[i] = i % 5 - 1.5;
        y[i] = i % 3;
    }
    dgemv_(&m, &n, &alpha, a, &lda, x, &one, &beta, y, &one);
    printf("%.9g\n", sum(y, 64));
    n = 12;
    dgemv_(&m, &n, &alpha, a, &lda, x, &two, &beta, y, &one);
    printf("%.9g\n", sum(y, 64));
    n = 23;
    rank1_(&m, &n, x, y, a, &lda);
    printf("%.9g\n", sum(a, lda * n));
    m = 64;
    printf("%.9g\n", dnrm_(&m, x));
    integer nx = 9, ny = 10, nz = 11;
    for (int i = 0; i < 990; i++)
        u[i] = i * 13 % 97;
    stencil_(&nx, &ny, &nz, u, v);
    printf("%.9g\n", sum(v, 990));
    for (int i = 0; i < 50; i++) {
        z[i].r = i % 4;
        z[i].i = i % 3;
        w[i].r = 1 - i % 2;
        w[i].i = 2;
    }
    n = 50;
    cscale_(&n, z, w);
    double s = 0;
    for (int i = 0; i < 50; i++)
        s += w[i].r * i - w[i].i;
    printf("%.9g\n", s);
    cblk_.h__ = .5;
    cblk_.tol = .01;
    cblk_.nmax = 99;
    cblk_.kk = 4;
    n = 150;
    common_(&n);
    printf("%.9g\n", sum(cblk_.work, 200));
    n = 20;
    strided_(&n, x, &two, y, &two);
    strided_(&n, x, &one, y, &one);
    integer three = 3;
    strided_(&n, x, &one, y, &three);
    printf("%.9g\n", sum(y, 64));
    free(a);
    free(u);
    free(v);
    return 0;
}

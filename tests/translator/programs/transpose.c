/* Transposition: in blocks, and a check that it is its own inverse; in place; of complex numbers
   with conjugation; of axes of four; bits; structs to arrays and back. */
#include <complex.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BS 8
#define NCHW(n, c, y, x) ((((n) * C + (c)) * H + (y)) * W + (x))
#define NHWC(n, c, y, x) ((((n) * H + (y)) * W + (x)) * C + (c))

enum { N_ = 3, C = 5, H = 14, W = 18 };

typedef struct particle {
    float x, y, z;
    int kind;
} particle;

typedef struct {
    float *x, *y, *z;
    int *kind;
} particles;

static void transpose(const float *src, float *dst, int rows, int cols)
{
    int bi, bj, i, j;
#pragma omp parallel for private(bi, bj, i, j) hetero(1)
    for (bi = 0; bi < rows; bi += BS)
        for (bj = 0; bj < cols; bj += BS)
            for (i = bi; i < bi + BS && i < rows; i++)
                for (j = bj; j < bj + BS && j < cols; j++)
                    dst[j * rows + i] = src[i * cols + j];
}

/* In place: what is above the diagonal changes places with what is below. */
static void in_place(int n, double a[n][n])
{
    int i, j;
#pragma omp parallel for private(j) schedule(dynamic) hetero(1)
    for (i = 0; i < n; i++)
        for (j = i + 1; j < n; j++) {
            double t = a[i][j];
            a[i][j] = a[j][i];
            a[j][i] = t;
        }
}

/* The conjugate of the transpose, through a buffer of the iteration's own. */
static void adjoint(const double complex *restrict a, double complex *restrict b, int n)
{
#pragma omp parallel for hetero(1)
    for (int i = 0; i < n; i++) {
        double complex column[64];
        for (int j = 0; j < n; j++)
            column[j] = conj(a[j * n + i]);
        memcpy(b + i * n, column, n * sizeof *column);
    }
}

/* Channels to the end, and back. */
static void to_channels_last(const float *in, float *out)
{
    int n, c, y, x;
#pragma omp parallel for collapse(2) private(n, c, y, x) hetero(1)
    for (n = 0; n < N_; n++)
        for (y = 0; y < H; y++)
            for (x = 0; x < W; x++)
                for (c = 0; c < C; c++)
                    out[NHWC(n, c, y, x)] = in[NCHW(n, c, y, x)];
}

static void to_channels_first(const float *in, float *out)
{
#pragma omp parallel for hetero(1)
    for (size_t at = 0; at < (size_t)N_ * C * H * W; at++) {
        size_t x = at % W, y = at / W % H, c = at / (W * H) % C, n = at / (W * H * C);
        out[at] = in[NHWC(n, c, y, x)];
    }
}

/* Sixteen rows of sixteen bits. */
static void bits(const uint16_t (*from)[16], uint16_t (*to)[16], int tiles)
{
#pragma omp parallel for hetero(1)
    for (int t = 0; t < tiles; t++) {
        memset(to[t], 0, sizeof to[t]);
        for (int r = 0; r < 16; r++) {
            uint16_t row = from[t][r];
            for (int c = 0; row; c++, row >>= 1)
                if (row & 1)
                    to[t][c] |= (uint16_t)(1u << r);
        }
    }
}

static void apart(const particle *p, particles *s, int n)
{
    int i;
    float *x = s->x, *y = s->y, *z = s->z;
    int *kind = s->kind;
#pragma omp parallel for hetero(1)
    for (i = 0; i < n; i++) {
        x[i] = p[i].x;
        y[i] = p[i].y;
        z[i] = p[i].z;
        kind[i] = p[i].kind;
    }
}

/* Together again, from the last to the first, and each moved. */
static void together(const particles *s, particle *p, int n)
{
    int i;
#pragma omp parallel for hetero(1)
    for (i = n - 1; i >= 0; --i) {
        particle q = {s->x[i] + 1, s->y[i] - 1, s->z[i] * 2, s->kind[i]};
        p[n - 1 - i] = q;
    }
}

/* How far a matrix is from symmetric. */
static double skewness(int n, double a[n][n])
{
    double far = 0;
    int i, j;
#pragma omp parallel for private(i, j) reduction(+ : far) hetero(1)
    for (i = 1; i < n; i++)
        for (j = 0; j < i; j++) {
            double d = a[i][j] - a[j][i];
            far += d < 0 ? -d : d;
        }
    return far;
}

int main(void)
{
    int rows = 45, cols = 62, i, j, n = 40;
    float *a = malloc(rows * cols * sizeof *a), *b = malloc(rows * cols * sizeof *b), *c = malloc(rows * cols * sizeof *c);
    double (*m)[n] = malloc(n * sizeof *m), sum = 0;
    double complex *za = malloc(n * n * sizeof *za), *zb = malloc(n * n * sizeof *zb), zs = 0;
    particle *p = malloc(500 * sizeof *p);
    particles s = {malloc(500 * sizeof(float)), malloc(500 * sizeof(float)), malloc(500 * sizeof(float)), malloc(500 * sizeof(int))};
    float *one = malloc(N_ * C * H * W * sizeof *one), *two = malloc(N_ * C * H * W * sizeof *two), *three = malloc(N_ * C * H * W * sizeof *three);
    uint16_t tile[9][16], tile2[9][16];
    unsigned long hash = 0;
    for (i = 0; i < rows * cols; i++)
        a[i] = (float)(i * 31 % 1009);
    transpose(a, b, rows, cols);
    transpose(b, c, cols, rows);
    for (i = 0; i < rows * cols; i++)
        sum += b[i] * (i % 23);
    printf("%.10g %d\n", sum, memcmp(a, c, rows * cols * sizeof *a));
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++) {
            m[i][j] = (i * 7 + j * 3) % 11;
            za[i * n + j] = i + j % 5 * I;
        }
    printf("%g ", skewness(n, m));
    in_place(n, m);
    adjoint(za, zb, n);
    for (sum = 0, i = 0; i < n; i++)
        for (j = 0; j < n; j++) {
            sum += m[i][j] * (i - 2 * j);
            zs += zb[i * n + j] * (i + 1);
        }
    printf("%g %g %g\n", sum, creal(zs), cimag(zs));
    for (i = 0; i < N_ * C * H * W; i++)
        one[i] = (float)(i % 257);
    to_channels_last(one, two);
    to_channels_first(two, three);
    for (sum = 0, i = 0; i < N_ * C * H * W; i++)
        sum += two[i] * (i % 19);
    printf("%.10g %d\n", sum, memcmp(one, three, N_ * C * H * W * sizeof *one));
    for (i = 0; i < 9 * 16; i++)
        (&tile[0][0])[i] = (uint16_t)(i * 40503u >> 3);
    bits((const uint16_t (*)[16])tile, tile2, 9);
    for (i = 0; i < 9 * 16; i++)
        hash = hash * 31 + (&tile2[0][0])[i];
    for (i = 0; i < 500; i++) {
        particle q = {(float)i, (float)(i % 7), (float)(i % 11) / 2, i % 3};
        p[i] = q;
    }
    apart(p, &s, 500);
    together(&s, p, 500);
    for (sum = 0, i = 0; i < 500; i++)
        sum += p[i].x * 2 + p[i].y * (i % 5) - p[i].z * p[i].kind;
    printf("%lx %g\n", hash, sum);
    return 0;
}

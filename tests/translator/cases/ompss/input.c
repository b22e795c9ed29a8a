/* Programs in the style of OmpSs's papers. */
#include <stdio.h>
#include <stdlib.h>

enum { TILES = 4, SIDE = 16, SIZE = 600, BLOCK = 100 };

/* ---- A product of matrices that are kept in tiles, with a second version. */

#pragma omp target device(smp) copy_deps
#pragma omp task inout([side * side]C) input([side * side]A, [side * side]B)
void matmul_tile(float *A, float *B, float *C, int side)
{
    for (int i = 0; i < side; i++)
        for (int j = 0; j < side; j++)
            for (int k = 0; k < side; k++)
                C[i * side + j] += A[i * side + k] * B[k * side + j];
}

#pragma omp target device(smp) implements(matmul_tile) \
    copy_deps
#pragma omp task inout([side * side]C) input([side * side]A, [side * side]B)
void matmul_tile_rows(float *A, float *B, float *C, int side)
{
    for (int i = 0; i < side; i++)
        for (int k = 0; k < side; k++)
            for (int j = 0; j < side; j++)
                C[i * side + j] += A[i * side + k] * B[k * side + j];
}

static void matmul(int m, int l, int n, float **A, float **B, float **C, int side)
{
    for (int i = 0; i < m; i++)
        for (int k = 0; k < l; k++)
            for (int j = 0; j < n; j++)
                matmul_tile(A[i * l + k], B[k * n + j], C[i * n + j], side);
}

/* ---- STREAM in blocks. */

#pragma omp target device(clcpu) ndrange(1, size, 64) copy_deps
#pragma omp task in([size]a) out([size]c)
void copy_task(double *a, double *c, int size);

#pragma omp target device(clgpu) ndrange(1, size, 64) copy_deps
#pragma omp task in([size]c) out([size]b) label(scale) priority(1)
void scale_task(double *c, double *b, int size);

#pragma omp task in([size]a, [size]b) out([size]c)
void add_task(double *a, double *b, double *c, int size);

#pragma omp task in(b[0;size], c[0;size]) output([size]a)
void triad_task(double *b, double *c, double *a, int size);

void copy_task(double *a, double *c, int size)
{
    for (int j = 0; j < size; j++)
        c[j] = a[j];
}

void scale_task(double *c, double *b, int size)
{
    for (int j = 0; j < size; j++)
        b[j] = 3 * c[j];
}

void add_task(double *a, double *b, double *c, int size)
{
    for (int j = 0; j < size; j++)
        c[j] = a[j] + b[j];
}

void triad_task(double *b, double *c, double *a, int size)
{
    for (int j = 0; j < size; j++)
        a[j] = b[j] + 3 * c[j];
}

/* ---- A sum in blocks, and what stays OpenMP's. */

#pragma omp task in([size]x) concurrent(*sum)
static void sum_task(const double *x, int size, double *sum)
{
    for (int j = 0; j < size; j++)
        *sum += x[j];
}

static double a[SIZE], b[SIZE], c[SIZE];

static float *tile(int k)
{
    float *found = malloc(SIDE * SIDE * sizeof *found);
    for (int i = 0; i < SIDE * SIDE; i++)
        found[i] = (float)((i * k) % 7);
    return found;
}

int main(void)
{
    float *A[TILES * TILES], *B[TILES * TILES], *C[TILES * TILES];
    double sum = 0, tiles = 0;
    for (int k = 0; k < TILES * TILES; k++)
        A[k] = tile(k + 1), B[k] = tile(k + 2), C[k] = tile(0);
    matmul(TILES, TILES, TILES, A, B, C, SIDE);
    for (int i = 0; i < SIZE; i++)
        a[i] = 1 + i % 3;
    for (int times = 0; times < 3; times++)
        for (int i = 0; i < SIZE; i += BLOCK) {
            copy_task(a + i, c + i, BLOCK);
            scale_task(c + i, b + i, BLOCK);
            add_task(a + i, b + i, c + i, BLOCK);
            triad_task(b + i, c + i, a + i, BLOCK);
        }
    for (int i = 0; i < SIZE; i += BLOCK)
        sum_task(a + i, BLOCK, &sum);
#pragma omp taskwait on(sum)
    printf("%.12g\n", sum);
#pragma omp taskwait
    for (int k = 0; k < TILES * TILES; k++) {
        for (int i = 0; i < SIDE * SIDE; i++)
            tiles += (i + k) % 5 * C[k][i];
        free(A[k]), free(B[k]), free(C[k]);
    }
#pragma omp task depend(inout : tiles) shared(tiles)
    tiles += 1;
#pragma omp taskwait
    printf("%.12g\n", tiles);
    return 0;
}

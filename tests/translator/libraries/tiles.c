/* A product of tiles in OmpSs's spelling: in C, by calls of cuBLAS as its first interface has them,
 * and by a kernel that a file for nvcc launches. */
#include <stdio.h>

#include <cublas.h>

enum { TILES = 3, SIDE = 8 };

#pragma omp target device(smp) copy_deps
#pragma omp task inout([side * side]c) input([side * side]a, [side * side]b)
void fold(float *a, float *b, float *c, int side)
{
    for (int j = 0; j < side; j++)
        for (int i = 0; i < side; i++)
            for (int k = 0; k < side; k++)
                c[i + side * j] += a[i + side * k] * b[k + side * j];
}

#pragma omp target device(cuda) implements(fold) \
    copy_deps
#pragma omp task inout([side * side]c) input([side * side]a, [side * side]b)
void fold_cublas(float *a, float *b, float *c, int side)
{
    cublasSgemm('N', 'N', side, side, side, 1, a, side, b, side, 1, c, side);
}

#pragma omp target device(cuda) implements(fold) copy_deps
#pragma omp task inout([side * side]c) input([side * side]a, [side * side]b)
void fold_by_kernel(float *a, float *b, float *c, int side); /* tiles.cu */

/* The calls themselves, for devices alone. */
static void multiply_there(float **a, float **b, float **c)
{
    for (int i = 0; i < TILES; i++)
        for (int j = 0; j < TILES; j++)
            for (int k = 0; k < TILES; k++)
#pragma omp target device(cuda) copy_deps
#pragma omp task inout([SIDE][SIDE] c[i * TILES + j]) \
    input([SIDE][SIDE] a[i * TILES + k]) \
    input([SIDE][SIDE] b[k * TILES + j])
                cublasSgemm('N', 'N', SIDE, SIDE, SIDE, 1.0F, a[i * TILES + k], SIDE,
                            b[k * TILES + j], SIDE, 1.0F, c[i * TILES + j], SIDE);
}

static float tile[3][TILES * TILES][SIDE * SIDE];

int main(int arguments, char **argument)
{
    float *at[3][TILES * TILES];
    double sum = 0;
    (void)argument;
    for (int m = 0; m < 3; m++)
        for (int t = 0; t < TILES * TILES; t++) {
            at[m][t] = tile[m][t];
            for (int e = 0; e < SIDE * SIDE; e++)
                tile[m][t][e] = m < 2 ? (float)((e * (t + m)) % 5) : 0;
        }
    if (arguments > 1)
        multiply_there(at[0], at[1], at[2]);
    else
        for (int i = 0; i < TILES; i++)
            for (int j = 0; j < TILES; j++)
                for (int k = 0; k < TILES; k++)
                    fold(at[0][i * TILES + k], at[1][k * TILES + j], at[2][i * TILES + j], SIDE);
#pragma omp taskwait
    for (int t = 0; t < TILES * TILES; t++)
        for (int e = 0; e < SIDE * SIDE; e++)
            sum += (e + t) % 7 * tile[2][t][e];
    printf("%.12g\n", sum);
    return 0;
}

/* A product of tiles, in C for the cores and as kernels of two dimensions, one of which has another
 * name and an offset. */
#include <stdio.h>

enum { SIDE = 16, TILES = 3 };

#pragma omp target device(opencl) ndrange(2, 0, 0, side, side, 4, 4) copy_deps \
    file(kernels/tiles.cl)
#pragma omp task inout([side * side]c) input([side * side]a, [side * side]b)
void multiply(const float *a, const float *b, float *c, int side)
{
    for (int i = 0; i < side; i++)
        for (int j = 0; j < side; j++)
            for (int k = 0; k < side; k++)
                c[i * side + j] += a[i * side + k] * b[k * side + j];
}

#pragma omp target device(opencl) implements(multiply) ndrange(1, n * n) copy_deps \
    file("kernels/tiles.cl") name(by_element)
#pragma omp task inout([n * n]z) input([n * n]x, [n * n]y)
void multiply_by_element(const float *x, const float *y, float *z, int n);

#pragma omp target device(opencl) ndrange(2, 0, first, SIDE, side - first, SIDE / 2, 1) \
    file(kernels/tiles.cl) name(below)
#pragma omp task inout([side * side]c)
void add_below(float *c, int side, int first, float what);

static float a[TILES][SIDE * SIDE], b[TILES][SIDE * SIDE], c[TILES][SIDE * SIDE];

int main(int arguments, char **argument)
{
    double sum = 0;
    for (int t = 0; t < TILES; t++)
        for (int i = 0; i < SIDE * SIDE; i++)
            a[t][i] = (float)((i + t) % 5), b[t][i] = (float)((i * t) % 3);
    for (int t = 0; t < TILES; t++)
        for (int k = 0; k < TILES; k++)
            multiply(a[t], b[k], c[t], SIDE);
    if (arguments > 1 && argument[1][0] == 'o') /* where there is OpenCL */
        for (int t = 0; t < TILES; t++)
            add_below(c[t], SIDE, 5 * t, 0.5F);
#pragma omp taskwait
    for (int t = 0; t < TILES; t++)
        for (int i = 0; i < SIDE * SIDE; i++)
            sum += (t + i % 7) * c[t][i];
    printf("%.12g\n", sum);
    return 0;
}

/* STREAM in blocks, by kernels of OpenCL C alone: those of the file beside. */
#include <stdio.h>

enum { SIZE = 600, BLOCK = 100, TIMES = 3 };

#pragma omp target device(clcpu) ndrange(1, 0, size, 50) copy_deps
#pragma omp task in([size]a) out([size]c)
void copy_task(double *a, double *c, int size);

#pragma omp target device(clgpu) ndrange(1, 0, size, 50) copy_deps
#pragma omp task in([size]c) out([size]b)
void scale_task(double *c, double *b, double by, int size);

#pragma omp target device(clgpu) ndrange(1, size) copy_deps
#pragma omp task in([size]a, [size]b) out([size]c)
void add_task(double *a, double *b, double *c, int size);

#pragma omp target device(clgpu) ndrange(1, 0, size, 50) copy_deps
#pragma omp task in([size]b, [size]c) out([size]a)
void triad_task(double *a, double *b, double *c, double by, int size);

static double a[SIZE], b[SIZE], c[SIZE];

int main(void)
{
    double sum = 0;
    for (int i = 0; i < SIZE; i++)
        a[i] = 1 + i % 3;
    for (int times = 0; times < TIMES; times++)
        for (int i = 0; i < SIZE; i += BLOCK) {
            copy_task(a + i, c + i, BLOCK);
            scale_task(c + i, b + i, 3, BLOCK);
            add_task(a + i, b + i, c + i, BLOCK);
            triad_task(a + i, b + i, c + i, 3, BLOCK);
        }
#pragma omp taskwait
    for (int i = 0; i < SIZE; i++)
        sum += i * a[i];
    printf("%.12g\n", sum);
    return 0;
}

/* A directive before one call of a function that a kernel of OpenCL C executes. */
#include <stdio.h>

enum { N = 120, GROUP = 20 };

void twice(const double *from, double *to, int size);

/* In C as well; the kernel adds 1 besides, which shows who it was. */
static void thrice(const double *from, double *to, int size)
{
    for (int i = 0; i < size; i++)
        to[i] = 3 * from[i];
}

static double x[N], y[N], z[N];

int main(void)
{
    int size = 40, n = N;
    double sum = 0;
    for (int i = 0; i < N; i++)
        x[i] = i;
#pragma omp target device(opencl) ndrange(1, 120, 20) copy_deps
#pragma omp task in([120]x) out([120]y)
    twice(x, y, 120);
    for (int times = 0; times < 2; times++)
#pragma omp target device(opencl) ndrange(1, 2 * n / 2, GROUP) copy_deps
#pragma omp task in([n]y) out([n]z)
        twice(y, z, n);
#pragma omp target device(opencl) ndrange(1, size, size / 2) copy_deps
#pragma omp task in([size]z) out([size]y)
    thrice(z, y, size);
#pragma omp taskwait
    for (int i = 0; i < N; i++)
        sum += (i + 1) * (y[i] + z[i]);
    printf("%.12g\n", sum);
    return 0;
}

/* A task that is a kernel of OpenCL C, in the file beside, and C for all others. */
#include <stdio.h>

enum { SIZE = 1000, BLOCK = 100 };

#pragma omp target device(opencl) ndrange(1, 0, size, 50) copy_deps
#pragma omp task in([size]from) out([size]to)
void twice(const double *from, double *to, int size);

void twice(const double *from, double *to, int size)
{
    for (int i = 0; i < size; i++)
        to[i] = 2 * from[i];
}

static double x[SIZE], y[SIZE];

int main(void)
{
    double sum = 0;
    for (int i = 0; i < SIZE; i++)
        x[i] = i % 7;
    for (int i = 0; i < SIZE; i += BLOCK)
        twice(x + i, y + i, BLOCK);
#pragma omp taskwait
    for (int i = 0; i < SIZE; i++)
        sum += i * y[i];
    printf("%g\n", sum);
    return 0;
}

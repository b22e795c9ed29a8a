#pragma omp target device(opencl) ndrange(1, 8, n, 64) copy_deps
#pragma omp task in([n]x) out([n]y)
void scale(const double *x, double *y, int n)
{
    for (int i = 0; i < n; i++)
        y[i] = 2 * x[i];
}

#pragma omp target device(opencl) ndrange(2, n) copy_deps
#pragma omp task in([n]x) out([n]y)
void scale(const double *x, double *y, int n)
{
    for (int i = 0; i < n; i++)
        y[i] = 2 * x[i];
}

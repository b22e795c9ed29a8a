#pragma omp task in([n]x) out([n]y)
void scale(const double *x, double *y, int n)
{
    for (int i = 0; i < n; i++)
        y[i] = 2 * x[i];
}

#pragma omp target device(opencl) implements(scale) ndrange(1, n, 64) copy_deps
#pragma omp task in([n]x) out([n]y)
void scale_opencl(const double *x, double *y, int n);

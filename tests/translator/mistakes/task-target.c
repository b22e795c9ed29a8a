#pragma omp target device(smp) copy_deps
void scale(const double *x, double *y, int n)
{
    for (int i = 0; i < n; i++)
        y[i] = 2 * x[i];
}

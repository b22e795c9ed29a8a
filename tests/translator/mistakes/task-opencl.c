#pragma omp target device(opencl) ndrange(1, n, 64) copy_deps
#pragma omp task in([n]x) out([n]y)
void scale(const double *x, double *y, int n);

/* Kernels that are there, for which something else is missing. */
static int columns;

#pragma omp target device(opencl) file(task-opencl.cl) name(scale2) copy_deps
#pragma omp task in([n]x) out([n]y)
void without(const double *x, double *y, int n);

#pragma omp target device(opencl) ndrange(1, columns, 64) file(task-opencl.cl) name(scale2)
#pragma omp task in([n]x) out([n]y)
void changing(const double *x, double *y, int n);

#pragma omp target device(opencl) ndrange(1, (int)x[0], 64) file(task-opencl.cl) name(scale2)
#pragma omp task in([n]x) out([n]y)
void read(const double *x, double *y, int n);

#pragma omp target device(opencl) ndrange(1, n, 64) file(task-opencl.cl) name(scale2)
#pragma omp task in([n]x) out(y[n;n])
void behind(const double *x, double *y, int n);

void scale2(const double *x, double *y, int n);

void use(const double *x, double *y)
{
    int n = 100;
#pragma omp target device(opencl) ndrange(1, n, 50) file(task-opencl.cl) copy_deps
#pragma omp task in([100]x) out([100]y)
    scale2(x, y, 100);
}

/* What a file of OpenCL C does not have, or has otherwise. */
#define KERNEL(how, ...)                                                                           \
    _Pragma("omp target device(opencl) ndrange(1, n, 64) file(task-opencl.cl) copy_deps")          \
        _Pragma("omp task in([n]x) out([n]y)") void how(const double *x, double *y, __VA_ARGS__)

KERNEL(scale, int n);
KERNEL(helper, int n);
KERNEL(fewer, int n);
KERNEL(narrower, int n);
KERNEL(nearer, int n);
KERNEL(scale2, long n);

#pragma omp target device(opencl) ndrange(1, n, 64) file(nowhere.cl) copy_deps
#pragma omp task in([n]x) out([n]y)
void nowhere(const double *x, double *y, int n);

#pragma omp target device(opencl) ndrange(1, n, 64) file(task-opencl.cl) name(more) copy_deps
#pragma omp task in([n]x) out([n]y)
void triad(const double *x, double *y, int n);

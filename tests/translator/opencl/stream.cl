// "Strings", \ and ??/ in a comment are no end of one.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define HERE get_global_id(0)

/* void add_task(int comment); */
__kernel void copy_task(__global double *a, __global double *c, const int size)
{
    int j = HERE;
    c[j] = a[j];
}

__kernel void scale_task(__global double *c, __global double *b, __const double by,
                         __const int size)
{
    b[HERE] = by * c[HERE];
}

__kernel void add_task(const __global double *a, __global const double *restrict b,
                       __global double *c, int size)
{
    int j = HERE;
    c[j] = a[j] + b[j];
}

kernel __attribute__((reqd_work_group_size(50, 1, 1))) void triad_task(
    global double *a, global double *b, global double *c, double by, int size)
{
    int j = HERE;
    a[j] = b[j] + by * c[j];
}

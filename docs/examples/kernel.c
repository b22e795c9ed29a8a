/* kernel: forms of your own in the place of generated ones. --explain says which argument has which number. */
#include <stdio.h>

enum { N = 400 };
static float x[N], y[N];

#ifdef __CTSARCC__
#include <ctsar.h>

static void axpy(const ctsar_call *call)
{
    float *to = call->arg[0];
    const float *from = call->arg[1];
    float a = *(const float *)call->arg[2];
    for (long i = call->start; i < call->end; i += call->step)
        to[i] += a * from[i];
}

static const char axpy_opencl[] =
    "__kernel void axpy_opencl(long start, long step, long count, __global float *to, long to_bias,\n"
    "                          __global const float *from, long from_bias, float a)\n"
    "{\n"
    "    for (long k = get_global_id(0); k < count; k += get_global_size(0)) {\n"
    "        long i = start + k * step;\n"
    "        to[i - to_bias] += a * from[i - from_bias];\n"
    "    }\n"
    "}\n";
#endif

int main(void)
{
    double sum = 0;
    float a = 1.5f;
    for (int i = 0; i < N; i++)
        x[i] = (float)(i % 7), y[i] = 1;
#pragma ctsar for hetero(1) part_copy(y[1:N]) part_copyin(x[1:N]) kernel(host: axpy) \
    kernel(opencl: axpy_opencl)
    for (int i = 0; i < N; i++)
        y[i] += a * x[i];
    for (int i = 0; i < N; i++)
        sum += i * y[i];
    printf("%g\n", sum);
    return 0;
}

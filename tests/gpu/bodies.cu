/* SPDX-License-Identifier: BSD-3-Clause
 *
 * CUDA forms of the tests' bodies (tests/support/bodies.c), for a real device. */
#include <ctsar.h>

enum { THREADS = 128 };

/* Iterations of the thread: i = start + k * step. */
#define FOR_RANGE(k)                                                                               \
    for (long k = blockIdx.x * (long)blockDim.x + threadIdx.x; k < count;                          \
         k += (long)gridDim.x * blockDim.x)

static unsigned grid(const ctsar_call *c)
{
    return ctsar_cuda_grid(c, THREADS);
}

__global__ static void increment(double *out, long start, long step, long count)
{
    FOR_RANGE(k)
        out[start + k * step] += 1;
}

extern "C" int increment_cuda(const ctsar_call *c, void *stream)
{
    increment<<<grid(c), THREADS, 0, (cudaStream_t)stream>>>((double *)c->arg[0], c->start, c->step,
                                                             c->count);
    return cudaGetLastError();
}

__global__ static void matvec(const double *in, long in_stride, const double *whole, double *out,
                              long out_stride, long cols, long start, long step, long count)
{
    FOR_RANGE(k)
    {
        long i = start + k * step;
        double dot = 0;
        for (long j = 0; j < cols; ++j)
            dot += in[i * in_stride + j] * whole[j];
        for (long j = 0; j < cols; ++j)
            out[i * out_stride + j] = dot + (double)j;
    }
}

extern "C" int matvec_cuda(const ctsar_call *c, void *stream)
{
    matvec<<<grid(c), THREADS, 0, (cudaStream_t)stream>>>(
        (const double *)c->arg[0], (long)c->strides[0][0], (const double *)c->arg[1],
        (double *)c->arg[2], (long)c->strides[2][0], *(const long *)c->arg[3], c->start, c->step,
        c->count);
    return cudaGetLastError();
}

__global__ static void stencil(const double *in, long in_stride, double *out, long out_stride,
                               long cols, long start, long step, long count)
{
    FOR_RANGE(k)
    {
        long i = start + k * step;
        for (long j = 0; j < cols; ++j) {
            const double *at = in + i * in_stride + j;
            out[i * out_stride + j] += at[-in_stride] - 2 * at[0] + at[in_stride];
        }
    }
}

extern "C" int stencil_cuda(const ctsar_call *c, void *stream)
{
    stencil<<<grid(c), THREADS, 0, (cudaStream_t)stream>>>(
        (const double *)c->arg[0], (long)c->strides[0][0], (double *)c->arg[1],
        (long)c->strides[1][0], *(const long *)c->arg[2], c->start, c->step, c->count);
    return cudaGetLastError();
}

/* The sums are of small integers, so their order does not matter. */
__global__ static void sum(const double *in, double *out, double *partial, long start, long step,
                           long count)
{
    FOR_RANGE(k)
    {
        long i = start + k * step;
        out[i] = in[i];
        atomicAdd(&partial[blockIdx.x], in[i]);
    }
}

extern "C" int sum_cuda(const ctsar_call *c, void *stream)
{
    sum<<<grid(c), THREADS, 0, (cudaStream_t)stream>>>((const double *)c->arg[0],
                                                       (double *)c->arg[1], (double *)c->arg[2],
                                                       c->start, c->step, c->count);
    return cudaGetLastError();
}

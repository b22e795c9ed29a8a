/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A 5-point Jacobi iteration on one GPU: persisted arrays in a region against a program written by
 * hand, with the same kernel. */
#include <stdio.h>
#include <stdlib.h>

#include <cuda_runtime_api.h>

#include <ctsar.h>

#include "../../apps/common/app.h"
#include "../measure.h"
#include "kernels.h"

static long n;
static double *grid[2], *device[2]; /* the host's; the hand-written program's */
static cudaStream_t stream;
static ctsar *region;

static void check(cudaError_t error)
{
    if (error)
        app_fail("CUDA: %s", cudaGetErrorString(error));
}

static int jacobi_form(const ctsar_call *c, void *on)
{
    return launch_jacobi(c->arg[0], c->arg[1], n, c->start, c->end, on);
}

static const ctsar_kernel kernel = {.name = "jacobi", .cuda = jacobi_form};

static void sweep(double *from, double *to)
{
    size_t rows = (size_t)n;
    do {
        ctsar_reg_mem_2d(region, from, sizeof *from, rows, rows, 1, 0,
                         CTSAR_MEM_PARTIAL | CTSAR_MEM_INPUT | CTSAR_MEM_PERSIST, NULL);
        ctsar_reg_mem_2d(region, to, sizeof *to, rows, rows, 0, 0,
                         CTSAR_MEM_PARTIAL | CTSAR_MEM_INOUT | CTSAR_MEM_PERSIST, NULL);
        ctsar_next_range(region, 1, n - 1, 1);
        const ctsar_arg args[] = {CTSAR_ARG_MEM(from), CTSAR_ARG_MEM(to)};
        ctsar_launch(region, &kernel, args, 2);
    } while (ctsar_loop(region));
}

static void with_ctsar(long sweeps)
{
    for (long i = 0; i < sweeps; ++i)
        sweep(grid[i % 2], grid[(i + 1) % 2]);
}

static void by_hand(long sweeps)
{
    for (long i = 0; i < sweeps; ++i)
        check((cudaError_t)launch_jacobi(device[i % 2], device[(i + 1) % 2], n, 1, n - 1, stream));
    check(cudaStreamSynchronize(stream));
}

/* As a program has to whose host looks at each sweep, for convergence for example. */
static void by_hand_waiting(long sweeps)
{
    for (long i = 0; i < sweeps; ++i) {
        check((cudaError_t)launch_jacobi(device[i % 2], device[(i + 1) % 2], n, 1, n - 1, stream));
        check(cudaStreamSynchronize(stream));
    }
}

static const char help[] = "usage: gpu_jacobi [-s SAMPLES] [-r REPEATS] [-n N] [--json FILE]\n"
                           "Times sweeps over N x N doubles (default 16384) on the first CUDA "
                           "device: SAMPLES (default 11)\n"
                           "of each program, in turns; a sample is REPEATS (default 20) sweeps.\n";

int main(int argc, char **argv)
{
    measure_variant v[] = {
        {.name = "hand", .label = "by hand, waiting at the end", .run = by_hand},
        {.name = "hand_waiting",
         .label = "by hand, waiting after each sweep",
         .run = by_hand_waiting},
        {.name = "ctsar", .label = "ctsar, persisted, a pass each sweep", .run = with_ctsar},
    };
    measure_options o = measure_parse(
        argc, argv, (measure_options){.samples = 11, .repeats = 20, .n = 16384}, help);
    n = o.n;
    size_t bytes = (size_t)n * (size_t)n * sizeof(double);
    setenv("CTSAR_DEVICES", "cuda:0", 1);
    check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    for (int g = 0; g < 2; ++g) {
        grid[g] = app_alloc(bytes);
        for (size_t i = 0; i < bytes / sizeof(double); ++i)
            grid[g][i] = (double)(i % 1000);
        check(cudaMalloc((void **)&device[g], bytes));
        check(cudaMemcpy(device[g], grid[g], bytes, cudaMemcpyHostToDevice));
    }
    ctsar_init(&region, (size_t)n, CTSAR_STATIC, CTSAR_DEV_GPU, NULL, NULL);
    ctsar_set_kernel(region, &kernel);
    measure(&o, v, 3);
    measure_report("gpu_jacobi", &o, 1, v, 3, 1e-6, "us");
    ctsar_free(&region);
    for (int g = 0; g < 2; ++g) {
        free(grid[g]);
        cudaFree(device[g]);
    }
    return 0;
}

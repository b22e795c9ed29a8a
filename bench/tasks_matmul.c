/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A product of matrices in tiles: on the cores by ctsar, by OpenMP's `task depend`, by StarPU, with
 * the same bodies; or with an OpenCL device beside by ctsar and by StarPU, with the same kernel. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../apps/common/app.h"
#include "tasks_peers.h"
#include "tasks_sides.h"

enum { N = 512 };
static double *a, *b, *c;
static long size;
static unsigned devices = CTSAR_DEV_CPU;
static ctsar_tasks *set;

#pragma weak starpu_peer_matmul

/* Small whole numbers: sums are exact. */
static void fill(void)
{
    for (long i = 0; i < N * N; ++i) {
        a[i] = (double)(i % 7);
        b[i] = (double)(i % 5);
    }
}

static tile tile_at(double *z, long i, long j)
{
    return (tile){z + i * size * N + j * size, N};
}

static void submit_tile(long i, long j, long k)
{
    const long s = size;
    const double by = 1;
    const size_t t = (size_t)s;
    const size_t row = (size_t)i * t, column = (size_t)j * t, inner = (size_t)k * t;
    const ctsar_access part[] = {
        CTSAR_VALUE(&s, sizeof s), CTSAR_IN_BOX(a, sizeof *a, {N, row, t}, {N, inner, t}),
        CTSAR_IN_BOX(b, sizeof *b, {N, inner, t}, {N, column, t}),
        CTSAR_INOUT_BOX(c, sizeof *c, {N, row, t}, {N, column, t}), CTSAR_VALUE(&by, sizeof by)};
    ctsar_task(set, &add_kernel, 0, s, part, 5, 0);
}

static void by_ctsar(long n)
{
    const long tiles = N / size;
    ctsar_tasks_init(&set, devices, CTSAR_PLACEMENT_DEFAULT);
    for (; n > 0; --n) {
        memset(c, 0, N * N * sizeof *c);
        for (long k = 0; k < tiles; ++k)
            for (long i = 0; i < tiles; ++i)
                for (long j = 0; j < tiles; ++j)
                    submit_tile(i, j, k);
        ctsar_tasks_wait(set, NULL);
    }
}

static void by_openmp(long n)
{
    const long tiles = N / size;
    for (; n > 0; --n) {
        memset(c, 0, N * N * sizeof *c);
#pragma omp parallel
#pragma omp single
        for (long k = 0; k < tiles; ++k)
            for (long i = 0; i < tiles; ++i)
                for (long j = 0; j < tiles; ++j) {
                    tile x = tile_at(a, i, k), y = tile_at(b, k, j), z = tile_at(c, i, j);
#pragma omp task depend(in : x.at[0], y.at[0]) depend(inout : z.at[0])
                    tile_add(x, y, z, 0, size, size, 1);
                }
    }
}

static void by_starpu(long n)
{
    for (; n > 0; --n) {
        memset(c, 0, N * N * sizeof *c);
        starpu_peer_matmul(a, b, c, N, size);
    }
}

/* The last product, by whichever side. */
static void check(const measure_variant *v)
{
    v->run(1);
    for (long i = 0; i < N; i += 37)
        for (long j = 0; j < N; j += 41) {
            double sum = 0;
            for (long k = 0; k < N; ++k)
                sum += a[i * N + k] * b[k * N + j];
            if (sum < c[i * N + j] || sum > c[i * N + j])
                app_fail("%s: element %ld, %ld is wrong", v->name, i, j);
        }
}

static const char help[] =
    "usage: tasks_matmul [-s SAMPLES] [-r REPEATS] [-n TILE] [--json FILE]\n"
    "Times a product of matrices of 512 by 512 doubles in tiles of TILE by TILE (default 64), a\n"
    "power of two from 16 to 256; each side's result is checked first.  The threads:\n"
    "OMP_NUM_THREADS.  StarPU takes part where STARPU_NCPU says with how many threads; they poll,\n"
    "so at a real-time priority they get the next lower one.  Where STARPU_NOPENCL stands too,\n"
    "ctsar takes all units of CTSAR_DEVICES, and OpenMP takes no part.\n";

int main(int argc, char **argv)
{
    tasks_sides sides;
    measure_options o = measure_parse(
        argc, argv, (measure_options){.samples = 11, .repeats = 1, .n = 64, .rest_ms = 20}, help);
    size = tasks_sides_tile(&o, N, 256);
    a = app_alloc(N * N * sizeof *a);
    b = app_alloc(N * N * sizeof *b);
    c = app_alloc(N * N * sizeof *c);
    fill();
    const bool opencl = tasks_with_device();
    tasks_sides_choose(&sides, by_openmp, by_ctsar, by_starpu, starpu_peer_matmul, !opencl);
    devices = opencl ? CTSAR_DEV_ALL : CTSAR_DEV_CPU;
    for (int i = 0; i < sides.count; ++i)
        check(&sides.first[i]);
    tasks_sides_measure(&sides, "tasks_matmul", &o, 1e-3, "ms");
    ctsar_tasks_free(&set);
    free(a);
    free(b);
    free(c);
    return 0;
}

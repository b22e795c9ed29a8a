/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A Cholesky factorisation in tiles: on the cores by ctsar, by OpenMP's `task depend`, by StarPU,
 * with the same bodies; or with an OpenCL device beside by ctsar and by StarPU, with the same
 * kernels. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../apps/common/app.h"
#include "tasks_peers.h"
#include "tasks_sides.h"

enum { N = 1024 };
static double *z, *input;
static long size;
static unsigned devices = CTSAR_DEV_CPU;
static ctsar_tasks *set;

#pragma weak starpu_peer_cholesky

static void fill(void)
{
    for (long i = 0; i < N; ++i)
        for (long j = 0; j < N; ++j)
            input[i * N + j] = i == j ? N : 1 / (1 + (double)labs(i - j));
}

static void renew(void)
{
    memcpy(z, input, N * N * sizeof *z);
}

static double *at(long i, long j)
{
    return z + i * size * N + j * size;
}

static tile tile_at(long i, long j)
{
    return (tile){at(i, j), N};
}

static void on_ctsar(const ctsar_kernel *k, int n, const long *where)
{
    const long s = size;
    ctsar_access part[4] = {CTSAR_VALUE(&s, sizeof s)};
    for (int a = 0; a < n; ++a) {
        const ctsar_access box =
            CTSAR_IN_BOX(z, sizeof *z, {N, (size_t)(where[2 * a] * s), (size_t)s},
                         {N, (size_t)(where[2 * a + 1] * s), (size_t)s});
        part[a + 1] = box;
    }
    part[n].kind = CTSAR_ACCESS_INOUT;
    ctsar_task(set, k, 0, n == 1 ? 1 : s, part, n + 1, 0);
}

static void by_ctsar(long n)
{
    ctsar_tasks_init(&set, devices, CTSAR_PLACEMENT_DEFAULT);
    long tiles = N / size;
    for (; n > 0; --n) {
        renew();
        for (long k = 0; k < tiles; ++k) {
            on_ctsar(&cholesky_kernel, 1, (long[]){k, k});
            for (long i = k + 1; i < tiles; ++i)
                on_ctsar(&divide_right_kernel, 2, (long[]){k, k, i, k});
            for (long i = k + 1; i < tiles; ++i)
                for (long j = k + 1; j <= i; ++j)
                    on_ctsar(&add_transposed_kernel, 3, (long[]){i, k, j, k, i, j});
        }
        ctsar_tasks_wait(set, NULL);
    }
}

static void openmp_step(long k)
{
    long tiles = N / size;
#pragma omp task depend(inout : at(k, k)[0])
    tile_cholesky(tile_at(k, k), size);
    for (long i = k + 1; i < tiles; ++i) {
#pragma omp task depend(in : at(k, k)[0]) depend(inout : at(i, k)[0])
        tile_divide_right(tile_at(k, k), tile_at(i, k), 0, size, size);
    }
    for (long i = k + 1; i < tiles; ++i)
        for (long j = k + 1; j <= i; ++j) {
#pragma omp task depend(in : at(i, k)[0], at(j, k)[0]) depend(inout : at(i, j)[0])
            tile_add_transposed(tile_at(i, k), tile_at(j, k), tile_at(i, j), 0, size, size);
        }
}

static void by_openmp(long n)
{
    for (; n > 0; --n) {
        renew();
#pragma omp parallel
#pragma omp single
        for (long k = 0; k < N / size; ++k)
            openmp_step(k);
    }
}

static void by_starpu(long n)
{
    for (; n > 0; --n) {
        renew();
        starpu_peer_cholesky(z, N, size);
    }
}

/* Elements of the last factor, by whichever side, times its transpose. */
static void check(const measure_variant *v)
{
    v->run(1);
    for (long i = 0; i < N; i += 37)
        for (long j = 0; j <= i; j += 41) {
            double sum = 0;
            for (long k = 0; k <= j; ++k)
                sum += z[i * N + k] * z[j * N + k];
            if (!(fabs(sum - input[i * N + j]) <= 1e-9 * N))
                app_fail("%s: element %ld, %ld is wrong", v->name, i, j);
        }
}

static const char help[] =
    "usage: tasks_cholesky [-s SAMPLES] [-r REPEATS] [-n TILE] [--json FILE]\n"
    "Times the Cholesky factorisation of a matrix of 1024 by 1024 doubles in tiles of TILE by\n"
    "TILE (default 64), a power of two from 16 to 512; each side's result is checked first.\n"
    "The threads: OMP_NUM_THREADS.  StarPU takes part where STARPU_NCPU says with how many\n"
    "threads; they poll, so at a real-time priority they get the next lower one.  Where\n"
    "STARPU_NOPENCL stands too, ctsar takes all units of CTSAR_DEVICES, and OpenMP takes no\n"
    "part.\n";

int main(int argc, char **argv)
{
    tasks_sides sides;
    measure_options o = measure_parse(
        argc, argv, (measure_options){.samples = 11, .repeats = 1, .n = 64, .rest_ms = 20}, help);
    size = tasks_sides_tile(&o, N, 512);
    z = app_alloc(N * N * sizeof *z);
    input = app_alloc(N * N * sizeof *input);
    fill();
    const bool opencl = tasks_with_device();
    tasks_sides_choose(&sides, by_openmp, by_ctsar, by_starpu, starpu_peer_cholesky, !opencl);
    devices = opencl ? CTSAR_DEV_ALL : CTSAR_DEV_CPU;
    for (int i = 0; i < sides.count; ++i)
        check(&sides.first[i]);
    tasks_sides_measure(&sides, "tasks_cholesky", &o, 1e-3, "ms");
    ctsar_tasks_free(&set);
    free(z);
    free(input);
    return 0;
}

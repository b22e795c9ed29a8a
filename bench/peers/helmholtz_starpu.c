/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Helmholtz by StarPU: a task for each block of rows, which reads the blocks above and below too.
 */
#include <starpu.h>
#include <starpu_opencl.h>

#include <stdlib.h>

#include "../../apps/common/app.h"
#include "helmholtz.h"
#include "kernels.h"
#include "kernels_cl.h"

static void helmholtz_cpu(void *buffers[], void *arg)
{
    const helmholtz_data *d = arg;
    const double *above = (const double *)STARPU_MATRIX_GET_PTR(buffers[0]);
    long rows_above = STARPU_MATRIX_GET_NY(buffers[0]);

    *(double *)STARPU_VARIABLE_GET_PTR(buffers[5]) = peer_helmholtz(
        STARPU_MATRIX_GET_NY(buffers[1]), d->m, d->ax, d->ay, d->b, above + (rows_above - 1) * d->m,
        (const double *)STARPU_MATRIX_GET_PTR(buffers[1]),
        (const double *)STARPU_MATRIX_GET_PTR(buffers[2]),
        (const double *)STARPU_MATRIX_GET_PTR(buffers[3]),
        (double *)STARPU_MATRIX_GET_PTR(buffers[4]));
}

/* clang-format off */
static const char source[] = PEER_HELMHOLTZ_CL PEER_CL(
    __kernel void sweep(long rows, long m, double ax, double ay, double b, __global const double *above,
                        long above_at, __global const double *uo, __global const double *below,
                        __global const double *f, __global double *u, __global double *err)
    {
        __local double own[64];
        double mine = 0;
        for (long i = get_global_id(0); i < rows; i += get_global_size(0)) {
            __global const double *row = uo + i * m;
            mine += sweep_row(m, ax, ay, b, i > 0 ? row - m : above + above_at, row,
                              i < rows - 1 ? row + m : below, f + i * m, u + i * m);
        }
        own[get_local_id(0)] = mine;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (get_local_id(0) == 0) {
            double sum = 0;
            for (size_t n = 0; n < get_local_size(0); ++n)
                sum += own[n];
            *err = sum;
        }
    });
/* clang-format on */

/* One group, as its sum is one number. */
static void helmholtz_cl(void *buffers[], void *arg)
{
    const helmholtz_data *d = arg;
    long rows = STARPU_MATRIX_GET_NY(buffers[1]);
    long above_at = ((long)STARPU_MATRIX_GET_NY(buffers[0]) - 1) * d->m;
    cl_mem grid[5], err = (cl_mem)STARPU_VARIABLE_GET_DEV_HANDLE(buffers[5]);
    const size_t number = sizeof(double), whole = sizeof(long), buffer = sizeof(cl_mem);

    for (int i = 0; i < 5; ++i)
        grid[i] = (cl_mem)STARPU_MATRIX_GET_DEV_HANDLE(buffers[i]);
    peer_starpu_opencl(source, "sweep", 1, whole, &rows, whole, &d->m, number, &d->ax, number,
                       &d->ay, number, &d->b, buffer, &grid[0], whole, &above_at, buffer, &grid[1],
                       buffer, &grid[2], buffer, &grid[3], buffer, &grid[4], buffer, &err,
                       (size_t)0);
}

static struct starpu_perfmodel model = {.type = STARPU_HISTORY_BASED, .symbol = "ctsar_helmholtz"};

static struct starpu_codelet codelet = {
    .cpu_funcs = {helmholtz_cpu},
    .cpu_funcs_name = {"helmholtz_cpu"},
    .opencl_funcs = {helmholtz_cl},
    .nbuffers = 6,
    .modes = {STARPU_R, STARPU_R, STARPU_R, STARPU_R, STARPU_RW, STARPU_W},
    .model = &model};

/* Blocks 1..blocks are the inner rows', 0 and blocks+1 the border rows. */
static struct {
    long blocks;
    double *address[2], *err;
    starpu_data_handle_t *grid[2], *f, *part;
} held;

static starpu_data_handle_t *register_blocks(const helmholtz_data *d, double *values, long block)
{
    starpu_data_handle_t *handle = app_alloc((size_t)(held.blocks + 2) * sizeof *handle);

    for (long i = 0; i < held.blocks + 2; ++i) {
        long lo = i == 0 ? 0 : i > held.blocks ? d->n - 1 : 1 + (i - 1) * block;
        long rows = i == 0 || i > held.blocks ? 1 : lo + block <= d->n - 1 ? block : d->n - 1 - lo;
        starpu_matrix_data_register(&handle[i], STARPU_MAIN_RAM, (uintptr_t)(values + lo * d->m),
                                    (uint32_t)d->m, (uint32_t)d->m, (uint32_t)rows, sizeof *values);
    }
    return handle;
}

static void open_data(const helmholtz_data *d, long block)
{
    held.blocks = (d->n - 2 + block - 1) / block;
    held.address[0] = d->u;
    held.address[1] = d->uo;
    for (int g = 0; g < 2; ++g)
        held.grid[g] = register_blocks(d, held.address[g], block);
    held.f = register_blocks(d, d->f, block);
    held.err = app_alloc((size_t)(held.blocks + 2) * sizeof *held.err);
    held.part = app_alloc((size_t)(held.blocks + 2) * sizeof *held.part);
    for (long i = 0; i < held.blocks + 2; ++i)
        starpu_variable_data_register(&held.part[i], STARPU_MAIN_RAM, (uintptr_t)(held.err + i),
                                      sizeof *held.err);
}

double helmholtz_starpu(const helmholtz_data *d, long block)
{
    double sum = 0;

    if (!held.blocks)
        open_data(d, block);
    int to = d->u == held.address[0] ? 0 : 1;
    starpu_data_handle_t *u = held.grid[to], *uo = held.grid[!to];
    for (long i = 1; i <= held.blocks; ++i)
        peer_starpu_check(starpu_task_insert(&codelet, STARPU_R, uo[i - 1], STARPU_R, uo[i],
                                             STARPU_R, uo[i + 1], STARPU_R, held.f[i], STARPU_RW,
                                             u[i], STARPU_W, held.part[i], STARPU_CL_ARGS_NFREE, d,
                                             sizeof *d, 0));
    starpu_task_wait_for_all();
    for (long i = 1; i <= held.blocks; ++i) {
        starpu_data_acquire(held.part[i], STARPU_R);
        sum += held.err[i];
        starpu_data_release(held.part[i]);
    }
    return sum;
}

void helmholtz_starpu_close(void)
{
    for (long i = 0; i < held.blocks + 2; ++i) {
        starpu_data_unregister(held.grid[0][i]);
        starpu_data_unregister(held.grid[1][i]);
        starpu_data_unregister(held.f[i]);
        starpu_data_unregister_no_coherency(held.part[i]);
    }
    free(held.grid[0]);
    free(held.grid[1]);
    free(held.f);
    free(held.part);
    free(held.err);
    held.blocks = 0;
}

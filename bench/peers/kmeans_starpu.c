/* SPDX-License-Identifier: BSD-3-Clause
 *
 * k-means by StarPU: a task for each block of points. */
#include <starpu.h>
#include <starpu_opencl.h>

#include <stdlib.h>

#include "../../apps/common/app.h"
#include "kernels.h"
#include "kernels_cl.h"
#include "kmeans.h"

static void kmeans_cpu(void *buffers[], void *arg)
{
    const kmeans_data *d = arg;

    *(long *)STARPU_VARIABLE_GET_PTR(buffers[3]) = peer_kmeans(
        STARPU_MATRIX_GET_NY(buffers[0]), d->nf, d->k,
        (const float *)STARPU_MATRIX_GET_PTR(buffers[0]),
        (const float *)STARPU_MATRIX_GET_PTR(buffers[1]), (int *)STARPU_VECTOR_GET_PTR(buffers[2]));
}

/* clang-format off */
static const char source[] = PEER_KMEANS_CL PEER_CL(
    __kernel void kmeans(long points, long nf, long k, __global const float *x,
                         __global const float *centres, __global int *member, __global long *changed)
    {
        __local int own[64];
        int mine = 0;
        for (long i = get_global_id(0); i < points; i += get_global_size(0)) {
            int best = nearest(nf, k, x + i * nf, centres);
            mine += member[i] != best;
            member[i] = best;
        }
        own[get_local_id(0)] = mine;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (get_local_id(0) == 0) {
            long sum = 0;
            for (size_t n = 0; n < get_local_size(0); ++n)
                sum += own[n];
            *changed = sum;
        }
    });
/* clang-format on */

/* One group, whose items share the block's points: its sum is one number. */
static void kmeans_cl(void *buffers[], void *arg)
{
    const kmeans_data *d = arg;
    long points = STARPU_MATRIX_GET_NY(buffers[0]);
    cl_mem x = (cl_mem)STARPU_MATRIX_GET_DEV_HANDLE(buffers[0]);
    cl_mem centres = (cl_mem)STARPU_MATRIX_GET_DEV_HANDLE(buffers[1]);
    cl_mem member = (cl_mem)STARPU_VECTOR_GET_DEV_HANDLE(buffers[2]);
    cl_mem changed = (cl_mem)STARPU_VARIABLE_GET_DEV_HANDLE(buffers[3]);

    peer_starpu_opencl(source, "kmeans", 1, sizeof points, &points, sizeof d->nf, &d->nf,
                       sizeof d->k, &d->k, sizeof x, &x, sizeof centres, &centres, sizeof member,
                       &member, sizeof changed, &changed, (size_t)0);
}

static struct starpu_perfmodel model = {.type = STARPU_HISTORY_BASED, .symbol = "ctsar_kmeans"};

static struct starpu_codelet codelet = {.cpu_funcs = {kmeans_cpu},
                                        .cpu_funcs_name = {"kmeans_cpu"},
                                        .opencl_funcs = {kmeans_cl},
                                        .nbuffers = 4,
                                        .modes = {STARPU_R, STARPU_R, STARPU_RW, STARPU_W},
                                        .model = &model};

static struct {
    long blocks;
    starpu_data_handle_t centres, *x, *member, *changed;
    long *count;
} held;

static starpu_data_handle_t *handles(void)
{
    return app_alloc((size_t)held.blocks * sizeof(starpu_data_handle_t));
}

static void open_data(const kmeans_data *d, long block)
{
    held.blocks = (d->np + block - 1) / block;
    held.x = handles();
    held.member = handles();
    held.changed = handles();
    held.count = app_alloc((size_t)held.blocks * sizeof *held.count);
    starpu_matrix_data_register(&held.centres, STARPU_MAIN_RAM, (uintptr_t)d->centres,
                                (uint32_t)d->nf, (uint32_t)d->nf, (uint32_t)d->k, sizeof(float));
    for (long i = 0; i < held.blocks; ++i) {
        long lo = i * block, points = lo + block < d->np ? block : d->np - lo;
        starpu_matrix_data_register(&held.x[i], STARPU_MAIN_RAM, (uintptr_t)(d->x + lo * d->nf),
                                    (uint32_t)d->nf, (uint32_t)d->nf, (uint32_t)points,
                                    sizeof(float));
        starpu_vector_data_register(&held.member[i], STARPU_MAIN_RAM, (uintptr_t)(d->member + lo),
                                    (uint32_t)points, sizeof(int));
        starpu_variable_data_register(&held.changed[i], STARPU_MAIN_RAM,
                                      (uintptr_t)(held.count + i), sizeof *held.count);
    }
}

long kmeans_starpu(const kmeans_data *d, long block)
{
    long changed = 0;

    if (!held.blocks)
        open_data(d, block);
    for (long i = 0; i < held.blocks; ++i)
        peer_starpu_check(starpu_task_insert(&codelet, STARPU_R, held.x[i], STARPU_R, held.centres,
                                             STARPU_RW, held.member[i], STARPU_W, held.changed[i],
                                             STARPU_CL_ARGS_NFREE, d, sizeof *d, 0));
    starpu_task_wait_for_all();
    for (long i = 0; i < held.blocks; ++i) {
        starpu_data_acquire(held.member[i], STARPU_R);
        starpu_data_release(held.member[i]);
        starpu_data_acquire(held.changed[i], STARPU_R);
        changed += held.count[i];
        starpu_data_release(held.changed[i]);
    }
    /* The host moves the centres next. */
    starpu_data_acquire(held.centres, STARPU_RW);
    starpu_data_release(held.centres);
    return changed;
}

void kmeans_starpu_close(void)
{
    for (long i = 0; i < held.blocks; ++i) {
        starpu_data_unregister(held.x[i]);
        starpu_data_unregister(held.member[i]);
        starpu_data_unregister(held.changed[i]);
    }
    starpu_data_unregister(held.centres);
    free(held.x);
    free(held.member);
    free(held.changed);
    free(held.count);
    held.blocks = 0;
}

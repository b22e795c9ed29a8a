/* SPDX-License-Identifier: BSD-3-Clause
 *
 * GEMM by StarPU: a task for each block of rows. */
#include <starpu.h>
#include <starpu_opencl.h>

#include "gemm.h"
#include "kernels.h"
#include "kernels_cl.h"

static void gemm_cpu(void *buffers[], void *arg)
{
    const gemm_data *g = arg;

    peer_gemm(STARPU_MATRIX_GET_NY(buffers[2]), g->nj, g->nk, g->alpha, g->beta,
              (const float *)STARPU_MATRIX_GET_PTR(buffers[0]),
              (const float *)STARPU_MATRIX_GET_PTR(buffers[1]),
              (float *)STARPU_MATRIX_GET_PTR(buffers[2]));
}

/* clang-format off */
static const char source[] = PEER_GEMM_CL PEER_CL(
    __kernel void gemm(long rows, long nj, long nk, float alpha, float beta, __global const char *a,
                       long a_at, __global const char *b, long b_at, __global char *c, long c_at)
    {
        long i = get_global_id(0) / nj;
        long j = get_global_id(0) % nj;
        if (i >= rows)
            return;
        __global float *element = (__global float *)(c + c_at) + i * nj + j;
        *element = gemm_element(nj, nk, alpha, beta, (__global const float *)(a + a_at) + i * nk,
                                (__global const float *)(b + b_at) + j, *element);
    });
/* clang-format on */

static void gemm_cl(void *buffers[], void *arg)
{
    const gemm_data *g = arg;
    long rows = STARPU_MATRIX_GET_NY(buffers[2]), offset[3];
    cl_mem buffer[3];

    for (int i = 0; i < 3; ++i) {
        buffer[i] = (cl_mem)STARPU_MATRIX_GET_DEV_HANDLE(buffers[i]);
        offset[i] = (long)STARPU_MATRIX_GET_OFFSET(buffers[i]);
    }
    peer_starpu_opencl(source, "gemm", rows * g->nj, sizeof rows, &rows, sizeof g->nj, &g->nj,
                       sizeof g->nk, &g->nk, sizeof g->alpha, &g->alpha, sizeof g->beta, &g->beta,
                       sizeof *buffer, &buffer[0], sizeof *offset, &offset[0], sizeof *buffer,
                       &buffer[1], sizeof *offset, &offset[1], sizeof *buffer, &buffer[2],
                       sizeof *offset, &offset[2], (size_t)0);
}

static struct starpu_perfmodel model = {.type = STARPU_HISTORY_BASED, .symbol = "ctsar_gemm"};

static struct starpu_codelet codelet = {.cpu_funcs = {gemm_cpu},
                                        .cpu_funcs_name = {"gemm_cpu"},
                                        .opencl_funcs = {gemm_cl},
                                        .nbuffers = 3,
                                        .modes = {STARPU_R, STARPU_R, STARPU_RW},
                                        .model = &model};

static void matrix(starpu_data_handle_t *handle, float *values, long rows, long cols)
{
    starpu_matrix_data_register(handle, STARPU_MAIN_RAM, (uintptr_t)values, (uint32_t)cols,
                                (uint32_t)cols, (uint32_t)rows, sizeof *values);
}

void gemm_starpu(const gemm_data *g, long block)
{
    unsigned blocks = (unsigned)((g->ni + block - 1) / block);
    struct starpu_data_filter rows = {.filter_func = starpu_matrix_filter_vertical_block,
                                      .nchildren = blocks};
    starpu_data_handle_t a, b, c;

    matrix(&a, g->a, g->ni, g->nk);
    matrix(&b, g->b, g->nk, g->nj);
    matrix(&c, g->c, g->ni, g->nj);
    starpu_data_partition(a, &rows);
    starpu_data_partition(c, &rows);
    for (unsigned i = 0; i < blocks; ++i)
        peer_starpu_check(starpu_task_insert(
            &codelet, STARPU_R, starpu_data_get_sub_data(a, 1, i), STARPU_R, b, STARPU_RW,
            starpu_data_get_sub_data(c, 1, i), STARPU_CL_ARGS_NFREE, g, sizeof *g, 0));
    starpu_task_wait_for_all();
    starpu_data_unpartition(a, STARPU_MAIN_RAM);
    starpu_data_unpartition(c, STARPU_MAIN_RAM);
    starpu_data_unregister(a);
    starpu_data_unregister(b);
    starpu_data_unregister(c);
}

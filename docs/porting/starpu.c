/* SPDX-License-Identifier: BSD-3-Clause */
#include <starpu.h>

#include "power.h"

enum { BLOCKS = 6 };

static void multiply(void *buffers[], void *unused)
{
    const double *m = (const double *)STARPU_MATRIX_GET_PTR(buffers[0]);
    const double *v = (const double *)STARPU_VECTOR_GET_PTR(buffers[1]);
    double *out = (double *)STARPU_VECTOR_GET_PTR(buffers[2]);
    unsigned rows = STARPU_MATRIX_GET_NY(buffers[0]), n = STARPU_MATRIX_GET_NX(buffers[0]);

    (void)unused;
    for (unsigned i = 0; i < rows; i++) {
        out[i] = 0;
        for (unsigned j = 0; j < n; j++)
            out[i] += m[i * STARPU_MATRIX_GET_LD(buffers[0]) + j] * v[j];
    }
}

static struct starpu_perfmodel model = {.type = STARPU_HISTORY_BASED, .symbol = "power"};
static struct starpu_codelet codelet = {.cpu_funcs = {multiply},
                                        .nbuffers = 3,
                                        .modes = {STARPU_R, STARPU_R, STARPU_W},
                                        .model = &model};

int main(void)
{
    struct starpu_data_filter by_rows = {.filter_func = starpu_matrix_filter_vertical_block,
                                         .nchildren = BLOCKS};
    struct starpu_data_filter by_items = {.filter_func = starpu_vector_filter_block,
                                          .nchildren = BLOCKS};
    starpu_data_handle_t in_a, in_x, in_y;
    double norm = 0;

    fill();
    if (starpu_init(NULL))
        return 1;
    starpu_matrix_data_register(&in_a, STARPU_MAIN_RAM, (uintptr_t)a, N, N, N, sizeof *a);
    starpu_vector_data_register(&in_x, STARPU_MAIN_RAM, (uintptr_t)x, N, sizeof *x);
    starpu_vector_data_register(&in_y, STARPU_MAIN_RAM, (uintptr_t)y, N, sizeof *y);
    starpu_data_partition(in_a, &by_rows);
    for (int step = 0; step < STEPS; step++) {
        double squares = 0;
        starpu_data_partition(in_y, &by_items);
        for (int i = 0; i < BLOCKS; i++)
            if (starpu_task_insert(&codelet, STARPU_R, starpu_data_get_sub_data(in_a, 1, i),
                                   STARPU_R, in_x, STARPU_W, starpu_data_get_sub_data(in_y, 1, i),
                                   0))
                return 1;
        starpu_task_wait_for_all();
        starpu_data_unpartition(in_y, STARPU_MAIN_RAM);
        starpu_data_acquire(in_y, STARPU_R);
        for (int i = 0; i < N; i++)
            squares += y[i] * y[i];
        norm = sqrt(squares);
        starpu_data_acquire(in_x, STARPU_W);
        scale(norm);
        starpu_data_release(in_x);
        starpu_data_release(in_y);
    }
    starpu_data_unpartition(in_a, STARPU_MAIN_RAM);
    starpu_data_unregister(in_a);
    starpu_data_unregister(in_x);
    starpu_data_unregister(in_y);
    starpu_shutdown();
    show(norm);
    return 0;
}

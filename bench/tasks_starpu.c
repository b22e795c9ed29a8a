/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Tasks by StarPU, on the cores.  Its workers sleep while others are measured. */
#include "tasks_peers.h"

#include <starpu.h>
#include <stdint.h>
#include <stdlib.h>

#include "../apps/common/app.h"

enum { PLACES = 64 };

static void stop(void)
{
    starpu_resume();
    starpu_shutdown();
}

static void begin(void)
{
    static bool started;
    struct starpu_conf conf;
    if (started) {
        starpu_resume();
        return;
    }
    started = true;
    setenv("STARPU_SILENT", "1", 0);
    starpu_conf_init(&conf);
    conf.sched_policy_name = "lws";
    conf.ncuda = conf.nopencl = 0;
    if (starpu_init(&conf))
        app_fail("StarPU does not start");
    atexit(stop);
}

static void check(int status)
{
    if (status)
        app_fail("StarPU takes no task");
}

static void nothing(void *buffers[], void *argument)
{
    (void)buffers;
    (void)argument;
}
static struct starpu_codelet empty = {
    .cpu_funcs = {nothing}, .nbuffers = 1, .modes = {STARPU_RW}, .name = "empty"};

void starpu_peer_empty(long tasks, long places)
{
    static char memory[PLACES][64];
    static starpu_data_handle_t handle[PLACES];
    begin();
    for (int i = 0; i < PLACES && !handle[PLACES - 1]; ++i)
        starpu_variable_data_register(&handle[i], STARPU_MAIN_RAM, (uintptr_t)memory[i], 64);
    for (long i = 0; i < tasks; ++i)
        check(starpu_task_insert(&empty, STARPU_RW, handle[i % places], 0));
    starpu_task_wait_for_all();
    starpu_pause();
}

static tile tile_of(void *buffer)
{
    return (tile){(double *)STARPU_MATRIX_GET_PTR(buffer), STARPU_MATRIX_GET_LD(buffer)};
}

static long size_of(void *buffer)
{
    return (long)STARPU_MATRIX_GET_NX(buffer);
}

static void cholesky(void *b[], void *argument)
{
    (void)argument;
    tile_cholesky(tile_of(b[0]), size_of(b[0]));
}

static void divide(void *b[], void *argument)
{
    (void)argument;
    tile_divide_right(tile_of(b[0]), tile_of(b[1]), 0, size_of(b[0]), size_of(b[0]));
}

static void add(void *b[], void *argument)
{
    (void)argument;
    tile_add_transposed(tile_of(b[0]), tile_of(b[1]), tile_of(b[2]), 0, size_of(b[0]),
                        size_of(b[0]));
}

static struct starpu_codelet on_tile = {
    .cpu_funcs = {cholesky}, .nbuffers = 1, .modes = {STARPU_RW}, .name = "cholesky"};
static struct starpu_codelet dividing = {
    .cpu_funcs = {divide}, .nbuffers = 2, .modes = {STARPU_R, STARPU_RW}, .name = "divide"};
static struct starpu_codelet adding = {
    .cpu_funcs = {add}, .nbuffers = 3, .modes = {STARPU_R, STARPU_R, STARPU_RW}, .name = "add"};

/* The handles of the matrix's tiles, registered once. */
static starpu_data_handle_t *handles(double *z, long n, long size)
{
    static starpu_data_handle_t *handle;
    long tiles = n / size;
    if (handle)
        return handle;
    handle = app_alloc((size_t)(tiles * tiles) * sizeof *handle);
    for (long i = 0; i < tiles; ++i)
        for (long j = 0; j < tiles; ++j)
            starpu_matrix_data_register(&handle[i * tiles + j], STARPU_MAIN_RAM,
                                        (uintptr_t)(z + i * size * n + j * size), (uint32_t)n,
                                        (uint32_t)size, (uint32_t)size, sizeof(double));
    return handle;
}

static void step(starpu_data_handle_t *h, long tiles, long k)
{
    check(starpu_task_insert(&on_tile, STARPU_RW, h[k * tiles + k], 0));
    for (long i = k + 1; i < tiles; ++i)
        check(starpu_task_insert(&dividing, STARPU_R, h[k * tiles + k], STARPU_RW, h[i * tiles + k],
                                 0));
    for (long i = k + 1; i < tiles; ++i)
        for (long j = k + 1; j <= i; ++j)
            check(starpu_task_insert(&adding, STARPU_R, h[i * tiles + k], STARPU_R,
                                     h[j * tiles + k], STARPU_RW, h[i * tiles + j], 0));
}

void starpu_peer_cholesky(double *z, long n, long size)
{
    begin();
    starpu_data_handle_t *h = handles(z, n, size);
    for (long k = 0; k < n / size; ++k)
        step(h, n / size, k);
    starpu_task_wait_for_all();
    starpu_pause();
}

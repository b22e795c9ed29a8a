/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Tasks by StarPU, on the cores, and where STARPU_NOPENCL is set on OpenCL devices, too, also on
 * those of processors (STARPU_OPENCL_ON_CPUS).  Its workers sleep while others are measured. */
#include "tasks_peers.h"

#include <starpu.h>
#ifdef PEER_OPENCL
#include <starpu_opencl.h>
#endif
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
    conf.ncuda = 0;
    if (getenv("STARPU_NOPENCL"))
        conf.sched_policy_name = "dmda";
    else {
        conf.sched_policy_name = "lws";
        conf.nopencl = 0;
    }
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

/* The handles of a matrix's tiles. */
static starpu_data_handle_t *handles(double *z, long n, long size)
{
    long tiles = n / size;
    starpu_data_handle_t *handle = app_alloc((size_t)(tiles * tiles) * sizeof *handle);
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
    static starpu_data_handle_t *h;
    begin();
    if (!h)
        h = handles(z, n, size);
    for (long k = 0; k < n / size; ++k)
        step(h, n / size, k);
    starpu_task_wait_for_all();
    starpu_pause();
}

/* ---- A product ------------------------------------------------------------------------------- */

static void multiply(void *x[], void *argument)
{
    (void)argument;
    tile_add(tile_of(x[0]), tile_of(x[1]), tile_of(x[2]), 0, size_of(x[0]), size_of(x[0]), 1);
}

#ifdef PEER_OPENCL
static struct starpu_opencl_program compiled;

static void set_argument(cl_kernel kernel, unsigned at, size_t bytes, const void *value)
{
    check(clSetKernelArg(kernel, at, bytes, value));
}

/* ctsar's parameters: start, step, count, the size; of each tile memory, bias and stride; by. */
static void set_arguments(cl_kernel kernel, void *x[])
{
    const long size = size_of(x[0]), start = 0, step = 1, bias = 0;
    const double by = 1;
    const long *const values[] = {&start, &step, &size, &size};
    unsigned at = 0;
    for (; at < 4; ++at)
        set_argument(kernel, at, sizeof(long), values[at]);
    for (int k = 0; k < 3; ++k) {
        cl_mem memory = (cl_mem)STARPU_MATRIX_GET_DEV_HANDLE(x[k]);
        const long stride = (long)STARPU_MATRIX_GET_LD(x[k]);
        set_argument(kernel, at++, sizeof(cl_mem), (const void *)&memory);
        set_argument(kernel, at++, sizeof bias, &bias);
        set_argument(kernel, at++, sizeof stride, &stride);
    }
    set_argument(kernel, at, sizeof by, &by);
}

static void multiply_opencl(void *x[], void *argument)
{
    const size_t rows = (size_t)size_of(x[0]);
    cl_kernel kernel;
    cl_command_queue queue;
    cl_event event;
    (void)argument;
    check(starpu_opencl_load_kernel(&kernel, &queue, &compiled, add_kernel.name,
                                    starpu_worker_get_devid(starpu_worker_get_id())));
    set_arguments(kernel, x);
    check(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &rows, NULL, 0, NULL, &event));
    check(clFinish(queue));
    clReleaseEvent(event);
    starpu_opencl_release_kernel(kernel);
}
#endif

static struct starpu_perfmodel times = {.type = STARPU_HISTORY_BASED, .symbol = "ctsar_multiply"};
static struct starpu_codelet multiplying = {.cpu_funcs = {multiply},
#ifdef PEER_OPENCL
                                            .opencl_funcs = {multiply_opencl},
#endif
                                            .nbuffers = 3,
                                            .modes = {STARPU_R, STARPU_R, STARPU_RW},
                                            .model = &times,
                                            .name = "multiply"};

static void insert_products(starpu_data_handle_t *const h[3], long tiles)
{
    for (long k = 0; k < tiles; ++k)
        for (long i = 0; i < tiles; ++i)
            for (long j = 0; j < tiles; ++j)
                check(starpu_task_insert(&multiplying, STARPU_R, h[0][i * tiles + k], STARPU_R,
                                         h[1][k * tiles + j], STARPU_RW, h[2][i * tiles + j], 0));
}

void starpu_peer_matmul(double *a, double *b, double *c, long n, long size)
{
    static starpu_data_handle_t *h[3];
    const long tiles = n / size;
    begin();
    if (!h[0]) {
        h[0] = handles(a, n, size);
        h[1] = handles(b, n, size);
#ifdef PEER_OPENCL
        check(starpu_opencl_load_opencl_from_string(add_kernel.opencl_source, &compiled, NULL));
#endif
    }
    h[2] = handles(c, n, size); /* the host has written it */
    insert_products(h, tiles);
    starpu_task_wait_for_all();
    for (long i = 0; i < tiles * tiles; ++i)
        starpu_data_unregister(h[2][i]); /* it comes home */
    free(h[2]);
    starpu_pause();
}

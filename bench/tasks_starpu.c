/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Tasks by StarPU, on the cores, and where STARPU_NOPENCL is set on OpenCL devices, too, also on
 * those of processors (STARPU_OPENCL_ON_CPUS).  The scheduler is lws, or dmda where a device takes
 * part, or what STARPU_SCHED says.  Its workers sleep while others are measured. */
#define _GNU_SOURCE
#include "tasks_peers.h"

#include <pthread.h>
#include <sched.h>
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

/* At a real-time priority threads that poll would keep away the one that submits: where the program
 * has one, those made from here on get the next lower one, until `restore`. */
static void yield_to_me(pthread_attr_t *restore)
{
    pthread_attr_t lower;
    struct sched_param p;
    int policy = sched_getscheduler(0);
    pthread_getattr_default_np(restore);
    pthread_getattr_default_np(&lower);
    sched_getparam(0, &p);
    if ((policy == SCHED_FIFO || policy == SCHED_RR) && p.sched_priority > 1) {
        p.sched_priority--;
        pthread_attr_setinheritsched(&lower, PTHREAD_EXPLICIT_SCHED);
        pthread_attr_setschedpolicy(&lower, policy);
        pthread_attr_setschedparam(&lower, &p);
        if (pthread_setattr_default_np(&lower))
            app_fail("StarPU's threads get no priority");
    }
    pthread_attr_destroy(&lower);
}

static void start(struct starpu_conf *conf)
{
    pthread_attr_t before;
    yield_to_me(&before);
    if (starpu_init(conf))
        app_fail("StarPU does not start");
    pthread_setattr_default_np(&before);
    pthread_attr_destroy(&before);
    atexit(stop);
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
    if (!tasks_with_device())
        conf.nopencl = 0;
    if (!getenv("STARPU_SCHED"))
        conf.sched_policy_name = tasks_with_device() ? "dmda" : "lws";
    start(&conf);
}

static void check(int status)
{
    if (status)
        app_fail("StarPU takes no task");
}

/* Does the scheduler place by what codelets took? */
static bool by_times(void)
{
    return tasks_with_device() || getenv("STARPU_SCHED");
}

/* What dmda places by. */
static void measure_times(struct starpu_codelet *c, struct starpu_perfmodel *times,
                          const char *symbol)
{
    times->type = STARPU_HISTORY_BASED;
    times->symbol = symbol;
    c->model = times;
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
    static struct starpu_perfmodel times;
    begin();
    if (by_times() && !empty.model)
        measure_times(&empty, &times, "ctsar_empty");
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

/* ---- Bodies on cores ------------------------------------------------------------------------- */

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

static void subtract(void *b[], void *argument)
{
    (void)argument;
    tile_add_transposed(tile_of(b[0]), tile_of(b[1]), tile_of(b[2]), 0, size_of(b[0]),
                        size_of(b[0]));
}

static void multiply(void *b[], void *argument)
{
    (void)argument;
    tile_add(tile_of(b[0]), tile_of(b[1]), tile_of(b[2]), 0, size_of(b[0]), size_of(b[0]), 1);
}

/* ---- ctsar's kernels on an OpenCL device ------------------------------------------------------
 */

#ifdef PEER_OPENCL
#define ON_DEVICE(function) .opencl_funcs = {function}

typedef struct device_kernel {
    const ctsar_kernel *of;
    int tiles;
    bool whole;  /* one iteration is all of the tile */
    bool factor; /* `by` comes last */
    struct starpu_opencl_program compiled;
} device_kernel;

static device_kernel cholesky_device = {.of = &cholesky_kernel, .tiles = 1, .whole = true},
                     divide_device = {.of = &divide_right_kernel, .tiles = 2},
                     subtract_device = {.of = &add_transposed_kernel, .tiles = 3},
                     multiply_device = {.of = &add_kernel, .tiles = 3, .factor = true};

static void compile(device_kernel *d)
{
    check(starpu_opencl_load_opencl_from_string(d->of->opencl_source, &d->compiled, NULL));
}

static void compile_all(void)
{
    compile(&cholesky_device);
    compile(&divide_device);
    compile(&subtract_device);
    compile(&multiply_device);
}

static void set_argument(cl_kernel kernel, unsigned at, size_t bytes, const void *value)
{
    check(clSetKernelArg(kernel, at, bytes, value));
}

/* ctsar's parameters: start, step, count, the size; of each tile memory, bias and stride; by. */
static void set_arguments(cl_kernel kernel, const device_kernel *d, long count, void *x[])
{
    const long size = size_of(x[0]), start = 0, step = 1, bias = 0;
    const double by = 1;
    const long *const values[] = {&start, &step, &count, &size};
    unsigned at = 0;
    for (; at < 4; ++at)
        set_argument(kernel, at, sizeof(long), values[at]);
    for (int k = 0; k < d->tiles; ++k) {
        cl_mem memory = (cl_mem)STARPU_MATRIX_GET_DEV_HANDLE(x[k]);
        const long stride = (long)STARPU_MATRIX_GET_LD(x[k]);
        set_argument(kernel, at++, sizeof(cl_mem), (const void *)&memory);
        set_argument(kernel, at++, sizeof bias, &bias);
        set_argument(kernel, at++, sizeof stride, &stride);
    }
    if (d->factor)
        set_argument(kernel, at, sizeof by, &by);
}

static void launch(device_kernel *d, void *x[])
{
    const size_t count = d->whole ? 1 : (size_t)size_of(x[0]);
    cl_kernel kernel;
    cl_command_queue queue;
    check(starpu_opencl_load_kernel(&kernel, &queue, &d->compiled, d->of->name,
                                    starpu_worker_get_devid(starpu_worker_get_id())));
    set_arguments(kernel, d, (long)count, x);
    check(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &count, NULL, 0, NULL, NULL));
    check(clFinish(queue));
    starpu_opencl_release_kernel(kernel);
}

static void cholesky_opencl(void *x[], void *argument)
{
    (void)argument;
    launch(&cholesky_device, x);
}

static void divide_opencl(void *x[], void *argument)
{
    (void)argument;
    launch(&divide_device, x);
}

static void subtract_opencl(void *x[], void *argument)
{
    (void)argument;
    launch(&subtract_device, x);
}

static void multiply_opencl(void *x[], void *argument)
{
    (void)argument;
    launch(&multiply_device, x);
}
#else
#define ON_DEVICE(function)

static void compile_all(void)
{
    app_fail("this build has no StarPU with OpenCL");
}
#endif

/* ---- What is submitted ----------------------------------------------------------------------- */

static struct starpu_codelet on_tile = {.cpu_funcs = {cholesky},
                                        .nbuffers = 1,
                                        .modes = {STARPU_RW},
                                        .name = "cholesky",
                                        ON_DEVICE(cholesky_opencl)};
static struct starpu_codelet dividing = {.cpu_funcs = {divide},
                                         .nbuffers = 2,
                                         .modes = {STARPU_R, STARPU_RW},
                                         .name = "divide",
                                         ON_DEVICE(divide_opencl)};
static struct starpu_codelet subtracting = {.cpu_funcs = {subtract},
                                            .nbuffers = 3,
                                            .modes = {STARPU_R, STARPU_R, STARPU_RW},
                                            .name = "subtract",
                                            ON_DEVICE(subtract_opencl)};
static struct starpu_codelet multiplying = {.cpu_funcs = {multiply},
                                            .nbuffers = 3,
                                            .modes = {STARPU_R, STARPU_R, STARPU_RW},
                                            .name = "multiply",
                                            ON_DEVICE(multiply_opencl)};

static void begin_on_tiles(void)
{
    static struct starpu_perfmodel times[4];
    static bool ready;
    begin();
    if (ready || !by_times())
        return;
    ready = true;
    if (tasks_with_device())
        compile_all();
    measure_times(&on_tile, &times[0], "ctsar_cholesky");
    measure_times(&dividing, &times[1], "ctsar_divide");
    measure_times(&subtracting, &times[2], "ctsar_subtract");
    measure_times(&multiplying, &times[3], "ctsar_multiply");
}

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

/* The tiles come home, and the host may write them. */
static void bring_home(starpu_data_handle_t *h, long tiles)
{
    for (long i = 0; i < tiles * tiles; ++i)
        starpu_data_unregister(h[i]);
    free(h);
}

static void step(starpu_data_handle_t *h, long tiles, long k)
{
    check(starpu_task_insert(&on_tile, STARPU_RW, h[k * tiles + k], 0));
    for (long i = k + 1; i < tiles; ++i)
        check(starpu_task_insert(&dividing, STARPU_R, h[k * tiles + k], STARPU_RW, h[i * tiles + k],
                                 0));
    for (long i = k + 1; i < tiles; ++i)
        for (long j = k + 1; j <= i; ++j)
            check(starpu_task_insert(&subtracting, STARPU_R, h[i * tiles + k], STARPU_R,
                                     h[j * tiles + k], STARPU_RW, h[i * tiles + j], 0));
}

void starpu_peer_cholesky(double *z, long n, long size)
{
    static starpu_data_handle_t *h;
    const long tiles = n / size;
    begin_on_tiles();
    if (!h)
        h = handles(z, n, size);
    for (long k = 0; k < tiles; ++k)
        step(h, tiles, k);
    starpu_task_wait_for_all();
    if (tasks_with_device()) {
        bring_home(h, tiles);
        h = NULL;
    }
    starpu_pause();
}

static void insert_products(starpu_data_handle_t *const h[3], long tiles)
{
    for (long k = 0; k < tiles; ++k)
        for (long j = 0; j < tiles; ++j)
            for (long i = 0; i < tiles; ++i)
                check(starpu_task_insert(&multiplying, STARPU_R, h[0][i * tiles + k], STARPU_R,
                                         h[1][k * tiles + j], STARPU_RW, h[2][i * tiles + j], 0));
}

void starpu_peer_matmul(double *a, double *b, double *c, long n, long size)
{
    static starpu_data_handle_t *h[3];
    const long tiles = n / size;
    begin_on_tiles();
    if (!h[0]) {
        h[0] = handles(a, n, size);
        h[1] = handles(b, n, size);
    }
    h[2] = handles(c, n, size); /* the host has written it */
    insert_products(h, tiles);
    starpu_task_wait_for_all();
    bring_home(h[2], tiles);
    starpu_pause();
}

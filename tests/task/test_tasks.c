/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Tasks give the results of executing them one after the other, on whatever units. */
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <pthread.h>
#include <sys/mman.h>
#include <time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "ctsar.h"
#include "support/environment.h"
#include "support/execute.h"
#include "support/task_set.h"
#include "mem/holder.h"
#include "task/data.h"
#include "task/execute.h"
#include "task/state.h"

static void make(const char *devices, const char *emu, const char *clock)
{
    units(devices, emu, clock);
    assert_int_equal(ctsar_tasks_init(&t, CTSAR_DEV_ALL, CTSAR_PLACEMENT_DEFAULT), CTSAR_OK);
}

/* One core, and tasks wait for their turn, as where a report says when they began. */
static void make_one_core(void)
{
    make("cpu:1", NULL, "real");
    t->direct = false;
}

static void assert_error(int status, int expected, const char *says)
{
    assert_int_equal(status, expected);
    if (!strstr(ctsar_last_error(NULL), says))
        fail_msg("\"%s\" does not say \"%s\"", ctsar_last_error(NULL), says);
}

/* Units for every test of results: NULL at the end. */
static const struct {
    const char *devices, *emu, *clock;
} machines[] = {
    {"cpu:1", NULL, "real"},
    {"cpu:4", NULL, "real"},
    {"emu:1", NULL, "real"},
    {"cpu:2,emu:2", "speed=2,latency=5us;speed=1", "real"},
    {"cpu:2,emu:1", "memory=256KiB", "real"},
    {"cpu:2,emu:2", "speed=4,latency=20us,bandwidth=1GB/s", "virtual"},
    {"emu:2", "speed=2,latency=1us,bandwidth=1GB/s,memory=128KiB", "virtual"},
    {NULL, NULL, NULL},
};

static void on_all_machines(void (*test)(void))
{
    for (int i = 0; machines[i].devices; ++i) {
        make(machines[i].devices, machines[i].emu, machines[i].clock);
        test();
        ctsar_tasks_free(&t);
        assert_null(t);
    }
}

/* ---- Order ------------------------------------------------------------------------------- */

static void affine_host(const ctsar_call *c)
{
    const unsigned *by = c->arg[0];
    unsigned *x = c->arg[1];
    for (long i = c->start; i < c->end; ++i)
        x[i] = x[i] * 3 + *by;
}
KERNEL(affine, "int by, __global int *x, long x_bias", "x[i - x_bias] = x[i - x_bias] * 3 + by;");

static void chain(void)
{
    enum { LINKS = 200, N = 16 };
    unsigned x[N] = {0}, right = 0;
    for (int k = 0; k < LINKS; ++k) {
        const ctsar_access a[] = {CTSAR_VALUE(&k, sizeof k), CTSAR_INOUT(x, sizeof x)};
        assert_int_equal(ctsar_task(t, &affine, 0, N, a, 2, 0), CTSAR_OK);
        right = right * 3 + (unsigned)k;
    }
    done();
    for (int i = 0; i < N; ++i)
        assert_int_equal(x[i], right);
}

static void a_chain_is_executed_in_its_order(void **state)
{
    (void)state;
    on_all_machines(chain);
}

/* ---- Tiles --------------------------------------------------------------------------------- */

enum { SIZE = 96, TILE = 24 };

static void gemm_host(const ctsar_call *c)
{
    const float *a = c->arg[0], *b = c->arg[1];
    float *x = c->arg[2];
    const size_t sa = c->strides[0][0], sb = c->strides[1][0], sx = c->strides[2][0];
    for (long i = c->start; i < c->end; ++i)
        for (long j = 0; j < TILE; ++j)
            for (long k = 0; k < TILE; ++k)
                x[i * (long)sx + j] += a[i * (long)sa + k] * b[k * (long)sb + j];
}
KERNEL(gemm,
       "__global const float *a, long a_bias, long sa, __global const float *b, long b_bias, "
       "long sb, __global float *x, long x_bias, long sx",
       "for (long j = 0; j < 24; ++j) for (long k = 0; k < 24; ++k) x[i * sx + j - x_bias] += "
       "a[i * sa + k - a_bias] * b[k * sb + j - b_bias];");

static float a[SIZE][SIZE], b[SIZE][SIZE], x[SIZE][SIZE], right[SIZE][SIZE];

static void fill(void)
{
    for (int i = 0; i < SIZE; ++i)
        for (int j = 0; j < SIZE; ++j) {
            a[i][j] = (float)((i * 7 + j * 3) % 11);
            b[i][j] = (float)((i * 5 + j) % 13);
            x[i][j] = right[i][j] = 0;
        }
    for (int i = 0; i < SIZE; ++i)
        for (int k = 0; k < SIZE; ++k)
            for (int j = 0; j < SIZE; ++j)
                right[i][j] += a[i][k] * b[k][j];
}

static ctsar_side side(size_t tile)
{
    return (ctsar_side){SIZE, tile, TILE};
}

static int multiply_tile(size_t i, size_t j, size_t k)
{
    const ctsar_access parts[] = {CTSAR_IN_BOX(a, sizeof(float), side(i), side(k)),
                                  CTSAR_IN_BOX(b, sizeof(float), side(k), side(j)),
                                  CTSAR_INOUT_BOX(x, sizeof(float), side(i), side(j))};
    return ctsar_task(t, &gemm, 0, TILE, parts, 3, 0);
}

static int multiply(void)
{
    int status = CTSAR_OK;
    for (size_t k = 0; k < SIZE; k += TILE)
        for (size_t i = 0; i < SIZE; i += TILE)
            for (size_t j = 0; j < SIZE && !status; j += TILE)
                status = multiply_tile(i, j, k);
    return status;
}

static void tiles(void)
{
    fill();
    assert_int_equal(multiply(), CTSAR_OK);
    done();
    assert_memory_equal(x, right, sizeof x);
}

static void tiles_of_a_matrix_are_multiplied(void **state)
{
    (void)state;
    on_all_machines(tiles);
}

/* Rows after tiles after columns: one matrix cut in three ways. */
static void scale_host(const ctsar_call *c)
{
    const float *by = c->arg[0];
    float *m = c->arg[1];
    size_t stride = c->strides[1] ? c->strides[1][0] : SIZE;
    for (long i = c->start; i < c->end; ++i)
        for (int j = 0; j < TILE; ++j)
            m[(size_t)i * stride + (size_t)j] = m[(size_t)i * stride + (size_t)j] * *by + (float)i;
}
KERNEL(scale, "float by, __global float *m, long m_bias, long stride",
       "for (long j = 0; j < 24; ++j) m[i * stride + j - m_bias] = m[i * stride + j - m_bias] * by "
       "+ i;");

static void scale_right(size_t row, size_t rows, size_t col, float by)
{
    for (size_t i = 0; i < rows; ++i)
        for (size_t j = col; j < col + TILE; ++j)
            right[row + i][j] = right[row + i][j] * by + (float)i;
}

static void two_ways(void)
{
    fill();
    memset(right, 0, sizeof right);
    for (int n = 0; n < 40; ++n) {
        size_t row = (size_t)(n * 13) % 60, rows = (size_t)(10 + n % 27);
        size_t col = (size_t)(n * 29) % (SIZE - TILE);
        float by = (float)(n % 3) / 2;
        const ctsar_access parts[] = {
            CTSAR_VALUE(&by, sizeof by),
            CTSAR_INOUT_BOX(x, sizeof(float), {SIZE, row, rows}, {SIZE, col, TILE})};
        assert_int_equal(ctsar_task(t, &scale, 0, (long)rows, parts, 2, 0), CTSAR_OK);
        scale_right(row, rows, col, by);
    }
    done();
    assert_memory_equal(x, right, sizeof x);
}

static void an_array_may_be_cut_in_several_ways(void **state)
{
    (void)state;
    on_all_machines(two_ways);
}

/* ---- Reductions ------------------------------------------------------------------------------ */

/* The order of the calls matters to it. */
static void append(void *into, void *from)
{
    long *x = into;
    *x = (*x * 31 + *(long *)from) % 1000003;
}

static void sum_host(const ctsar_call *c)
{
    const long *v = c->arg[0];
    long *sum = c->arg[1];
    for (long i = c->start; i < c->end; ++i)
        *sum += v[i];
}

static const long identity = 0;

static void reductions(void)
{
    static const ctsar_kernel sum = {.name = "sum", .host = sum_host};
    enum { PARTS = 60, LENGTH = 50 };
    static long v[PARTS][LENGTH];
    long result = 7, expected = 7, copy = 0;
    for (int p = 0; p < PARTS; ++p) {
        long part = 0;
        for (int i = 0; i < LENGTH; ++i)
            part += v[p][i] = p * i % 17;
        const ctsar_access parts[] = {CTSAR_IN(v[p], sizeof v[p]),
                                      CTSAR_REDUCTION(&result, sizeof result, &identity, append)};
        assert_int_equal(ctsar_task(t, &sum, 0, LENGTH, parts, 2, 0), CTSAR_OK);
        append(&expected, &part);
    }
    /* Who reads it comes after. */
    const ctsar_access parts[] = {CTSAR_IN(&result, sizeof result),
                                  CTSAR_INOUT(&copy, sizeof copy)};
    assert_int_equal(ctsar_task(t, &sum, 0, 1, parts, 2, 0), CTSAR_OK);
    done();
    assert_int_equal(result, expected);
    assert_int_equal(copy, expected);
}

static void reductions_are_folded_in_the_order_of_the_calls(void **state)
{
    (void)state;
    if (is_emulated())
        on_all_machines(reductions);
}

static void plus(void *into, void *from)
{
    *(long *)into += *(long *)from;
}

static void square_host(const ctsar_call *c)
{
    long *sum = c->arg[0];
    for (long i = c->start; i < c->end; ++i)
        *sum += i * i;
}
KERNEL_BY_GROUPS(square, "__global long *partial", "partial[group] += i * i;");

static void groups(void)
{
    long result = 5, expected = 5;
    for (long lo = 0; lo < 1000; lo += 100) {
        const ctsar_access parts[] = {CTSAR_REDUCTION(&result, sizeof result, &identity, plus)};
        assert_int_equal(ctsar_task(t, &square, lo, lo + 100, parts, 1, 0), CTSAR_OK);
    }
    for (long i = 0; i < 1000; ++i)
        expected += i * i;
    done();
    assert_int_equal(result, expected);
}

static void reductions_of_groups(void **state)
{
    (void)state;
    on_all_machines(groups);
}

/* ---- Bodies that submit ---------------------------------------------------------------------- */

static int counted[64];
static _Atomic int refused;

static void count_host(const ctsar_call *c)
{
    int *n = c->arg[0];
    ++*n;
}
static const ctsar_kernel count = {.name = "count", .host = count_host};

static void spread_host(const ctsar_call *c)
{
    (void)c;
    for (int i = 0; i < 64; ++i) {
        const ctsar_access one[] = {CTSAR_INOUT(&counted[i], sizeof counted[i])};
        refused += ctsar_task(t, &count, 0, 1, one, 1, 0) != CTSAR_OK;
    }
    refused += ctsar_tasks_wait(t, NULL) == CTSAR_ESTATE;
    ctsar_tasks_free(&t);
    refused += t != NULL && strstr(ctsar_last_error(NULL), "may submit tasks");
}

static void spread(void)
{
    static const ctsar_kernel spreading = {.name = "spread", .host = spread_host};
    memset(counted, 0, sizeof counted);
    refused = 0;
    for (int i = 0; i < 10; ++i)
        assert_int_equal(ctsar_task(t, &spreading, 0, 1, NULL, 0, 0), CTSAR_OK);
    done();
    for (int i = 0; i < 64; ++i)
        assert_int_equal(counted[i], 10);
    assert_in_range(refused, 20, is_checked() ? 60 : 20); /* there bodies are executed again */
}

static void a_body_may_submit_tasks_and_not_wait(void **state)
{
    (void)state;
    if (is_emulated())
        on_all_machines(spread);
}

/* ---- Many ------------------------------------------------------------------------------------ */

static size_t tasks_in_memory(void)
{
    size_t count = 0;
    for (int size = 0; size < CTSAR__TASK_SIZES; ++size)
        for (ctsar__task *spare = t->spare[size]; spare; spare = spare->next)
            count++;
    return count;
}

/* Of the process; 0 with AddressSanitizer, which gives nothing back. */
static size_t resident_bytes(void)
{
#if defined(__SANITIZE_ADDRESS__)
    return 0;
#else
    size_t pages = 0;
    FILE *statm = fopen("/proc/self/statm", "r");
    assert_non_null(statm);
    assert_int_equal(fscanf(statm, "%*u %zu", &pages), 1);
    fclose(statm);
    return pages * (size_t)sysconf(_SC_PAGESIZE);
#endif
}

/* What they take is known by then. */
static void submit_small_tasks(int count)
{
    static char part[64];
    for (int i = 0; i < count; ++i) {
        const ctsar_access own[] = {CTSAR_INOUT(&part[i % 64], 1)};
        assert_int_equal(ctsar_task(t, &nothing, 0, 1, own, 1, 0), CTSAR_OK);
    }
}

/* Of a core's and of an accelerator's, whatever the clock says of a machine that has others to
 * serve. */
static void know_what_tasks_take(double core, double accelerator)
{
    pthread_mutex_lock(&t->lock); /* slots look at them as they steal */
    for (size_t b = 0; b < t->model_buckets; ++b)
        for (ctsar__model *m = t->model[b]; m; m = m->next) {
            m->unit[CTSAR__CORES].seconds = core;
            if (t->units > 1)
                m->unit[1].seconds = accelerator;
        }
    pthread_mutex_unlock(&t->lock);
}

static void who_submits_small_tasks_executes_some(void **state)
{
    enum { MANY = 20000 };
    int executed = 0;
    (void)state;
    if (is_checked()) /* only who waits executes any */
        skip();
    make_one_core(); /* nobody else executes them */
    submit_small_tasks(2000);
    done();
    for (int i = 0; i < MANY; ++i) {
        long before = t->pending;
        know_what_tasks_take(1e-7, 0);
        submit_small_tasks(1);
        executed += t->pending <= before;
    }
    assert_true(executed > 0);
    done();
}

static atomic_int by_submitter;
static pthread_t submitter;
static void count_submitter(const ctsar_call *c)
{
    (void)c;
    by_submitter += pthread_equal(pthread_self(), submitter) != 0;
}

/* Else thousands would stand there, each with a part that takes memory. */
static void submit_beside_an_accelerator(double core, double accelerator)
{
    enum { LEARNED = 200, MOST = CTSAR__TASKS_WINDOW / 2 };
    static const ctsar_kernel counting = {.name = "counting", .host = count_submitter};
    static char part[MOST];
    if (!is_emulated() || is_checked())
        skip();
    submitter = pthread_self();
    by_submitter = 0;
    make("cpu:1,emu:1", NULL, "real"); /* the core is who submits, or waits */
    for (int i = 0; i < MOST && (i <= LEARNED || !by_submitter); ++i) {
        const ctsar_access own[] = {CTSAR_INOUT(&part[i], 1)};
        know_what_tasks_take(core, accelerator);
        assert_int_equal(ctsar_task(t, &counting, 0, 1, own, 1, 0), CTSAR_OK);
        if (i == LEARNED) {
            done();
            by_submitter = 0;
        }
    }
    assert_true(by_submitter > 0);
    done();
}

static void who_submits_small_tasks_executes_some_beside_an_accelerator(void **state)
{
    (void)state;
    submit_beside_an_accelerator(1e-7, 1e-7);
}

static void who_submits_short_tasks_executes_some_of_very_many_beside_an_accelerator(void **state)
{
    (void)state;
    submit_beside_an_accelerator(5e-5, 1);
}

static double driving;
static int execute_next_to_nothing(ctsar__task_worker *w, ctsar__task *task, ctsar__task_time *time,
                                   ctsar__traffic *traffic)
{
    int status = ctsar__task_execute(w, task, time, traffic);
    time->body = 1e-12;
    driving = time->driving;
    return status;
}

/* Else it would get thousands of tasks whose kernels do little. */
static void what_driving_an_accelerator_takes_counts_as_the_task(void **state)
{
    (void)state;
    if (!is_emulated() || is_checked()) /* no accelerator takes part */
        skip();
    make("emu:1", NULL, "real");
    t->execute = execute_next_to_nothing;
    submit_small_tasks(1);
    done();
    assert_true(driving > 0);
    for (size_t b = 0; b < t->model_buckets; ++b)
        for (const ctsar__model *m = t->model[b]; m; m = m->next)
            assert_float_equal(m->unit[1].seconds, driving, 1e-12);
}

/* However fast the accelerator seems. */
static void an_accelerator_has_no_longer_queue_than_it_needs(void **state)
{
    enum { MANY = 4000, QUEUE = 1024 };
    static unsigned own[MANY];
    const unsigned zero = 0;
    (void)state;
    if (!is_emulated() || is_checked()) /* no accelerator takes part */
        skip();
    make("cpu:1,emu:1", "speed=1000,latency=0us", "virtual");
    for (int pass = 0; pass < 2; ++pass) { /* times are known in the second one */
        for (int i = 0; i < MANY; ++i) {
            const ctsar_access parts[] = {CTSAR_VALUE(&zero, sizeof zero),
                                          CTSAR_INOUT(&own[i], sizeof *own)};
            assert_int_equal(ctsar_task(t, &affine, 0, 1, parts, 2, 0), CTSAR_OK);
        }
        assert_in_range(t->unit[1].ready.count, pass ? QUEUE : 0, QUEUE);
        done();
    }
}

/* Where nobody else can execute them. */
static void an_accelerator_alone_has_all_tasks(void **state)
{
    enum { MANY = 4000 };
    static unsigned own[MANY];
    const unsigned zero = 0;
    (void)state;
    if (!is_emulated() || is_checked())
        skip();
    memset(own, 0, sizeof own);
    make("emu:1", NULL, "virtual");
    for (int i = 0; i < MANY; ++i) {
        const ctsar_access parts[] = {CTSAR_VALUE(&zero, sizeof zero),
                                      CTSAR_INOUT(&own[i], sizeof *own)};
        own[i] = (unsigned)i;
        assert_int_equal(ctsar_task(t, &affine, 0, 1, parts, 2, 0), CTSAR_OK);
    }
    assert_int_equal(t->unit[1].ready.count, MANY);
    done();
    for (unsigned i = 0; i < MANY; ++i)
        assert_int_equal(own[i], 3 * i);
}

static atomic_int began;
static void begin(const ctsar_call *call)
{
    (void)call;
    began++;
}

/* A core leaves small tasks to who submits and waits, but not for ever. */
static void a_small_task_begins_without_a_wait(void **state)
{
    static const ctsar_kernel beginning = {.name = "begin", .host = begin};
    const struct timespec moment = {0, 1000000};
    (void)state;
    if (is_checked()) /* it does not */
        skip();
    make("cpu:2", NULL, "real");
    submit_small_tasks(2000);
    done();
    for (int i = 0; i < 50; ++i) {
        began = 0;
        assert_int_equal(ctsar_task(t, &beginning, 0, 1, NULL, 0, 0), CTSAR_OK);
        for (int ms = 0; ms < 30000 && !began; ++ms)
            nanosleep(&moment, NULL);
        assert_int_equal(began, 1);
    }
    done();
}

static void many_tasks_take_bounded_memory(void **state)
{
    enum { MANY = 300000, MOST = 8 << 20 };
    static char part[MANY];
    size_t early = 0;
    (void)state;
    if (is_checked() || THREADS_WATCHED) /* for a minute; one thread is at work */
        skip();
    make_one_core(); /* nobody executes them but who submits */
    for (int i = 0; i < MANY; ++i) {
        const ctsar_access own[] = {CTSAR_INOUT(&part[i], 1)};
        assert_int_equal(ctsar_task(t, &nothing, 0, 1, own, 1, 0), CTSAR_OK);
        if (i == MANY / 3) /* the window has been full */
            early = resident_bytes();
    }
    assert_in_range(resident_bytes(), 0, early + MOST);
    done();
    assert_in_range(tasks_in_memory(), 1, CTSAR__TASKS_WINDOW);
    assert_in_range(t->parts.count, 1, CTSAR__TASKS_WINDOW + 8192);
}

/* Of parts that no task accesses any more, which take memory of the accelerator's, too, some
 * thousands are kept; what is forgotten comes home, and is found again. */
static void few_parts_are_kept_that_nobody_accesses(void **state)
{
    enum { KEPT = 4096, MANY = CTSAR__TASKS_WINDOW + 2 * KEPT, PASSES = 2 };
    static unsigned own[MANY];
    const unsigned zero = 0;
    long most = 0;
    (void)state;
    if (!is_emulated() || is_checked()) /* no accelerator takes part */
        skip();
    if (THREADS_WATCHED) /* counts, under the virtual clock */
        skip();
    memset(own, 0, sizeof own);
    make("cpu:1,emu:1", "speed=4,latency=1us,bandwidth=10GB/s", "virtual");
    for (int i = 0; i < PASSES * MANY; ++i) {
        const ctsar_access parts[] = {CTSAR_VALUE(&zero, sizeof zero),
                                      CTSAR_INOUT(&own[i % MANY], sizeof *own)};
        own[i % MANY] += i < MANY; /* before the first one; the second multiplies by 3 again */
        assert_int_equal(ctsar_task(t, &affine, 0, 1, parts, 2, 0), CTSAR_OK);
        long idle = (long)t->parts.count - t->pending; /* each has a part of its own */
        most = idle > most ? idle : most;
    }
    assert_in_range(most, 1, CTSAR__TASKS_WINDOW - CTSAR__TASKS_FEW + KEPT + 16);
    done();
    for (int i = 0; i < MANY; ++i)
        assert_int_equal(own[i], 9);
    assert_in_range(t->parts.count, 1, CTSAR__TASKS_WINDOW + KEPT);
}

/* Where each task is over before the next one is submitted, parts come one at a time: nothing is
 * made up for.  A part is looked at again after a third of the list. */
static void a_steady_stream_keeps_no_more_parts(void **state)
{
    enum { MANY = 8000, KEPT = 4096, LOOKS = 3, EVERY = 16 };
    static unsigned own[MANY];
    const unsigned zero = 0;
    size_t most = 0;
    (void)state;
    if (!is_emulated() || is_checked()) /* no accelerator takes part */
        skip();
    if (THREADS_WATCHED) /* counts, under the virtual clock */
        skip();
    memset(own, 0, sizeof own);
    make("cpu:1,emu:1", "speed=4,latency=1us", "virtual");
    for (int i = 0; i < MANY; ++i) {
        const ctsar_access parts[] = {CTSAR_VALUE(&zero, sizeof zero),
                                      CTSAR_INOUT(&own[i], sizeof *own)};
        assert_int_equal(ctsar_task(t, &affine, 0, 1, parts, 2, 0), CTSAR_OK);
        if (i % EVERY == 0)
            assert_int_equal(ctsar_tasks_flush(t, true), CTSAR_OK); /* units keep what they have */
        most = t->parts.count > most ? t->parts.count : most;
    }
    assert_in_range(most, KEPT, KEPT + KEPT / LOOKS + EVERY);
    done();
}

/* However many parts have been left at once, as by a wait. */
static void a_call_looks_at_few_parts(void **state)
{
    enum { MANY = 20000, KEPT = 4096, MOST = 16, LOOKS = 3 };
    static unsigned own[MANY];
    const unsigned zero = 0;
    (void)state;
    if (!is_emulated() || is_checked()) /* no accelerator takes part */
        skip();
    if (THREADS_WATCHED) /* counts, under the virtual clock */
        skip();
    make("cpu:1,emu:1", "speed=4,latency=1us", "virtual");
    for (int i = 0; i < MANY; ++i) {
        const ctsar_access parts[] = {CTSAR_VALUE(&zero, sizeof zero),
                                      CTSAR_INOUT(&own[i], sizeof *own)};
        assert_int_equal(ctsar_task(t, &affine, 0, 1, parts, 2, 0), CTSAR_OK);
    }
    assert_int_equal(ctsar_tasks_flush(t, true), CTSAR_OK); /* units keep what they have */
    assert_int_equal(t->listed, MANY);
    assert_in_range(t->looks, 2 * MANY, LOOKS * MANY);
    for (int i = 0; i < MANY && t->listed > KEPT; ++i) {
        const ctsar_access again[] = {CTSAR_VALUE(&zero, sizeof zero),
                                      CTSAR_INOUT(&own[0], sizeof *own)};
        long looks = t->looks;
        size_t parts = t->parts.count;
        assert_int_equal(ctsar_task(t, &affine, 0, 1, again, 2, 0), CTSAR_OK);
        assert_true(looks - t->looks <= 2 * MOST || t->listed == KEPT); /* no more are wanted */
        assert_in_range(t->parts.count, parts - 2 * MOST, parts);
    }
    assert_in_range(t->listed, 1, KEPT);
}

/* Bytes that parts in the list take on the accelerator. */
static size_t listed_bytes(void)
{
    size_t bytes = 0;
    for (const ctsar__part *p = t->oldest; p; p = p->after) {
        const ctsar__part_data *d = p->data;
        bytes += d && d->copy[0].holder ? ctsar__holder_bytes(d->copy[0].holder) : 0;
    }
    return bytes;
}

/* Of many small ones several go at once, since finding the oldest means a look at all. */
static void of_many_small_parts_several_make_room(void **state)
{
    enum { PARTS = 256, AT_ONCE = PARTS / 64 };
    static unsigned own[PARTS + 1];
    const unsigned zero = 0;
    char emu[64];
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    (void)state;
    if (!is_emulated() || is_checked()) /* no accelerator takes part */
        skip();
    snprintf(emu, sizeof emu, "memory=%zuB", PARTS * page);
    make("emu:1", emu, "virtual");
    for (int i = 0; i <= PARTS; ++i) {
        const ctsar_access parts[] = {CTSAR_VALUE(&zero, sizeof zero),
                                      CTSAR_INOUT(&own[i], sizeof *own)};
        own[i] = (unsigned)i;
        assert_int_equal(ctsar_task(t, &affine, 0, 1, parts, 2, 0), CTSAR_OK);
    }
    assert_int_equal(ctsar_tasks_flush(t, true), CTSAR_OK); /* units keep what they have */
    assert_int_equal(listed_bytes(), (PARTS - AT_ONCE + 1) * page);
    done();
    for (unsigned i = 0; i <= PARTS; ++i)
        assert_int_equal(own[i], 3 * i);
}

/* They are too few to be forgotten, but not in the way of what is larger than what is free. */
static void parts_left_after_a_wait_make_room(void **state)
{
    enum { PARTS = 80, SIZE = 1024, LARGE = 90000, MEMORY = 512 << 10 };
    static unsigned left[PARTS][SIZE], large[LARGE];
    const unsigned zero = 0;
    (void)state;
    if (!is_emulated() || is_checked()) /* no accelerator takes part */
        skip();
    memset(large, 0, sizeof large);
    large[LARGE - 1] = 5;
    make("emu:1", "memory=512KiB", "virtual");
    for (int i = 0; i < PARTS; ++i) {
        left[i][SIZE - 1] = (unsigned)i;
        const ctsar_access parts[] = {CTSAR_VALUE(&zero, sizeof zero),
                                      CTSAR_INOUT(left[i], sizeof left[i])};
        assert_int_equal(ctsar_task(t, &affine, 0, SIZE, parts, 2, 0), CTSAR_OK);
    }
    assert_int_equal(ctsar_tasks_flush(t, true), CTSAR_OK); /* units keep what they have */
    assert_in_range(listed_bytes(), sizeof left, MEMORY);
    const ctsar_access all[] = {CTSAR_VALUE(&zero, sizeof zero), CTSAR_INOUT(large, sizeof large)};
    assert_int_equal(ctsar_task(t, &affine, 0, LARGE, all, 2, 0), CTSAR_OK);
    assert_int_equal(ctsar_tasks_flush(t, true), CTSAR_OK);
    assert_in_range(listed_bytes(), sizeof large, MEMORY); /* more without room made */
    done();
    assert_int_equal(large[LARGE - 1], 15);
    for (int i = 0; i < PARTS; ++i)
        assert_int_equal(left[i][SIZE - 1], 3 * i);
}

/* ---- Waiting ------------------------------------------------------------------------------ */

static void who_submits_too_many_goes_on_whoever_executes_them(void **state)
{
    static const char *const devices[] = {"emu:1", "cpu:1,emu:2"};
    /* In check mode none is executed before there are too many, and no accelerator takes part. */
    const int many = CTSAR__TASKS_WINDOW * (is_checked() || THREADS_WATCHED ? 9 : 16) / 8;
    static char part[64];
    (void)state;
    if (!is_emulated()) /* the kernel's other forms take no arguments */
        return;
    for (size_t d = is_checked(); d < sizeof devices / sizeof *devices; ++d) {
        make(devices[d], "speed=1000", "real");
        for (int i = 0; i < many; ++i) {
            const ctsar_access own[] = {CTSAR_INOUT(&part[i % 64], 1)};
            if (ctsar_task(t, &nothing, 0, 1, own, 1, 0))
                fail_msg("task %d: %s", i, ctsar_last_error(NULL));
        }
        done();
        ctsar_tasks_free(&t);
    }
}

static void *submit_many(void *part)
{
    intptr_t refused = 0;
    for (int i = 0; i < CTSAR__TASKS_WINDOW / (is_checked() ? 2 : 1); ++i) {
        const ctsar_access own[] = {CTSAR_INOUT(part, 1)};
        refused += ctsar_task(t, &nothing, 0, 1, own, 1, 0) != CTSAR_OK;
    }
    return (void *)refused;
}

/* Nobody waits meanwhile, so each has to notice by itself that it may go on. */
static void threads_that_submit_too_many_all_go_on(void **state)
{
    static char part[3];
    pthread_t thread[3];
    (void)state;
    make_one_core();
    for (int i = 0; i < 3; ++i)
        assert_int_equal(pthread_create(&thread[i], NULL, submit_many, &part[i]), 0);
    for (int i = 0; i < 3; ++i) {
        void *refused;
        pthread_join(thread[i], &refused);
        assert_null(refused);
    }
    done();
}

static _Atomic bool held, holds;

static void hold_host(const ctsar_call *c)
{
    (void)c;
    holds = true;
    while (held)
        usleep(100);
}

static void *wait_for_all(void *status)
{
    *(int *)status = ctsar_tasks_wait(t, NULL);
    return NULL;
}

/* The only core is whoever waits: first who waits for a part, then who waits for all. */
static void who_waits_beside_another_executes_what_that_one_leaves(void **state)
{
    static const ctsar_kernel holding = {.name = "hold", .host = hold_host};
    static char part[2];
    pthread_t other;
    int status = -1;
    const ctsar_access first[] = {CTSAR_INOUT(&part[0], 1)}, second[] = {CTSAR_INOUT(&part[1], 1)};
    (void)state;
    make_one_core();
    held = holds = false;
    pthread_mutex_lock(&t->lock); /* the other one waits beside, whoever comes first */
    t->unit[CTSAR__CORES].worker->taken = CTSAR__AT_WORK;
    pthread_mutex_unlock(&t->lock);
    assert_int_equal(ctsar_task(t, &holding, 0, 1, first, 1, 1), CTSAR_OK);
    assert_int_equal(ctsar_task(t, &holding, 0, 1, second, 1, 0), CTSAR_OK);
    assert_int_equal(pthread_create(&other, NULL, wait_for_all, &status), 0);
    for (bool there = false; !there; usleep(100)) {
        pthread_mutex_lock(&t->lock);
        there = t->idle_waiters > 0;
        if (there)
            t->unit[CTSAR__CORES].worker->taken = CTSAR__FREE;
        pthread_mutex_unlock(&t->lock);
    }
    assert_int_equal(ctsar_tasks_wait(t, &part[0]), CTSAR_OK);
    pthread_join(other, NULL);
    assert_int_equal(status, CTSAR_OK);
    holds = false;
}

/* The first half is waited for; the part is all of it, of which a later task wrote the rest. */
static void a_part_that_is_waited_for_is_current_with_what_overlaps_it(void **state)
{
    enum { N = 64 };
    static unsigned v[N];
    const int by[] = {1, 5};
    (void)state;
    make("emu:1", NULL, "real");
    const ctsar_access all[] = {CTSAR_VALUE(&by[0], sizeof *by), CTSAR_INOUT(v, sizeof v)};
    const ctsar_access half[] = {CTSAR_VALUE(&by[1], sizeof *by),
                                 CTSAR_INOUT(&v[N / 2], sizeof v / 2)};
    assert_int_equal(ctsar_task(t, &affine, 0, N, all, 2, 0), CTSAR_OK);
    assert_int_equal(ctsar_task(t, &affine, 0, N / 2, half, 2, 0), CTSAR_OK);
    assert_int_equal(ctsar_tasks_wait(t, &v[0]), CTSAR_OK);
    for (int i = 0; i < N; ++i)
        assert_int_equal(v[i], i < N / 2 ? 1 : 3 + 5);
    done();
}

static ctsar_tasks *inner;
static int waited[3];

static void wait_for_others_host(const ctsar_call *c)
{
    static int at[2];
    const ctsar_access part[] = {CTSAR_INOUT(&at[0], sizeof *at)};
    (void)c;
    waited[0] = ctsar_task(inner, &nothing, 0, 1, part, 1, 0);
    waited[1] = ctsar_tasks_wait(inner, NULL);
    waited[2] = ctsar_tasks_wait(t, NULL);
}

static void a_body_that_has_waited_for_another_set_is_still_one(void **state)
{
    static const ctsar_kernel waiting = {.name = "waiting", .host = wait_for_others_host};
    (void)state;
    make("cpu:1", NULL, "real");
    assert_int_equal(ctsar_tasks_init(&inner, CTSAR_DEV_CPU, CTSAR_PLACEMENT_DEFAULT), CTSAR_OK);
    assert_int_equal(ctsar_task(t, &waiting, 0, 1, NULL, 0, 0), CTSAR_OK);
    done();
    ctsar_tasks_free(&inner);
    assert_int_equal(waited[0], CTSAR_OK);
    assert_int_equal(waited[1], CTSAR_OK);
    assert_int_equal(waited[2], CTSAR_ESTATE);
}

/* Rounds of tasks on a part of its own, each thread by itself. */
static void *rounds(void *part)
{
    enum { ROUNDS = 300, N = 64 };
    unsigned *v = part, right = 0;
    intptr_t wrong = 0;
    for (int k = 0; k < ROUNDS; ++k) {
        for (int link = 0; link < 2; ++link) {
            const ctsar_access a[] = {CTSAR_VALUE(&k, sizeof k), CTSAR_INOUT(v, N * sizeof *v)};
            wrong += ctsar_task(t, &affine, 0, N, a, 2, 0) != CTSAR_OK;
            right = right * 3 + (unsigned)k;
        }
        wrong += (k % 3 ? ctsar_tasks_wait(t, v) : ctsar_tasks_wait(t, NULL)) != CTSAR_OK;
        for (int i = 0; i < N; ++i)
            wrong += v[i] != right;
    }
    return (void *)wrong;
}

/* What one thread's wait gives back to the host is not what another's tasks have just written.  Nor
 * does it read on an accelerator what they are writing, as ThreadSanitizer would see. */
static void threads_submit_and_wait_side_by_side(void **state)
{
    enum { THREADS = 3 };
    static unsigned part[THREADS][64];
    (void)state;
    for (int i = 0; machines[i].devices; ++i) {
        pthread_t thread[THREADS];
        memset(part, 0, sizeof part);
        make(machines[i].devices, machines[i].emu, machines[i].clock);
        for (int k = 0; k < THREADS; ++k)
            assert_int_equal(pthread_create(&thread[k], NULL, rounds, part[k]), 0);
        for (int k = 0; k < THREADS; ++k) {
            void *wrong;
            pthread_join(thread[k], &wrong);
            assert_null(wrong);
        }
        ctsar_tasks_free(&t);
    }
}

static void one_can_wait_for_a_part(void **state)
{
    static const ctsar_kernel holding = {.name = "hold", .host = hold_host};
    int first = 1, second = 1, zero = 0;
    (void)state;
    if (is_checked()) /* what is held would be executed by who waits, before the others */
        skip();
    make("cpu:2,emu:1", NULL, "real");
    held = true;
    const ctsar_access v[] = {CTSAR_VALUE(&zero, sizeof zero), CTSAR_INOUT(&first, sizeof first)};
    const ctsar_access h[] = {CTSAR_INOUT(&second, sizeof second)};
    if (is_emulated())
        assert_int_equal(ctsar_task(t, &holding, 0, 1, h, 1, 0), CTSAR_OK);
    while (is_emulated() && !holds) /* else this thread might be the one */
        usleep(100);
    for (int i = 0; i < 5; ++i)
        assert_int_equal(ctsar_task(t, &affine, 0, 1, v, 2, 0), CTSAR_OK);
    assert_int_equal(ctsar_tasks_wait(t, &first), CTSAR_OK); /* not for the one that is held */
    assert_int_equal(first, 243);
    held = false;
    done();
}

/* A burst that is over without a wait for all counts too. */
static void the_report_s_time_begins_with_the_first_task(void **state)
{
    int x = 0, one = 1;
    const ctsar_access a[] = {CTSAR_VALUE(&one, sizeof one), CTSAR_INOUT(&x, sizeof x)};
    (void)state;
    units("cpu:1", NULL, "real");
    setenv("CTSAR_REPORT", "1", 1);
    assert_int_equal(ctsar_tasks_init(&t, CTSAR_DEV_ALL, CTSAR_PLACEMENT_DEFAULT), CTSAR_OK);
    assert_int_equal(ctsar_task(t, &affine, 0, 1, a, 2, 0), CTSAR_OK);
    double began = t->began;
    assert_true(t->check || began >= 0);
    assert_int_equal(ctsar_tasks_wait(t, &x), CTSAR_OK);
    assert_int_equal(t->pending, 0);
    assert_int_equal(ctsar_task(t, &affine, 0, 1, a, 2, 0), CTSAR_OK);
    assert_true(t->began <= began);
    done();
    assert_true(t->began < 0);
}

static void what_is_flushed_stays_on_the_unit(void **state)
{
    static int v[4096];
    int one = 1;
    (void)state;
    if (is_checked()) /* no accelerator takes part */
        skip();
    make("emu:1", "bandwidth=1GB/s", "virtual");
    const ctsar_access p[] = {CTSAR_VALUE(&one, sizeof one), CTSAR_INOUT(v, sizeof v)};
    assert_int_equal(ctsar_task(t, &affine, 0, 4096, p, 2, 0), CTSAR_OK);
    assert_int_equal(ctsar_tasks_flush(t, false), CTSAR_OK);
    double copied = t->now;
    int early = v[0]; /* since no other task was known ... */
    assert_int_equal(ctsar_task(t, &affine, 0, 4096, p, 2, 0), CTSAR_OK);
    assert_int_equal(ctsar_tasks_flush(t, false), CTSAR_OK);
    assert_int_equal(early, 1);
    assert_int_equal(v[0], 1); /* ... which was for nothing, and is not done again */
    assert_int_equal(ctsar_tasks_flush(t, true), CTSAR_OK);
    assert_int_equal(v[4095], 4);
    /* 16 KiB at 1 GB/s were not copied again. */
    assert_true(t->now - copied < copied - 15e-6);
    assert_int_equal(ctsar_task(t, &affine, 0, 4096, p, 2, 0), CTSAR_OK);
    done();
    for (int i = 0; i < 4096; ++i)
        v[i] = 1; /* the host's turn */
    assert_int_equal(ctsar_task(t, &affine, 0, 4096, p, 2, 0), CTSAR_OK);
    done();
    assert_int_equal(v[17], 4);
}

static const ctsar__backend *copying;
static int copies, expected;

static bool count_expected(void *data, ctsar__part *p)
{
    const ctsar__part_data *d = p->data;
    const ctsar__shared *shared = d ? d->shared : NULL;
    *(int *)data += shared && shared->expects;
    return true;
}

static int copy_out_and_look(ctsar__device *d, int slot, const ctsar__copy2d *c, ctsar__event *e)
{
    copies++;
    ctsar__parts_visit_all(&t->parts, count_expected, &expected);
    return copying->copy_out(d, slot, c, e);
}

/* Other accelerators may have older values, which must not come there as well (mem/test_directory).
 */
static void what_comes_home_early_is_expected_there(void **state)
{
    static const char *const caches[] = {"writeback", "writethrough"};
    int v = 0, one = 1;
    const ctsar_access p[] = {CTSAR_VALUE(&one, sizeof one), CTSAR_INOUT(&v, sizeof v)};
    (void)state;
    if (is_checked()) /* no accelerator takes part */
        skip();
    for (int i = 0; i < 2; ++i) {
        units("emu:1", NULL, "virtual");
        setenv("CTSAR_CACHE", caches[i], 1);
        assert_int_equal(ctsar_tasks_init(&t, CTSAR_DEV_ALL, CTSAR_PLACEMENT_DEFAULT), CTSAR_OK);
        ctsar__device *d = t->unit[1].device;
        copying = d->backend;
        ctsar__backend looks = *copying;
        looks.copy_out = copy_out_and_look;
        copies = expected = 0;
        assert_int_equal(ctsar_task(t, &affine, 0, 1, p, 2, 0), CTSAR_OK);
        d->backend = &looks;
        assert_int_equal(ctsar_tasks_flush(t, false), CTSAR_OK);
        d->backend = copying;
        assert_true(copies == 1 && expected == 1);
        int after = 0;
        ctsar__parts_visit_all(&t->parts, count_expected, &after);
        assert_int_equal(after, 0);
        done();
        ctsar_tasks_free(&t);
    }
}

/* Nothing is copied there any more, whatever tasks come later. */
static void an_array_may_go_after_a_wait_for_all(void **state)
{
    enum { N = 4096, LATER = 5000 };
    static int later[LATER];
    int one = 1;
    (void)state;
    for (int i = 0; machines[i].devices; ++i) {
        make(machines[i].devices, machines[i].emu, machines[i].clock);
        int *v =
            mmap(NULL, N * sizeof *v, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        assert_true(v != MAP_FAILED);
        const ctsar_access p[] = {CTSAR_VALUE(&one, sizeof one), CTSAR_INOUT(v, N * sizeof *v)};
        assert_int_equal(ctsar_task(t, &affine, 0, N, p, 2, 0), CTSAR_OK);
        assert_int_equal(ctsar_tasks_flush(t, false), CTSAR_OK);
        assert_int_equal(ctsar_task(t, &affine, 0, N, p, 2, 0), CTSAR_OK);
        done();
        assert_int_equal(v[N - 1], 4);
        munmap(v, N * sizeof *v);
        for (int k = 0; k < (is_checked() || THREADS_WATCHED ? 100 : LATER);
             ++k) { /* it is forgotten meanwhile */
            const ctsar_access own[] = {CTSAR_VALUE(&one, sizeof one),
                                        CTSAR_INOUT(&later[k], sizeof *later)};
            assert_int_equal(ctsar_task(t, &affine, 0, 1, own, 2, 0), CTSAR_OK);
        }
        ctsar_tasks_free(&t);
    }
}

static double cpu_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void who_has_nothing_to_do_sleeps(void **state)
{
    (void)state;
    make("cpu:4,emu:2", NULL, "real");
    tiles();
    /* Who spins takes CPU seconds each time. On a busy machine threads come to their sleep late. */
    for (int times = 0; times < 20; ++times) {
        usleep(20000);
        double before = cpu_seconds();
        usleep(300000);
        if (cpu_seconds() - before < 0.01)
            return;
    }
    fail_msg("threads that have nothing to do take processors");
}

enum { HERE, THERE };
static atomic_int inside[2];
static atomic_bool met;

/* Goes on when two cores and an accelerator are in such bodies at once. */
static void meet_body(const ctsar_call *c)
{
    const void *host = *(void *const *)c->arg[1];
    const int where = c->arg[0] == host ? HERE : THERE;
    inside[where]++;
    for (int patience = 100000; patience > 0 && !met; --patience) {
        if (inside[HERE] == 2 && inside[THERE] == 1)
            met = true;
        usleep(200);
    }
    inside[where]--;
    ++*(long *)c->arg[0];
}
static const ctsar_kernel meet_kernel = {.name = "meet", .host = meet_body};

/* Who drives it, and waits for it, takes no core's place. */
static void no_core_is_lost_to_an_accelerator(void **state)
{
    enum { TASKS = 16 };
    static long cell[TASKS][8];
    (void)state;
    if (!is_emulated() || is_checked()) /* bodies wait for each other */
        skip();
    memset(cell, 0, sizeof cell);
    met = false;
    make("cpu:2,emu:1", NULL, "real");
    for (int k = 0; k < TASKS; ++k) {
        void *host = cell[k];
        const ctsar_access a[] = {CTSAR_INOUT(cell[k], sizeof cell[k]),
                                  CTSAR_VALUE(&host, sizeof host)};
        assert_int_equal(ctsar_task(t, &meet_kernel, 0, 1, a, 2, 0), CTSAR_OK);
    }
    done();
    for (int k = 0; k < TASKS; ++k)
        assert_int_equal(cell[k][0], 1);
    assert_true(met);
}

/* ---- Regions ------------------------------------------------------------------------------ */

static void what_a_region_persists_is_seen(void **state)
{
    enum { N = 256 };
    static int v[N];
    int one = 1;
    ctsar *s = NULL;
    (void)state;
    if (!is_emulated())
        return;
    make("emu:1", NULL, "real");
    assert_int_equal(ctsar_init(&s, N, CTSAR_STATIC, CTSAR_DEV_GPU, NULL, NULL), CTSAR_OK);
    for (int pass = 0; pass < 2; ++pass) {
        do {
            int *u = ctsar_reg_mem(s, v, sizeof *v, N,
                                   CTSAR_MEM_PARTIAL | CTSAR_MEM_INOUT | CTSAR_MEM_PERSIST);
            ctsar_next(s, N);
            for (long i = CSTART(s); i < CEND(s); ++i)
                u[i] += 10;
        } while (ctsar_loop(s));
        const ctsar_access p[] = {CTSAR_VALUE(&one, sizeof one), CTSAR_INOUT(&v[8], 100)};
        assert_int_equal(ctsar_task(t, &affine, 0, 25, p, 2, 0), CTSAR_OK);
        done();
    }
    ctsar_sync_mem(s, v);
    for (int i = 0; i < N; ++i)
        assert_int_equal(v[i], i >= 8 && i < 33 ? (31 + 10) * 3 + 1 : 20);
    ctsar_free(&s);
}

/* ---- The end of the program --------------------------------------------------------------------
 */

static int ended[8];
static void slow_body(const ctsar_call *c)
{
    usleep(20000);
    ++*(int *)c->arg[0];
}
static const ctsar_kernel slow_kernel = {.name = "slow", .host = slow_body};

typedef enum ending { WAITS, DOES_NOT_WAIT, IS_A_CHILD } ending;

/* A set of its own, whose only task is over when it ends, in a child of the program. */
static void go_on_as_child(void)
{
    ctsar_tasks *own = NULL;
    const ctsar_access a = CTSAR_INOUT(&ended[0], sizeof ended[0]);
    if (fork() != 0)
        _exit(wait(NULL) < 0); /* the parent says nothing */
    int status = ctsar_tasks_init(&own, CTSAR_DEV_ALL, CTSAR_EARLIEST);
    if (!status)
        status = ctsar_task(own, &slow_kernel, 0, 1, &a, 1, 0);
    if (!status)
        status = ctsar_tasks_wait(own, NULL);
    if (status) {
        fprintf(stderr, "the program ends in a child: %s\n", ctsar_last_error(NULL));
        _exit(1);
    }
}

/* The program ends after eight tasks have been submitted; a wait for them, or none. */
static void end_program(ending how)
{
    make("cpu:2", NULL, "real");
    for (int i = 0; i < 8; ++i) {
        const ctsar_access a = CTSAR_INOUT(&ended[i], sizeof ended[i]);
        (void)ctsar_task(t, &slow_kernel, 0, 1, &a, 1, 0);
    }
    if (how == WAITS)
        (void)ctsar_tasks_wait(t, NULL);
    if (how == IS_A_CHILD)
        go_on_as_child();
    exit(0);
}

/* What it says on stderr. */
static const char *said_at_end(ending how)
{
    static char said[4000];
    int ends[2], status;
    ssize_t length = 0, more;
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], STDERR_FILENO);
        dup2(ends[1], STDOUT_FILENO);
        close(ends[0]);
        close(ends[1]);
        end_program(how);
    }
    close(ends[1]);
    while ((more = read(ends[0], said + length, sizeof said - 1 - (size_t)length)) > 0)
        length += more;
    said[length] = '\0';
    close(ends[0]);
    assert_int_equal(waitpid(child, &status, 0), child);
    return said;
}

static void a_program_that_ends_before_its_tasks_is_told(void **state)
{
    (void)state;
    if (!FORKS_BESIDE_THREADS)
        skip();
    assert_non_null(
        strstr(said_at_end(DOES_NOT_WAIT), "ctsar: warning: tasks: the program ends, and "));
    assert_null(strstr(said_at_end(WAITS), "the program ends"));
    const char *said = said_at_end(IS_A_CHILD);
    if (strstr(said, "the program ends"))
        fail_msg("%s", said);
}

/* ---- What a body was given --------------------------------------------------------------------
 */

enum { GIVEN = 64, LEAST = 4 };
static int given[GIVEN][GIVEN];
static atomic_int refusal; /* bodies of several threads note it */
static void halve_body(const ctsar_call *c);
static const ctsar_kernel halve_kernel = {.name = "halve", .host = halve_body};

/* Each half is a task's own, found by the pointer; what they add is the parent's, too. */
static void halve_body(const ctsar_call *c)
{
    int *at = c->arg[0];
    long half = (c->end - c->start) / 2;
    for (long i = 0; i < 2 * half; ++i)
        at[i]++;
    for (int i = 0; i < 2 && half >= LEAST; ++i) {
        const ctsar_access part = CTSAR_INOUT(at + i * half, (size_t)half * sizeof *at);
        int status = ctsar_task(t, &halve_kernel, 0, half, &part, 1, 0);
        refusal = status ? status : refusal;
    }
}

/* The rows of a box lie elsewhere on an accelerator. */
static void give_row_body(const ctsar_call *c)
{
    int *at = c->arg[0];
    const ctsar_access part = CTSAR_INOUT(at + c->strides[0][0], 8 * sizeof *at);
    int status = ctsar_task(t, &halve_kernel, 0, 8, &part, 1, 0);
    refusal = status ? status : refusal;
}
static const ctsar_kernel give_row_kernel = {.name = "give_row", .host = give_row_body};

static void a_body_may_give_parts_of_what_it_was_given(void **state)
{
    static const char *const devices[] = {"cpu:1", "cpu:2", "emu:1", "cpu:1,emu:2"};
    (void)state;
    if (!is_emulated()) /* bodies are the host's functions */
        skip();
    for (size_t d = 0; d < 2 * sizeof devices / sizeof *devices; ++d) {
        make(devices[d / 2], NULL, d % 2 ? "virtual" : "real");
        memset(given, 0, sizeof given);
        refusal = CTSAR_OK;
        const ctsar_access row = CTSAR_INOUT(given[3], sizeof given[3]);
        for (int k = 0; k < 5; ++k)
            assert_int_equal(ctsar_task(t, &halve_kernel, 0, GIVEN, &row, 1, 0), CTSAR_OK);
        done();
        assert_int_equal(refusal, CTSAR_OK);
        for (int i = 0; i < GIVEN; ++i)
            assert_int_equal(given[3][i], 5 * 5);
        ctsar_tasks_free(&t);
    }
}

static void of_a_box_a_body_may_give_no_part_by_its_pointer(void **state)
{
    (void)state;
    if (!is_emulated() || is_checked())
        skip();
    make("emu:1", NULL, "real");
    refusal = CTSAR_OK;
    const ctsar_access box = CTSAR_INOUT_BOX(given, sizeof **given, {GIVEN, 2, 4}, {GIVEN, 8, 8});
    assert_int_equal(ctsar_task(t, &give_row_kernel, 0, 4, &box, 1, 0), CTSAR_OK);
    done();
    assert_int_equal(refusal, CTSAR_EINVAL);
}

/* A region may have a wait look for long, which keeps a core from other tasks. */
static void who_waits_for_a_task_on_a_device_looks_no_longer_than_a_sleep_costs(void **state)
{
    (void)state;
    if (!is_emulated() || is_checked()) /* no accelerator takes part */
        skip();
    make("emu:1", NULL, "real");
    t->unit[1].device->patience = 1;
    fill();
    assert_int_equal(multiply(), CTSAR_OK);
    done();
    assert_true(t->unit[1].device->patience == 0);
    assert_memory_equal(x, right, sizeof x);
}

/* ---- Failure ------------------------------------------------------------------------------ */

/* What the message says that can be done. */
static void compute_anew(void)
{
    char where[200];
    snprintf(where, sizeof where,
             "bytes 0 to %zu of each of %d blocks of %zu, %zu bytes apart on the host, of the part "
             "of tasks at ",
             TILE * sizeof **x - 1, (int)TILE, TILE * sizeof **x, SIZE * sizeof **x);
    assert_non_null(strstr(ctsar_last_error(NULL), where));
    assert_non_null(strstr(ctsar_last_error(NULL), "write them anew after ctsar_tasks_wait"));
    tiles();
}

/* With what is written through nothing is lost.  Else it may be where a copy was not over, which is
 * told. */
static void other_units_go_on_where_a_device_fails(void **state)
{
    static const char *const fails[] = {"launch:1",   "launch:20",  "copy_in:1", "copy_in:30",
                                        "copy_out:1", "copy_out:7", "wait:1",    "wait:40",
                                        "commit:3",   "reserve:2"};
    (void)state;
    if (!is_emulated() || is_checked()) /* no accelerator takes part */
        skip();
    for (size_t i = 0; i < 4 * sizeof fails / sizeof *fails; ++i) {
        char emu[100];
        bool through = i % 2, virtual = i / 2 % 2;
        snprintf(emu, sizeof emu, "speed=4,fail=%s;speed=2", fails[i / 4]);
        units("cpu:2,emu:2", emu, virtual ? "virtual" : "real");
        setenv("CTSAR_CACHE", through ? "writethrough" : "writeback", 1);
        assert_int_equal(ctsar_tasks_init(&t, CTSAR_DEV_ALL, CTSAR_BREADTH), CTSAR_OK);
        fill();
        int status = multiply();
        int waited = ctsar_tasks_wait(t, NULL);
        status = status ? status : waited;
        if (status) {
            assert_error(status, CTSAR_EDEVICE, "existed only on emu0, which has failed");
            assert_false(through);
            assert_int_equal(strncmp(fails[i / 4], "wait", 4), 0);
            compute_anew();
        } else
            assert_memory_equal(x, right, sizeof x);
        ctsar_tasks_free(&t);
    }
}

static void without_a_unit_left_there_is_an_error(void **state)
{
    (void)state;
    if (!is_emulated() || is_checked()) /* no accelerator takes part */
        skip();
    make("emu:1", "fail=launch:3", "real");
    fill();
    int status = multiply();
    int waited = ctsar_tasks_wait(t, NULL);
    assert_error(status ? status : waited, CTSAR_ENODEV, "emu0 takes no part any more");
    /* The set can say so again. */
    assert_error(multiply_tile(0, 0, 0), CTSAR_ENODEV, "no unit of the tasks can execute kernel");
}

/* ---- Mistakes ----------------------------------------------------------------------------- */

static void the_environment_is_told_of(void **state)
{
    (void)state;
    units("fpga", NULL, NULL);
    assert_error(ctsar_tasks_init(&t, CTSAR_DEV_ALL, CTSAR_EARLIEST), CTSAR_ENODEV, "fpga");
    units("cpu:2", NULL, NULL);
    setenv("CTSAR_CHUNK", "many", 1);
    assert_error(ctsar_tasks_init(&t, CTSAR_DEV_ALL, CTSAR_EARLIEST), CTSAR_ECONFIG, "CTSAR_CHUNK");
    assert_null(t);
}

static void mistakes_are_told(void **state)
{
    static int v[16];
    static const ctsar_kernel formless = {.name = "formless"};
    static const ctsar_kernel cl = {.name = "cl", .opencl_source = ""};
    const ctsar_access in[] = {CTSAR_IN(v, 40), CTSAR_OUT(&v[5], 20)};
    const ctsar_access none[] = {CTSAR_IN(NULL, 40)};
    const ctsar_access empty_box[] = {CTSAR_IN_BOX(v, 4, {16, 3, 0})};
    const ctsar_access huge[] = {CTSAR_IN_BOX(v, 4, {SIZE_MAX / 4, 0, 1}, {8, 0, 1})};
    const ctsar_access last[] = {CTSAR_IN((char *)UINTPTR_MAX - 7, 16)};
    const ctsar_access odd[] = {{.kind = 9, .host = v, .size = 4}};
    const ctsar_access uncounted[] = {{.host = v, .size = 4, .side = {{16, 0, 16}}}};
    const ctsar_access five[] = {{.sides = 5, .host = v, .size = 4, .side = {{16, 0, 16}}}};
    const ctsar_access half[] = {CTSAR_REDUCTION(v, 4, NULL, plus)};
    const ctsar_access twice[] = {CTSAR_REDUCTION(v, 4, &identity, plus), CTSAR_IN(v, 4)};
    (void)state;
    units("cpu:2", NULL, NULL);
    assert_error(ctsar_tasks_init(NULL, CTSAR_DEV_ALL, CTSAR_EARLIEST), CTSAR_EINVAL, "is NULL");
    assert_error(ctsar_tasks_init(&t, 0, CTSAR_EARLIEST), CTSAR_EINVAL, "devices is 0");
    assert_error(ctsar_tasks_init(&t, CTSAR_DEV_ALL, (ctsar_placement)99), CTSAR_EINVAL,
                 "placement 99 is unknown; there are: earliest");
    assert_null(t);
    assert_error(ctsar_task(NULL, &nothing, 0, 1, NULL, 0, 0), CTSAR_EINVAL, "ctsar_tasks_init");
    assert_error(ctsar_tasks_wait(NULL, NULL), CTSAR_EINVAL, "ctsar_tasks_init");
    make("cpu:2", NULL, NULL);
    assert_error(ctsar_task(t, NULL, 0, 1, NULL, 0, 0), CTSAR_EINVAL, "kernel");
    assert_error(ctsar_task(t, &formless, 0, 1, NULL, 0, 0), CTSAR_EINVAL, "formless has no form");
    assert_error(ctsar_task(t, &cl, 0, 1, NULL, 0, 0), CTSAR_ENODEV, "can execute kernel cl");
    assert_error(ctsar_task(t, &nothing, 3, 3, NULL, 0, 0), CTSAR_EINVAL, "lo < hi");
    assert_error(ctsar_task(t, &nothing, 0, 1, NULL, 2, 0), CTSAR_EINVAL,
                 "2 accesses at (nil); kernel must not be NULL");
    assert_error(ctsar_task(t, &nothing, 0, 1, in, 2, 0), CTSAR_EINVAL, "accesses 0 and 1");
    assert_error(ctsar_task(t, &nothing, 0, 1, twice, 2, 0), CTSAR_EINVAL, "accesses 0 and 1");
    assert_error(ctsar_task(t, &nothing, 0, 1, none, 1, 0), CTSAR_EINVAL,
                 "40 bytes at (nil); it needs an address");
    assert_error(ctsar_task(t, &nothing, 0, 1, empty_box, 1, 0), CTSAR_EINVAL, "the box 0 of them");
    assert_error(ctsar_task(t, &nothing, 0, 1, huge, 1, 0), CTSAR_EOVERFLOW, "");
    assert_error(ctsar_task(t, &nothing, 0, 1, last, 1, 0), CTSAR_EOVERFLOW, "address space");
    assert_error(ctsar_task(t, &nothing, LONG_MIN, LONG_MAX, NULL, 0, 0), CTSAR_EOVERFLOW,
                 "more than a long counts");
    assert_error(ctsar_task(t, &nothing, 0, 1, odd, 1, 0), CTSAR_EINVAL, "kind 9");
    assert_error(ctsar_task(t, &nothing, 0, 1, uncounted, 1, 0), CTSAR_EINVAL, "0 sides");
    assert_error(ctsar_task(t, &nothing, 0, 1, five, 1, 0), CTSAR_EINVAL, "5 dimensions");
    assert_error(ctsar_task(t, &nothing, 0, 1, half, 1, 0), CTSAR_EINVAL, "without an identity");
    done();
    chain(); /* nothing of that is left */
}

/* Of a matrix without rows or columns, which is no vector. */
static void a_box_of_an_empty_array_is_refused(void **state)
{
    const ctsar_access no_columns[] = {CTSAR_OUT_BOX(x, 4, {4, 0, 4}, {0, 0, 4})};
    const ctsar_access none_of_none[] = {CTSAR_OUT_BOX(x, 4, {4, 0, 4}, {0, 0, 0})};
    const ctsar_access no_rows[] = {CTSAR_OUT_BOX(x, 4, {0, 0, 0}, {4, 0, 4})};
    static const char *const devices[] = {"cpu:1", "cpu:2", "cpu:1,emu:1"};
    (void)state;
    for (size_t i = 0; i < sizeof devices / sizeof *devices; ++i) {
        make(devices[i], NULL, NULL);
        assert_error(ctsar_task(t, &nothing, 0, 1, no_columns, 1, 0), CTSAR_EINVAL,
                     "dimension 1 has 0 elements, and the box 4");
        assert_error(ctsar_task(t, &nothing, 0, 1, none_of_none, 1, 0), CTSAR_EINVAL,
                     "dimension 1 has 0 elements, and the box 0");
        assert_error(ctsar_task(t, &nothing, 0, 1, no_rows, 1, 0), CTSAR_EINVAL,
                     "dimension 0 has 0 elements, and the box 0");
        ctsar_tasks_free(&t);
    }
}

static void ends(const ctsar_call *c)
{
    *(int *)c->arg[0] += 1;
}

static void another_kernel_may_come_to_the_address_of_one_that_is_over(void **state)
{
    int n = 0;
    const ctsar_access a[] = {CTSAR_INOUT(&n, sizeof n)};
    ctsar_kernel k = {.name = "on devices", .opencl_source = "x"};
    (void)state;
    make("cpu:2", NULL, NULL);
    for (int times = 0; times < 2; ++times) {
        k = (ctsar_kernel){.name = "on devices", .opencl_source = "x"};
        assert_error(ctsar_task(t, &k, 0, 1, a, 1, 0), CTSAR_ENODEV, "execute kernel on devices");
        k = (ctsar_kernel){.name = "on cores", .host = ends};
        assert_int_equal(ctsar_task(t, &k, 0, 1, a, 1, 0), CTSAR_OK);
        assert_int_equal(ctsar_tasks_wait(t, NULL), CTSAR_OK);
    }
    assert_int_equal(n, 2);
    done();
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup_tasks, end_tasks)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_chain_is_executed_in_its_order),
        TEST(tiles_of_a_matrix_are_multiplied),
        TEST(an_array_may_be_cut_in_several_ways),
        TEST(reductions_are_folded_in_the_order_of_the_calls),
        TEST(reductions_of_groups),
        TEST(a_body_may_submit_tasks_and_not_wait),
        TEST(many_tasks_take_bounded_memory),
        TEST(few_parts_are_kept_that_nobody_accesses),
        TEST(a_steady_stream_keeps_no_more_parts),
        TEST(a_call_looks_at_few_parts),
        TEST(of_many_small_parts_several_make_room),
        TEST(parts_left_after_a_wait_make_room),
        TEST(who_submits_small_tasks_executes_some),
        TEST(who_submits_small_tasks_executes_some_beside_an_accelerator),
        TEST(who_submits_short_tasks_executes_some_of_very_many_beside_an_accelerator),
        TEST(what_driving_an_accelerator_takes_counts_as_the_task),
        TEST(an_accelerator_has_no_longer_queue_than_it_needs),
        TEST(an_accelerator_alone_has_all_tasks),
        TEST(a_small_task_begins_without_a_wait),
        TEST(who_submits_too_many_goes_on_whoever_executes_them),
        TEST(threads_that_submit_too_many_all_go_on),
        TEST(who_waits_beside_another_executes_what_that_one_leaves),
        TEST(a_part_that_is_waited_for_is_current_with_what_overlaps_it),
        TEST(a_body_that_has_waited_for_another_set_is_still_one),
        TEST(threads_submit_and_wait_side_by_side),
        TEST(one_can_wait_for_a_part),
        TEST(the_report_s_time_begins_with_the_first_task),
        TEST(what_is_flushed_stays_on_the_unit),
        TEST(what_comes_home_early_is_expected_there),
        TEST(an_array_may_go_after_a_wait_for_all),
        TEST(no_core_is_lost_to_an_accelerator),
        TEST(who_has_nothing_to_do_sleeps),
        TEST(what_a_region_persists_is_seen),
        TEST(a_program_that_ends_before_its_tasks_is_told),
        TEST(a_body_may_give_parts_of_what_it_was_given),
        TEST(of_a_box_a_body_may_give_no_part_by_its_pointer),
        TEST(who_waits_for_a_task_on_a_device_looks_no_longer_than_a_sleep_costs),
        TEST(other_units_go_on_where_a_device_fails),
        TEST(without_a_unit_left_there_is_an_error),
        TEST(the_environment_is_told_of),
        TEST(mistakes_are_told),
        TEST(a_box_of_an_empty_array_is_refused),
        TEST(another_kernel_may_come_to_the_address_of_one_that_is_over),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What an accelerator costs that is left out: nothing is asked of its threads or of the device,
 * nobody waits for it, and what it has comes home when somebody needs it. */
#include <omp.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "device/device.h"
#include "region/state.h"
#include "support/environment.h"
#include "support/region.h"
#include "base/barrier.h"
#include "threads/worker.h"

enum { THREADS = 2, ROWS = 256, ROW = 64 };

static char rows[ROWS][ROW];

/* ---- Counting ---------------------------------------------------------------------------- */

/* Of one pass. */
static struct {
    _Atomic long jobs;     /* that wake a thread of an accelerator */
    _Atomic long arrivals; /* at the barrier */
    _Atomic long launches, bytes_in, bytes_out;
    _Atomic long away; /* iterations that were not executed in the host's memory */
} count;

int __real_ctsar__workers_submit(ctsar__workers *w, ctsar__job *job);
int __wrap_ctsar__workers_submit(ctsar__workers *w, ctsar__job *job);
int __wrap_ctsar__workers_submit(ctsar__workers *w, ctsar__job *job)
{
    count.jobs++;
    return __real_ctsar__workers_submit(w, job);
}

ctsar__arrival __real_ctsar__barrier_arrive(ctsar__barrier *b, unsigned threads, bool news);
ctsar__arrival __wrap_ctsar__barrier_arrive(ctsar__barrier *b, unsigned threads, bool news);
ctsar__arrival __wrap_ctsar__barrier_arrive(ctsar__barrier *b, unsigned threads, bool news)
{
    count.arrivals++;
    return __real_ctsar__barrier_arrive(b, threads, news);
}

static const ctsar__backend *backend;
static ctsar__backend counting;

static int launch(ctsar__device *d, int slot, const ctsar__launch *l, ctsar__event *e)
{
    count.launches++;
    return backend->launch(d, slot, l, e);
}

static int copy_in(ctsar__device *d, int slot, const ctsar__copy2d *c, ctsar__event *e)
{
    count.bytes_in += (long)(c->width * c->rows);
    return backend->copy_in(d, slot, c, e);
}

static int copy_out(ctsar__device *d, int slot, const ctsar__copy2d *c, ctsar__event *e)
{
    count.bytes_out += (long)(c->width * c->rows);
    return backend->copy_out(d, slot, c, e);
}

static void count_of(ctsar__device *d)
{
    backend = d->backend;
    counting = *backend;
    counting.launch = launch;
    counting.copy_in = copy_in;
    counting.copy_out = copy_out;
    d->backend = &counting;
}

/* ---- Passes ------------------------------------------------------------------------------ */

static void add_host(const ctsar_call *c)
{
    char(*row)[ROW] = c->arg[0];
    for (long i = c->start; i < c->end; ++i)
        row[i][0]++;
    if (row != rows)
        count.away += c->end - c->start;
}

/* CTSAR_VIRTUAL_VERSIONS gives them their times. */
static const ctsar_kernel fast = {.name = "fast", .host = add_host},
                          slow = {.name = "slow", .host = add_host};
static const ctsar_kernel *const fast_alone[] = {&fast, NULL}, *const slow_alone[] = {&slow, NULL};
static const ctsar_kernel quick = {.name = "quick", .versions = fast_alone},
                          tardy = {.name = "tardy", .versions = slow_alone};

static void open_region(ctsar_policy policy)
{
    memset(rows, 0, sizeof rows);
    assert_int_equal(ctsar_init(&s, ROWS, policy, CTSAR_DEV_ALL, NULL, NULL), CTSAR_OK);
    s->pass.reporting = true;
    count_of(s->pass.acc[0].device);
}

static void close_region(void **state)
{
    assert_string_equal(ctsar_last_error(s), "");
    s->pass.acc[0].device->backend = backend;
    end_region(state);
}

static void pass(const ctsar_kernel *k, long n, unsigned flags)
{
    memset(&count, 0, sizeof count);
#pragma omp parallel num_threads(THREADS)
    do {
        ctsar_reg_mem(s, rows, ROW, ROWS, CTSAR_MEM_PARTIAL | CTSAR_MEM_INOUT | flags);
        ctsar_next(s, (size_t)n);
        ctsar_launch(s, k, (ctsar_arg[]){CTSAR_ARG_MEM(rows)}, 1);
    } while (ctsar_loop(s));
}

static void assert_rows(long lo, long hi, int value)
{
    for (long i = lo; i < hi; ++i)
        if (rows[i][0] != (char)value)
            fail_msg("row %ld is %d, not %d", i, rows[i][0], value);
}

/* ---- Nothing is asked of it ---------------------------------------------------------------- */

/* Each round has an arrival of each thread, and of no accelerator. */
static void assert_nobody_was_asked(void)
{
    assert_int_equal(count.jobs, 0);
    assert_int_equal(count.launches, 0);
    assert_int_equal(count.bytes_in + count.bytes_out, 0);
    assert_true(count.arrivals >= THREADS);
    assert_int_equal(count.arrivals % THREADS, 0);
}

static void an_accelerator_that_takes_part_wakes_threads_and_is_waited_for(void **state)
{
    units("cpu:2,emu:1", NULL, "real");
    open_region(CTSAR_STATIC);
    pass(&quick, ROWS, 0);
    assert_true(count.jobs > 0 && count.launches > 0 && count.bytes_in > 0);
    assert_int_equal(count.arrivals, THREADS + 1);
    assert_rows(0, ROWS, 1);
    close_region(state);
}

static void one_that_is_left_out_is_asked_for_nothing(void **state)
{
    static const ctsar_policy policies[] = {CTSAR_ADAPTIVE, CTSAR_SPLIT,         CTSAR_QUICK,
                                            CTSAR_CHUNK,    CTSAR_CHUNK_DYNAMIC, CTSAR_HYBRID,
                                            CTSAR_AUTO};
    enum { POLICIES = sizeof policies / sizeof *policies, WANTED = 30, TRIED = 3000 };
    for (int p = 0; p < POLICIES; ++p) {
        int left_out = 0, passes = 0;
        units("cpu:2,emu:1", "speed=0.01,latency=5ms", "real");
        unsetenv("CTSAR_BACKOFF");
        open_region(policies[p]);
        while (left_out < WANTED && passes < TRIED) {
            pass(&quick, ROWS, 0);
            passes++;
            if (count.away == 0) {
                assert_nobody_was_asked();
                left_out++;
            }
        }
        assert_int_equal(left_out, WANTED);
        assert_rows(0, ROWS, passes);
        close_region(state);
    }
}

/* ---- What it has comes home late ----------------------------------------------------------- */

/* Sums over passes until `wanted` in a row have had no launch. */
static long until_left_out(int wanted, long *bytes_out)
{
    long passes = 0;
    *bytes_out = 0;
    for (int alone = 0; alone < wanted; ++passes) {
        assert_true(passes < 200);
        pass(&tardy, ROWS / 2, CTSAR_MEM_PERSIST);
        alone = count.launches ? 0 : alone + 1;
        *bytes_out += count.bytes_out;
    }
    return passes;
}

static void persisted_data_come_home_from_it_when_they_are_needed(void **state)
{
    static const ctsar_policy policies[] = {CTSAR_ADAPTIVE, CTSAR_QUICK, CTSAR_HYBRID, CTSAR_AUTO};
    for (size_t p = 0; p < sizeof policies / sizeof *policies; ++p) {
        enum { FAST = 40 };
        long half, rest;
        units("cpu:2,emu:1", "speed=50,latency=1us,bandwidth=10GB/s", "virtual");
        setenv("CTSAR_VIRTUAL_ITER", "10us", 1);
        setenv("CTSAR_VIRTUAL_VERSIONS", "emu/slow=4000", 1);
        open_region(policies[p]);
        for (int i = 0; i < FAST; ++i)
            pass(&quick, ROWS, CTSAR_MEM_PERSIST);
        assert_true(count.launches > 0);
        assert_int_equal(count.bytes_out, 0); /* all stay */

        long passes = until_left_out(5, &half);
        printf("%ld passes over half of the rows: %ld bytes came home\n", passes, half);
        assert_true(half > 0 && half <= ROWS / 2 * ROW);
        pass(&tardy, ROWS / 2, CTSAR_MEM_PERSIST);
        assert_int_equal(count.launches + count.bytes_in + count.bytes_out, 0);

        pass(&tardy, ROWS, CTSAR_MEM_PERSIST); /* the cores need the other half, once */
        rest = count.bytes_out;
        printf("a pass over all: %ld launches, %ld bytes came home\n", count.launches, rest);
        assert_int_equal(count.launches, 0);
        assert_true(rest > 0 && rest <= ROWS / 2 * ROW);
        pass(&tardy, ROWS, CTSAR_MEM_PERSIST);
        assert_int_equal(count.launches + count.bytes_in + count.bytes_out, 0);
        assert_int_equal(ctsar_depersist(rows), CTSAR_OK);
        assert_rows(0, ROWS / 2, FAST + (int)passes + 3);
        assert_rows(ROWS / 2, ROWS, FAST + 2);
        close_region(state);
    }
}

#define TEST(name) cmocka_unit_test_setup(name, setup_region)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(an_accelerator_that_takes_part_wakes_threads_and_is_waited_for),
        TEST(one_that_is_left_out_is_asked_for_nothing),
        TEST(persisted_data_come_home_from_it_when_they_are_needed),
    };
    return cmocka_run_group_tests_name("left_out", tests, NULL, NULL);
}

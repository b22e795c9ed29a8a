/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Of the tasks that an accelerator has, the first whose data are there begins first; where it
 * executes several kernels at once, several do. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "ctsar.h"
#include "device/device.h"
#include "support/environment.h"
#include "support/task_set.h"
#include "task/state.h"

enum { MUCH = 1000000 /* bytes, a second */, N = 8 };

static unsigned char much[MUCH];
static int few[N];

static void make(const char *emu, const char *clock)
{
    units("emu:1", emu, clock);
    setenv("CTSAR_PREFETCH", "3", 1);
    setenv("CTSAR_VIRTUAL_ITER", "1ms", 1);
    memset(few, 0, sizeof few);
    memset(much, 1, sizeof much);
    assert_int_equal(ctsar_tasks_init(&t, CTSAR_DEV_ALL, CTSAR_PLACEMENT_DEFAULT), CTSAR_OK);
}

static atomic_int counted;
static void count_host(const ctsar_call *c)
{
    int *at = c->arg[0];
    for (int i = 0; i < N; ++i)
        at[i]++;
    counted++;
}
static const ctsar_kernel count = {.name = "count", .host = count_host};

static atomic_long sum;
static void sum_host(const ctsar_call *c)
{
    const unsigned char *at = c->arg[0];
    for (int i = 0; i < MUCH; ++i)
        sum += at[i];
}
static const ctsar_kernel add = {.name = "add", .host = sum_host};

static void submit_count(long iterations)
{
    const ctsar_access a[] = {CTSAR_INOUT(few, sizeof few)};
    assert_int_equal(ctsar_task(t, &count, 0, iterations, a, 1, 0), CTSAR_OK);
}

static void submit_sum(long iterations)
{
    const ctsar_access a[] = {CTSAR_IN(much, sizeof much)};
    assert_int_equal(ctsar_task(t, &add, 0, iterations, a, 1, 1), CTSAR_OK);
}

/* Its outputs stay there. */
static void flush(void)
{
    assert_int_equal(ctsar_tasks_flush(t, false), CTSAR_OK);
}

/* ---- Virtual clock --------------------------------------------------------------------------- */

/* Once both of them are known. */
static double began(void)
{
    submit_count(500);
    flush();
    return t->now;
}

static void a_kernel_whose_data_are_there_begins_before_one_whose_data_come(void **state)
{
    (void)state;
    make("bandwidth=1MB/s", "virtual");
    double before = began();
    submit_sum(100); /* is taken first: it comes for 1 s, computes for 0.1 s */
    submit_count(500);
    flush();
    assert_float_equal(t->now - before, 1.1, 1e-9);
}

/* It does not have what another task's slot is copying, though it copies nothing. */
static void a_kernel_waits_for_data_that_come_for_another(void **state)
{
    (void)state;
    make("bandwidth=1MB/s", "virtual");
    double before = began();
    submit_sum(100);
    submit_sum(100);
    flush();
    assert_float_equal(t->now - before, 1.2, 1e-9);
}

/* A kernel that has begun is not interrupted. */
static void a_kernel_that_has_begun_ends(void **state)
{
    (void)state;
    make("bandwidth=1MB/s", "virtual");
    double before = began();
    submit_sum(100);
    submit_count(1500);
    flush();
    assert_float_equal(t->now - before, 1.6, 1e-9);
}

static void submit_alone(int *at, long iterations)
{
    const ctsar_access a[] = {CTSAR_INOUT(at, N * sizeof *at)};
    assert_int_equal(ctsar_task(t, &count, 0, iterations, a, 1, 0), CTSAR_OK);
}

/* So many independent tasks of 0.5 s each, whose data are there. */
static double seconds_of(const char *emu, int tasks)
{
    static int part[16][N];
    make(emu, "virtual");
    double before = 0;
    for (int again = 0; again < 2; ++again) {
        before = t->now;
        for (int i = 0; i < tasks; ++i)
            submit_alone(part[i], 500);
        flush();
    }
    double took = t->now - before;
    ctsar_tasks_free(&t);
    return took;
}

static void several_kernels_are_executed_at_once_where_the_accelerator_can(void **state)
{
    (void)state;
    assert_float_equal(seconds_of(NULL, 2), 1, 1e-9);
    assert_float_equal(seconds_of("kernels=1", 2), 1, 1e-9);
    assert_float_equal(seconds_of("kernels=2", 2), 0.5, 1e-9);
    assert_float_equal(seconds_of("kernels=2", 3), 1, 1e-9);
    assert_float_equal(seconds_of("kernels=2", 16), 4, 1e-9);
    assert_float_equal(seconds_of("kernels=8,speed=2", 16), 0.5, 1e-9);
}

/* Copies still come one after the other, and a kernel does not wait for another one's output. */
static void copies_are_not_executed_at_once(void **state)
{
    (void)state;
    make("kernels=2,bandwidth=1MB/s", "virtual");
    double before = began();
    static unsigned char other[MUCH];
    const ctsar_access a[] = {CTSAR_IN(other, sizeof other)};
    submit_sum(1500);
    assert_int_equal(ctsar_task(t, &add, 0, 1500, a, 1, 0), CTSAR_OK);
    submit_count(500);
    flush();
    assert_float_equal(t->now - before, 3.5, 1e-9); /* 1 to 2.5, 2 to 3.5, 0 to 0.5 */
}

/* Two accelerators, of which one executes twice as many kernels at once. */
static void tasks_go_to_the_accelerator_that_executes_more_at_once(void **state)
{
    enum { TASKS = 30 };
    static int part[TASKS][N];
    (void)state;
    units("emu:2", "kernels=2;kernels=1", "virtual");
    setenv("CTSAR_VIRTUAL_ITER", "1ms", 1);
    assert_int_equal(ctsar_tasks_init(&t, CTSAR_DEV_ALL, CTSAR_PLACEMENT_DEFAULT), CTSAR_OK);
    double before = 0;
    for (int again = 0; again < 2; ++again) {
        before = t->now;
        for (int i = 0; i < TASKS; ++i)
            submit_alone(part[i], 100);
        flush();
    }
    assert_float_equal(t->now - before, TASKS / 3 * 0.1, 1e-9);
}

/* ---- Real clock ------------------------------------------------------------------------------ */

enum { CHAIN = 3, PATIENCE = 20000 /* ms */ };

static ctsar__backend slow;
static const ctsar__backend *emulated;
static atomic_bool copying, in_vain;

static bool comes(const atomic_int *number, int value)
{
    const struct timespec moment = {0, 1000000};
    for (int ms = 0; ms < PATIENCE && *number < value; ++ms)
        nanosleep(&moment, NULL);
    return *number >= value;
}

/* Much is not there before all of the chain has been executed. */
static int copy_slowly(ctsar__device *device, int slot, const ctsar__copy2d *c, ctsar__event *event)
{
    if (c->width * c->rows == MUCH) {
        copying = true;
        in_vain = !comes(&counted, CHAIN + 1);
    }
    return emulated->copy_in(device, slot, c, event);
}

static void make_slow(ctsar__device *d)
{
    emulated = d->backend;
    slow = *emulated;
    d->backend = &slow;
}

static void have_copied_slowly(ctsar__device *d)
{
    make_slow(d);
    slow.copy_in = copy_slowly;
}

/* None has been counted, and none is under way. */
static void begin_anew(void)
{
    make(NULL, "real");
    sum = 0;
    counted = 0;
    copying = false;
}

/* Until one is under way. */
static void await_copy(void)
{
    const struct timespec moment = {0, 1000000};
    while (!copying)
        nanosleep(&moment, NULL);
}

/* Neither to begin nor to end. */
static void tasks_whose_data_are_there_do_not_wait_for_a_copy(void **state)
{
    (void)state;
    if (is_checked())
        skip();
    begin_anew();
    submit_count(1);
    flush();
    ctsar__device *d = t->unit[1].device;
    have_copied_slowly(d);
    submit_sum(1);
    submit_sum(1); /* has its data no sooner */
    await_copy();
    for (int i = 0; i < CHAIN; ++i)
        submit_count(1);
    flush();
    d->backend = emulated;
    done();
    assert_false(in_vain);
    assert_int_equal(sum, 2 * MUCH);
    for (int i = 0; i < N; ++i)
        assert_int_equal(few[i], CHAIN + 1);
}

static void add_one(const ctsar_call *c)
{
    *(double *)c->arg[0] += 1;
    counted++;
}
static void add_up(void *into, void *from)
{
    *(double *)into += *(double *)from;
}
static const ctsar_kernel reduce = {.name = "reduce", .host = add_one};
static const double zero;

static void submit_reduction(double *result)
{
    const ctsar_access a[] = {CTSAR_IN(few, sizeof few),
                              CTSAR_REDUCTION(result, sizeof *result, &zero, add_up)};
    const ctsar_access swapped[] = {a[1], a[0]};
    assert_int_equal(ctsar_task(t, &reduce, 0, 1, swapped, 2, 0), CTSAR_OK);
}

/* Nor do their reductions, whether a slot has a private copy from before or not. */
static void reductions_do_not_wait_for_a_copy_of_another_task(void **state)
{
    static double result;
    (void)state;
    if (is_checked())
        skip();
    begin_anew();
    result = 0;
    submit_reduction(&result);
    flush();
    have_copied_slowly(t->unit[1].device);
    submit_sum(1);
    await_copy();
    for (int i = 0; i < CHAIN; ++i)
        submit_reduction(&result);
    flush();
    t->unit[1].device->backend = emulated;
    done();
    assert_false(in_vain);
    assert_int_equal(sum, MUCH);
    assert_float_equal(result, CHAIN + 1, 0);
}

static atomic_int met;
static void meet_host(const ctsar_call *c)
{
    (void)c;
    met++;
    in_vain = !comes(&met, 2) || in_vain;
}
static const ctsar_kernel meeting = {.name = "meeting", .host = meet_host};

static void two_kernels_are_executed_at_once_under_the_real_clock(void **state)
{
    (void)state;
    if (is_checked())
        skip();
    make("kernels=2", "real");
    met = 0;
    in_vain = false;
    for (int i = 0; i < 2; ++i)
        assert_int_equal(ctsar_task(t, &meeting, 0, 1, NULL, 0, 0), CTSAR_OK);
    done();
    assert_false(in_vain);
}

/* ---- Memory ---------------------------------------------------------------------------------- */

/* Private copies are each slot's, however many results there are: what they took would be missing
 * for parts, and for good. */
static void reductions_into_many_places_take_the_memory_of_few(void **state)
{
    enum { RESULTS = 200, HALF = 32 << 10 };
    static double result[RESULTS];
    static char half[HALF];
    (void)state;
    make("memory=64KiB", "real");
    memset(result, 0, sizeof result);
    for (int i = 0; i < 2 * RESULTS; ++i) {
        const ctsar_access a[] = {
            CTSAR_REDUCTION(&result[i % RESULTS], sizeof *result, &zero, add_up)};
        assert_int_equal(ctsar_task(t, &reduce, 0, 1, a, 1, 0), CTSAR_OK);
    }
    done();
    const ctsar_access a[] = {CTSAR_INOUT(half, sizeof half)};
    assert_int_equal(ctsar_task(t, &count, 0, 1, a, 1, 0), CTSAR_OK);
    done();
    for (int i = 0; i < RESULTS; ++i)
        assert_float_equal(result[i], 2, 0);
}

enum { RELAYED = 200, ALL = 64 << 10 };
static atomic_int relayed, big_at;
static atomic_bool *collects;

/* Each waits until the next one has begun: there is always one of them. */
static void relay_host(const ctsar_call *c)
{
    const struct timespec moment = {0, 100000};
    (void)c;
    int own = ++relayed;
    for (int i = 0; i < 10 * PATIENCE && relayed == own && own < RELAYED && !*collects; ++i)
        nanosleep(&moment, NULL);
}
static const ctsar_kernel relaying = {.name = "relay", .host = relay_host};

static void big_host(const ctsar_call *c)
{
    (void)c;
    big_at = relayed;
}
static const ctsar_kernel big = {.name = "big", .host = big_host};

static void submit_relay(void)
{
    const ctsar_access a[] = {CTSAR_IN(few, sizeof few)};
    assert_int_equal(ctsar_task(t, &relaying, 0, 1, a, 1, 0), CTSAR_OK);
}

/* Until a number of the accelerator's is not 0. */
static void wait_for(const int *number)
{
    const struct timespec moment = {0, 1000000};
    ctsar__task_unit *u = &t->unit[1];
    for (int now = 0; !now;) {
        nanosleep(&moment, NULL);
        pthread_mutex_lock(&u->flight);
        now = *number;
        pthread_mutex_unlock(&u->flight);
    }
}

/* Whoever looks for all memory does so for longer than all the others take. */
static int look_slowly(ctsar__device *d, ctsar__space *space, size_t lo, size_t hi)
{
    const struct timespec moment = {0, 50000000};
    if (hi - lo == ALL)
        nanosleep(&moment, NULL);
    return emulated->commit(d, space, lo, hi);
}

/* Those whose data are there would overtake it for ever: one of them always needs that memory. */
static void a_task_that_needs_all_memory_is_not_overtaken_for_ever(void **state)
{
    static char all[ALL];
    (void)state;
    if (is_checked())
        skip();
    make("memory=64KiB,kernels=4", "real");
    relayed = big_at = 0;
    collects = &t->unit[1].collects;
    make_slow(t->unit[1].device);
    slow.commit = look_slowly;
    submit_relay();
    wait_for(&t->unit[1].in_flight);
    const ctsar_access a[] = {CTSAR_INOUT(all, sizeof all)};
    assert_int_equal(ctsar_task(t, &big, 0, 1, a, 1, 1), CTSAR_OK);
    wait_for(&t->unit[1].overtakers);
    for (int i = 1; i < RELAYED; ++i)
        submit_relay();
    flush();
    t->unit[1].device->backend = emulated;
    done();
    assert_int_equal(relayed, RELAYED);
    assert_in_range(big_at, 1, 32);
    assert_false(*collects);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(
            a_kernel_whose_data_are_there_begins_before_one_whose_data_come, setup_tasks,
            end_tasks),
        cmocka_unit_test_setup_teardown(a_kernel_waits_for_data_that_come_for_another, setup_tasks,
                                        end_tasks),
        cmocka_unit_test_setup_teardown(a_kernel_that_has_begun_ends, setup_tasks, end_tasks),
        cmocka_unit_test_setup_teardown(tasks_whose_data_are_there_do_not_wait_for_a_copy,
                                        setup_tasks, end_tasks),
        cmocka_unit_test_setup_teardown(reductions_do_not_wait_for_a_copy_of_another_task,
                                        setup_tasks, end_tasks),
        cmocka_unit_test_setup_teardown(
            several_kernels_are_executed_at_once_where_the_accelerator_can, setup_tasks, end_tasks),
        cmocka_unit_test_setup_teardown(copies_are_not_executed_at_once, setup_tasks, end_tasks),
        cmocka_unit_test_setup_teardown(tasks_go_to_the_accelerator_that_executes_more_at_once,
                                        setup_tasks, end_tasks),
        cmocka_unit_test_setup_teardown(reductions_into_many_places_take_the_memory_of_few,
                                        setup_tasks, end_tasks),
        cmocka_unit_test_setup_teardown(a_task_that_needs_all_memory_is_not_overtaken_for_ever,
                                        setup_tasks, end_tasks),
        cmocka_unit_test_setup_teardown(two_kernels_are_executed_at_once_under_the_real_clock,
                                        setup_tasks, end_tasks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

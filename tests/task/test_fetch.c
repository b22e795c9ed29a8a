/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Of the tasks that an accelerator has, the first whose data are there begins first. */
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

static void have_copied_slowly(ctsar__device *d)
{
    emulated = d->backend;
    slow = *emulated;
    slow.copy_in = copy_slowly;
    d->backend = &slow;
}

/* Neither to begin nor to end. */
static void tasks_whose_data_are_there_do_not_wait_for_a_copy(void **state)
{
    const struct timespec moment = {0, 1000000};
    (void)state;
    if (is_checked())
        skip();
    make(NULL, "real");
    sum = counted = 0;
    copying = false;
    submit_count(1);
    flush();
    ctsar__device *d = t->unit[1].device;
    have_copied_slowly(d);
    submit_sum(1);
    submit_sum(1); /* has its data no sooner */
    while (!copying)
        nanosleep(&moment, NULL);
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
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

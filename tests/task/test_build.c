/* SPDX-License-Identifier: BSD-3-Clause
 *
 * No task waits for a kernel to be built where another unit can execute it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "ctsar.h"
#include "pass/core/build.h"
#include "support/environment.h"
#include "support/task_set.h"
#include "task/state.h"

enum { N = 64, LONGEST = 100000 /* tasks */ };

static int x[N], right;
static ctsar_kernel count; /* of a name that no device has built */

static void count_host(const ctsar_call *c)
{
    int *at = c->arg[0];
    for (long i = c->start; i < c->end; ++i)
        at[i]++;
}

static int setup(void **state)
{
    static int test;
    static char name[40];
    snprintf(name, sizeof name, "count of test %d", test++);
    count = (ctsar_kernel){.name = name, .host = count_host};
    memset(x, 0, sizeof x);
    right = 0;
    return setup_tasks(state);
}

static void make(const char *devices, const char *emu, const char *clock)
{
    units(devices, emu, clock);
    assert_int_equal(ctsar_tasks_init(&t, CTSAR_DEV_ALL, CTSAR_PLACEMENT_DEFAULT), CTSAR_OK);
}

static bool built(int unit)
{
    return ctsar__kernel_is_built(t->unit[unit].device, &count);
}

/* Tasks that the unit has executed, as far as their times were wanted. */
static long executed(int unit)
{
    long sum = 0;
    for (size_t b = 0; b < t->model_buckets; ++b)
        for (ctsar__model *m = t->model[b]; m; m = m->next)
            sum += m->unit[unit].count;
    return sum;
}

static void execute_one(void)
{
    const ctsar_access a[] = {CTSAR_INOUT(x, sizeof x)};
    assert_int_equal(ctsar_task(t, &count, 0, N, a, 1, 0), CTSAR_OK);
    done();
    right++;
    usleep(1000);
}

static void assert_right(void)
{
    ctsar_tasks_free(&t);
    for (int i = 0; i < N; ++i)
        assert_int_equal(x[i], right);
}

/* ---- Where there is another unit ---------------------------------------------------------- */

static void cores_execute_tasks_meanwhile_and_the_accelerator_joins(void **state)
{
    (void)state;
    int before = 0;
    make("cpu:1,emu:1", "speed=8,build=500ms", "real");
    for (; !built(1) && before < LONGEST; ++before)
        execute_one();
    assert_true(before > 2); /* the first would have waited */
    for (int n = 0; n < LONGEST && executed(1) == 0; ++n)
        execute_one();
    assert_true(executed(1) > 0);
    assert_right();
}

static void under_the_virtual_clock_it_joins_when_the_model_says_so(void **state)
{
    (void)state;
    make("cpu:1,emu:1", "speed=8,build=1ms", "virtual"); /* a task takes 64 us on a core */
    for (int n = 0; n < 30; ++n) {
        double began = t->now;
        long before = executed(1);
        execute_one();
        assert_true(began >= 1e-3 || executed(1) == before);
    }
    assert_true(executed(0) >= 15 && executed(1) > 0);
    assert_right();
}

static void under_the_virtual_clock_others_are_not_waited_for_either(void **state)
{
    (void)state;
    make("cpu:1,emu:2", "speed=8,build=100us;speed=8,build=1s", "virtual");
    for (int n = 0; n < 30; ++n)
        execute_one();
    assert_true(executed(1) > 0 && executed(2) == 0 && t->now < 1);
    assert_right();
}

static void each_accelerator_joins_by_itself(void **state)
{
    (void)state;
    make("cpu:1,emu:2", "speed=8;speed=8,build=300ms", "real");
    for (int n = 0; !built(2) && n < LONGEST; ++n) {
        execute_one();
        assert_true(built(2) || executed(2) == 0);
    }
    assert_true(executed(1) > 0);
    assert_right();
}

static void a_kernel_is_built_once_for_all_its_tasks(void **state)
{
    (void)state;
    make("cpu:1,emu:1", "speed=8,build=100ms", "real");
    for (long n = 1; n <= N; ++n) { /* a model each */
        const ctsar_access a[] = {CTSAR_INOUT(x, (size_t)n * sizeof *x)};
        assert_int_equal(ctsar_task(t, &count, 0, n, a, 1, 0), CTSAR_OK);
    }
    done();
    assert_true(t->builds && !t->builds->next && t->builds->kernel == &count);
    for (int i = 0; i < N; ++i)
        assert_int_equal(x[i], N - i);
}

/* ---- Where there is none ------------------------------------------------------------------ */

static void tasks_wait_where_only_the_accelerator_can_execute_them(void **state)
{
    (void)state;
    static const char *const clocks[] = {"real", "virtual"};
    for (int i = 0; i < 2; ++i) {
        setup(state);
        make("emu:1", "speed=1,build=100ms", clocks[i]);
        for (int n = 0; n < 5; ++n)
            execute_one();
        assert_true(built(1) && (i == 0 || (t->now >= .1 && t->now < .2)));
        assert_right();
    }
}

static void a_set_may_be_freed_while_a_kernel_is_built(void **state)
{
    (void)state;
    make("cpu:1,emu:1", "speed=8,build=200ms", "real");
    execute_one();
    assert_right();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(cores_execute_tasks_meanwhile_and_the_accelerator_joins,
                                        setup, end_tasks),
        cmocka_unit_test_setup_teardown(under_the_virtual_clock_it_joins_when_the_model_says_so,
                                        setup, end_tasks),
        cmocka_unit_test_setup_teardown(under_the_virtual_clock_others_are_not_waited_for_either,
                                        setup, end_tasks),
        cmocka_unit_test_setup_teardown(each_accelerator_joins_by_itself, setup, end_tasks),
        cmocka_unit_test_setup_teardown(a_kernel_is_built_once_for_all_its_tasks, setup, end_tasks),
        cmocka_unit_test_setup_teardown(tasks_wait_where_only_the_accelerator_can_execute_them,
                                        setup, end_tasks),
        cmocka_unit_test_setup_teardown(a_set_may_be_freed_while_a_kernel_is_built, setup,
                                        end_tasks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Several callers of one region: one is in, the others are turned away and counted. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "ctsar.h"
#include "region/state.h"
#include "support/environment.h"
#include "support/execute.h"

enum { THREADS = 4, TIMES = 2000 };

static ctsar *open_on(const char *devices)
{
    ctsar *s = NULL;
    units(devices, "speed=2", "virtual");
    assert_int_equal(ctsar_init(&s, 100, CTSAR_STATIC, CTSAR_DEV_ALL, NULL, NULL), CTSAR_OK);
    return s;
}

static void one_caller_is_in_until_it_leaves(void **state)
{
    (void)state;
    long callers = 0;
    ctsar *s = open_on("cpu");
    assert_true(ctsar_enter(&callers));
    assert_false(ctsar_enter(&callers));
    assert_false(ctsar_enter(&callers));
    ctsar_leave(s, &callers);
    assert_int_equal(s->stats.alone, 2);
    assert_true(ctsar_enter(&callers));
    ctsar_leave(s, &callers);
    ctsar_leave(NULL, &callers); /* a region that could not be opened */
    assert_int_equal(s->stats.alone, 2);
    ctsar_free(&s);
}

static void in_a_turn_nobody_enters(void **state)
{
    (void)state;
    long callers = 0;
    ctsar *s = open_on("cpu");
    do {
        ctsar_next(s, 100);
        assert_false(ctsar_enter(&callers));
        ctsar_host_begins(); /* it has what it may use */
    } while (ctsar_loop(s));
    assert_true(ctsar_enter(&callers));
    ctsar_leave(s, &callers);
    assert_true(s->stats.alone > 0);
    ctsar_free(&s);
}

static long from_a_kernel;

static void host_form(const ctsar_call *c)
{
    long *v = c->arg[0];
    for (long i = c->start; i < c->end; ++i)
        v[i] = ctsar_enter(&from_a_kernel);
}

static void nobody_enters_from_a_kernel_that_the_library_executes(void **state)
{
    (void)state;
    static const ctsar_kernel kernel = {.name = "enter", .host = host_form};
    static long v[100];
    ctsar *s = open_on("emu");
    ctsar_set_kernel(s, &kernel);
    do {
        ctsar_reg_mem(s, v, sizeof *v, 100, CTSAR_MEM_PARTIAL | CTSAR_MEM_INOUT);
        ctsar_next(s, 100);
        ctsar_launch(s, &kernel, (ctsar_arg[]){CTSAR_ARG_MEM(v)}, 1);
    } while (ctsar_loop(s));
    for (int i = 0; i < 100; ++i)
        assert_int_equal(v[i], 0);
    assert_true(from_a_kernel > 0);
    ctsar_free(&s);
}

/* All of v, on an accelerator, as ctsarcc has it. */
static void add_one(ctsar **s, long *callers, double *v)
{
    assert_true(ctsar_enter(callers));
    if (!*s)
        *s = open_on("emu");
    do {
        double *x = ctsar_reg_mem(*s, v, sizeof *v, 100,
                                  CTSAR_MEM_PARTIAL | CTSAR_MEM_INOUT | CTSAR_MEM_PERSIST);
        ctsar_next(*s, 100);
        for (long i = CSTART(*s); i < CEND(*s); ++i)
            x[i]++;
    } while (ctsar_loop(*s));
    ctsar_leave(*s, callers);
}

static void while_the_host_uses_arrays_regions_leave_nothing_on_units(void **state)
{
    (void)state;
    static double v[100];
    long callers = 0;
    ctsar *s = NULL;
    add_one(&s, &callers, v);
    assert_true(v[0] == 0 && v[99] == 0); /* it persists */
    ctsar_host_begins();
    assert_int_equal(ctsar_host_uses(NULL, 0, true), CTSAR_OK);
    for (int i = 0; i < 3; ++i) {
        add_one(&s, &callers, v);
        assert_true(v[0] == 2 + 11 * i && v[99] == 2 + i);
        ctsar_host_begins(); /* in another loop */
        ctsar_host_ends();
        v[0] += 10;
    }
    ctsar_host_ends();
    add_one(&s, &callers, v);
    assert_true(v[0] == 34 && v[99] == 4);
    ctsar_free(&s);
    assert_true(v[0] == 35 && v[99] == 5);
}

static struct {
    ctsar *s;
    long callers, inside, entered, away;
    bool two;
} shared;

static void *call_again_and_again(void *data)
{
    (void)data;
    for (int i = 0; i < TIMES; ++i) {
        if (!ctsar_enter(&shared.callers)) {
            __atomic_fetch_add(&shared.away, 1, __ATOMIC_RELAXED);
            continue;
        }
        if (++shared.inside != 1)
            shared.two = true;
        shared.entered++;
        shared.inside--;
        ctsar_leave(shared.s, &shared.callers);
    }
    return NULL;
}

static void of_many_threads_one_is_in_and_all_others_are_counted(void **state)
{
    (void)state;
    pthread_t thread[THREADS];
    shared.s = open_on("cpu");
    for (int t = 0; t < THREADS; ++t)
        assert_int_equal(pthread_create(&thread[t], NULL, call_again_and_again, NULL), 0);
    for (int t = 0; t < THREADS; ++t)
        pthread_join(thread[t], NULL);
    assert_false(shared.two);
    assert_int_equal(shared.entered + shared.away, THREADS * TIMES);
    assert_int_equal(shared.s->stats.alone, shared.away);
    ctsar_free(&shared.s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_caller_is_in_until_it_leaves),
        cmocka_unit_test(in_a_turn_nobody_enters),
        cmocka_unit_test(nobody_enters_from_a_kernel_that_the_library_executes),
        cmocka_unit_test(while_the_host_uses_arrays_regions_leave_nothing_on_units),
        cmocka_unit_test(of_many_threads_one_is_in_and_all_others_are_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

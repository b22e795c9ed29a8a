/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What only accelerators have reaches the host before a registration, a region or the last region
 * lets go of it, whoever does so and in whatever order. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ctsar.h"
#include "support/environment.h"
#include "support/execute.h"

enum { N = 4096, SIDE = 64, THREADS = 2 };

#define ROWWISE CTSAR_MEM_PARTIAL

static int x[N], y[N];

static ctsar *open_on(const char *devices)
{
    ctsar *s = NULL;
    units(devices, "speed=2;speed=1", "virtual");
    memset(x, 0, sizeof x);
    memset(y, 0, sizeof y);
    assert_int_equal(ctsar_init(&s, N, CTSAR_STATIC, CTSAR_DEV_ALL, NULL, NULL), CTSAR_OK);
    return s;
}

static void number_host(const ctsar_call *c)
{
    int *v = c->arg[0];
    for (long i = c->start; i < c->end; ++i)
        v[i] = (int)i + 1;
}
KERNEL(number, "__global int *v, long bias", "v[i - bias] = i + 1;");

/* x[i] = i + 1, which stays where it was written. */
static void write_x(ctsar *s)
{
    declare(s, &number);
#pragma omp parallel num_threads(THREADS)
    do {
        int *p = ctsar_reg_mem(s, x, sizeof *x, N, ROWWISE | CTSAR_MEM_OUTPUT | CTSAR_MEM_PERSIST);
        ctsar_next(s, N);
        execute(s, &number, 1, 1, (operand[]){{.host = x, .unit = p}});
    } while (ctsar_loop(s));
}

static void assert_x_is_numbered(void)
{
    for (int i = 0; i < N; ++i)
        assert_int_equal(x[i], i + 1);
}

/* ---- A registration that ends with a pass ------------------------------------------------- */

static void mirror_host(const ctsar_call *c)
{
    const int *all = c->arg[0];
    int *v = c->arg[1];
    for (long i = c->start; i < c->end; ++i)
        v[i] = all[i] + all[N - 1 - i];
}
KERNEL(mirror, "__global const int *all, long all_bias, __global int *v, long bias",
       "v[i - bias] = all[i - all_bias] + all[4095 - i - all_bias];");

/* n of y's items from all of x. */
static void read_whole_x(ctsar *s, size_t n, unsigned flags)
{
    declare(s, &mirror);
#pragma omp parallel num_threads(THREADS)
    do {
        const int *all = ctsar_reg_mem(s, x, sizeof *x, N, CTSAR_MEM_INPUT | flags);
        int *p = ctsar_reg_mem(s, y, sizeof *y, N, ROWWISE | CTSAR_MEM_OUTPUT);
        ctsar_next(s, n);
        execute(s, &mirror, 1, 2, (operand[]){{.host = x, .unit = all}, {.host = y, .unit = p}});
    } while (ctsar_loop(s));
}

/* As a matrix whose columns go with the iterations, with none of them. */
static void associate_columns_of_x(ctsar *s, unsigned flags)
{
    declare(s, &nothing);
#pragma omp parallel num_threads(THREADS)
    do {
        ctsar_reg_mem_2d(s, x, sizeof *x, SIDE, SIDE, 0, 0,
                         CTSAR_MEM_PARTIAL_COL | CTSAR_MEM_INOUT | flags, NULL);
        ctsar_next(s, 0);
        execute(s, &nothing, 1, 0, NULL);
    } while (ctsar_loop(s));
}

/* Registers nothing, so that nothing refers to x but what persists. */
static void pass_without_x(ctsar *s)
{
    declare(s, &nothing);
#pragma omp parallel num_threads(THREADS)
    do {
        ctsar_next(s, 1);
        execute(s, &nothing, 1, 0, NULL);
    } while (ctsar_loop(s));
}

static const char *const machines[] = {"emu:1", "cpu:2,emu:1", "emu:2", "cpu:1,emu:2"};
enum { MACHINES = sizeof machines / sizeof *machines };

static void an_array_registered_as_a_whole_by_a_later_pass_is_not_lost(void **state)
{
    (void)state;
    for (int m = 0; m < MACHINES; ++m)
        for (int persists = 0; persists < 2; ++persists)
            for (size_t n = 0; n <= N; n += N / 2) {
                ctsar *s = open_on(machines[m]);
                write_x(s);
                read_whole_x(s, n, persists ? CTSAR_MEM_PERSIST : 0);
                ctsar_free(&s);
                assert_x_is_numbered();
                for (size_t i = 0; i < n; ++i)
                    assert_int_equal(y[i], N + 1);
            }
}

static void an_array_associated_otherwise_by_a_later_pass_is_not_lost(void **state)
{
    (void)state;
    for (int m = 0; m < MACHINES; ++m)
        for (int persists = 0; persists < 2; ++persists) {
            ctsar *s = open_on(machines[m]);
            write_x(s);
            associate_columns_of_x(s, persists ? CTSAR_MEM_PERSIST : 0);
            ctsar_free(&s);
            assert_x_is_numbered();
        }
}

/* ctsar_free makes the region's persisted arrays current on the host, also those that it has
 * registered otherwise since, and also where another region is open. */
static void a_region_that_ends_before_others_leaves_the_host_current(void **state)
{
    (void)state;
    for (int m = 0; m < MACHINES; ++m) {
        ctsar *s = open_on(machines[m]), *other = NULL;
        ctsar_init(&other, N, CTSAR_STATIC, CTSAR_DEV_ALL, NULL, NULL);
        write_x(s);
        read_whole_x(s, 0, 0);
        ctsar_free(&s);
        assert_x_is_numbered();
        ctsar_free(&other);
        assert_x_is_numbered();
    }
}

/* ---- Who else lets go ------------------------------------------------------------------------ */

/* A region that does not persist refers to the array that another one does, under an address within
 * it. */
static void who_unregisters_a_part_of_an_array_does_not_lose_the_array(void **state)
{
    (void)state;
    for (int m = 0; m < MACHINES; ++m) {
        ctsar *s = open_on(machines[m]), *part = NULL;
        ctsar_init(&part, N, CTSAR_STATIC, CTSAR_DEV_ALL, NULL, NULL);
        declare(part, &nothing);
        write_x(s);
#pragma omp parallel num_threads(THREADS)
        do {
            ctsar_reg_mem(part, x + 1, sizeof *x, N - 1, ROWWISE | CTSAR_MEM_INPUT);
            ctsar_next(part, 0);
            execute(part, &nothing, 1, 0, NULL);
        } while (ctsar_loop(part));
        read_whole_x(s, 0, 0);
        pass_without_x(s);
        assert_int_equal(ctsar_unreg_mem(part, x + 1), CTSAR_OK);
        assert_x_is_numbered();
        ctsar_free(&s);
        ctsar_free(&part);
        assert_x_is_numbered();
    }
}

/* All of x and y, halves of which are on emu0 and emu1. */
static void write_both(ctsar *s)
{
#pragma omp parallel num_threads(THREADS)
    do {
        unsigned flags = ROWWISE | CTSAR_MEM_OUTPUT | CTSAR_MEM_PERSIST;
        int *p = ctsar_reg_mem(s, x, sizeof *x, N, flags);
        int *q = ctsar_reg_mem(s, y, sizeof *y, N, flags);
        ctsar_next(s, N);
        for (long i = CSTART(s); i < CEND(s); ++i)
            p[i] = q[i] = (int)i + 1;
    } while (ctsar_loop(s));
}

static void what_can_be_brought_to_the_host_is_whatever_else_is_lost(void **state)
{
    (void)state;
    if (!is_emulated())
        skip(); /* CTSAR_EMU says which call fails */
    ctsar_set_error_mode(CTSAR_ERRORS_RETURN);
    for (int failing = 0; failing < 2; ++failing) {
        ctsar *s = open_on("emu:2");
        ctsar_free(&s);
        setenv("CTSAR_EMU", failing ? "speed=1;fail=copy_out:1" : "fail=copy_out:1;speed=1", 1);
        ctsar_init(&s, N, CTSAR_STATIC, CTSAR_DEV_ALL, NULL, NULL);
        write_both(s);
        ctsar_free(&s);
        assert_non_null(strstr(ctsar_last_error(NULL), "failed, as CTSAR_EMU says"));
        for (int i = 0; i < N; ++i) {
            bool there = i / (N / 2) != failing;
            assert_int_equal(x[i], there ? i + 1 : 0);
            assert_int_equal(y[i], there ? i + 1 : 0);
        }
    }
    ctsar_set_error_mode(CTSAR_ERRORS_ABORT);
}

/* ---- Several threads, each with regions and an array of its own ------------------------------ */

enum { ITEMS = 300, ROUNDS = 400, OWNERS = 3 };

static void add_one_host(const ctsar_call *c)
{
    int *v = c->arg[0];
    for (long i = c->start; i < c->end; ++i)
        v[i] += 1;
}
KERNEL(add_one, "__global int *v, long bias", "v[i - bias] += 1;");

/* The host's copy is current whichever of the calls it is, as no region of the thread's is open. */
static int call_by_address(int round, void *host)
{
    switch (round % 4) {
    case 0:
        return ctsar_sync_mem(NULL, host);
    case 1:
        return ctsar_host_modified(NULL, host);
    case 2:
        return ctsar_host_uses(round % 8 < 4 ? NULL : (int *)host + 1, sizeof(int), true);
    default:
        return ctsar_depersist(host);
    }
}

/* By no OpenMP team; returns how many of the items are wrong, or -1. */
static void *own(void *wrong)
{
    int *v = calloc(ITEMS, sizeof *v), status = CTSAR_OK;
    for (int round = 0; round < ROUNDS && !status; ++round) {
        ctsar *s = NULL;
        status = ctsar_init(&s, ITEMS, CTSAR_STATIC, CTSAR_DEV_ALL, NULL, NULL);
        declare(s, &add_one);
        do {
            int *p = ctsar_reg_mem(s, v, sizeof *v, ITEMS,
                                   ROWWISE | CTSAR_MEM_INOUT | CTSAR_MEM_PERSIST);
            ctsar_next(s, ITEMS);
            execute(s, &add_one, 1, 1, (operand[]){{.host = v, .unit = p}});
        } while (ctsar_loop(s));
        ctsar_free(&s);
        status = status ? status : call_by_address(round, v);
    }
    for (int i = 0; i < ITEMS; ++i)
        *(int *)wrong += v[i] != ROUNDS;
    ctsar_depersist(v);
    free(v);
    return NULL;
}

static void calls_by_address_meet_the_end_of_another_threads_last_region(void **state)
{
    (void)state;
    pthread_t thread[OWNERS];
    int wrong[OWNERS] = {0};
    if (!is_emulated())
        skip(); /* each round may open and close devices, which takes its time */
    units("cpu,emu:1", NULL, "real");
    for (int i = 0; i < OWNERS; ++i)
        assert_int_equal(pthread_create(&thread[i], NULL, own, &wrong[i]), 0);
    for (int i = 0; i < OWNERS; ++i)
        assert_int_equal(pthread_join(thread[i], NULL), 0);
    for (int i = 0; i < OWNERS; ++i)
        assert_int_equal(wrong[i], 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_array_registered_as_a_whole_by_a_later_pass_is_not_lost),
        cmocka_unit_test(an_array_associated_otherwise_by_a_later_pass_is_not_lost),
        cmocka_unit_test(a_region_that_ends_before_others_leaves_the_host_current),
        cmocka_unit_test(who_unregisters_a_part_of_an_array_does_not_lose_the_array),
        cmocka_unit_test(what_can_be_brought_to_the_host_is_whatever_else_is_lost),
        cmocka_unit_test(calls_by_address_meet_the_end_of_another_threads_last_region),
    };
    return cmocka_run_group_tests_name("letting go", tests, NULL, NULL);
}

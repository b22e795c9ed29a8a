/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Arrays that are parts of one another: a persisted one, and others that overlap it without being
 * persisted.  What iterations write by way of one takes nothing from the other one. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "ctsar.h"
#include "support/environment.h"

enum { N = 64, HALF = N / 2, ROWS = 6, COLS = 8 };

static int v[N], m[ROWS][COLS];

static ctsar *open_on(const char *devices, const char *emu, const char *clock)
{
    ctsar *s = NULL;
    units(devices, emu, clock);
    ctsar_set_error_mode(CTSAR_ERRORS_RETURN);
    for (int i = 0; i < N; ++i)
        v[i] = 1000 + i;
    assert_int_equal(ctsar_init(&s, HALF, CTSAR_STATIC, CTSAR_DEV_ALL, NULL, NULL), CTSAR_OK);
    ctsar_set_ratio(s, 0.5);
    return s;
}

static void the_second_half_of_a_persisted_vector_is_an_output_of_its_own(void **state)
{
    (void)state;
    ctsar *s = open_on("cpu:1,emu:1", "speed=1", "virtual");
    do {
        int *p = ctsar_reg_mem(s, v, sizeof *v, N,
                               CTSAR_MEM_PARTIAL | CTSAR_MEM_INOUT | CTSAR_MEM_PERSIST);
        int *q = ctsar_reg_mem(s, v + HALF, sizeof *v, HALF, CTSAR_MEM_PARTIAL | CTSAR_MEM_OUTPUT);
        ctsar_next(s, HALF);
        for (long i = CSTART(s); i < CEND(s); ++i) {
            p[i] -= 1000;
            q[i] = HALF + (int)i;
        }
    } while (ctsar_loop(s));
    assert_string_equal(ctsar_last_error(s), "");
    assert_int_equal(ctsar_sync_mem(s, v), CTSAR_OK);
    for (int i = 0; i < N; ++i)
        assert_int_equal(v[i], i);
    ctsar_free(&s);
}

/* Columns of a matrix persist, and others of all rows but the first are written apart. */
static void columns_are_written_beside_persisted_columns(void **state)
{
    (void)state;
    ctsar *s = open_on("cpu:1,emu:1", "speed=1", "virtual");
    const ctsar_dim dims[] = {{ROWS - 1, false, 0, 0}, {COLS, true, 0, 0}};
    const ctsar_map right = {1, COLS / 2, 1};
    memset(m, 0, sizeof m);
    do {
        int *p =
            ctsar_reg_mem_2d(s, m, sizeof(int), ROWS, COLS, 0, 0,
                             CTSAR_MEM_PARTIAL_COL | CTSAR_MEM_INOUT | CTSAR_MEM_PERSIST, NULL);
        int *q = ctsar_reg_mem_map(s, m[1], sizeof(int), 2, dims, &right, CTSAR_MEM_OUTPUT, NULL);
        ctsar_next(s, COLS / 2);
        for (long j = CSTART(s); j < CEND(s); ++j)
            for (int i = 0; i < ROWS; ++i) {
                p[i * COLS + j] += 1 + i;
                if (i + 1 < ROWS)
                    q[i * COLS + COLS / 2 + j] = 2 + i;
            }
    } while (ctsar_loop(s));
    assert_string_equal(ctsar_last_error(s), "");
    assert_int_equal(ctsar_sync_mem(s, m), CTSAR_OK);
    for (int i = 0; i < ROWS; ++i)
        for (int j = 0; j < COLS; ++j)
            assert_int_equal(m[i][j], i || j < COLS / 2 ? i + 1 : 0);
    ctsar_free(&s);
}

/* Even elements persist, and odd ones are another output.  What lies between a persisted output's
 * items counts as written with them. */
static void even_and_odd(const char *check, unsigned persists, const char *error)
{
    ctsar *s = NULL;
    units("cpu:1,emu:1", "speed=1", "virtual");
    if (check)
        setenv("CTSAR_CHECK", check, 1);
    memset(v, 0, sizeof v);
    assert_int_equal(ctsar_init(&s, HALF, CTSAR_STATIC, CTSAR_DEV_ALL, NULL, NULL), CTSAR_OK);
    const ctsar_dim even = {N, true, 0, 0}, odd = {N - 1, true, 0, 0};
    const ctsar_map second = {2, 0, 1};
    do {
        int *p =
            ctsar_reg_mem_map(s, v, sizeof *v, 1, &even, &second, CTSAR_MEM_INOUT | persists, NULL);
        int *q = ctsar_reg_mem_map(s, v + 1, sizeof *v, 1, &odd, &second, CTSAR_MEM_OUTPUT, NULL);
        ctsar_next(s, HALF);
        for (long i = CSTART(s); i < CEND(s); ++i) {
            p[2 * i] += 2 * (int)i;
            q[2 * i] = 2 * (int)i + 1;
        }
    } while (ctsar_loop(s));
    if (error)
        assert_non_null(strstr(ctsar_last_error(s), error));
    else
        assert_string_equal(ctsar_last_error(s), "");
    for (int i = 0; i < N && !error; ++i)
        assert_int_equal(v[i], i);
    ctsar_free(&s);
}

static void an_output_between_the_items_of_a_persisted_one_is_refused(void **state)
{
    static const char error[] = "has bytes between items of the persisted one";
    (void)state;
    ctsar_set_error_mode(CTSAR_ERRORS_RETURN);
    even_and_odd(NULL, 0, NULL);
    even_and_odd(NULL, CTSAR_MEM_PERSIST, error);
    even_and_odd("1", CTSAR_MEM_PERSIST, error);
}

/* ---- A reduction into a persisted array ------------------------------------------------------ */

static void plus(void *into, void *from)
{
    *(int *)into += *(int *)from;
}

static void write_persisted(ctsar *s)
{
    do {
        int *p = ctsar_reg_mem(s, v, sizeof *v, HALF,
                               CTSAR_MEM_PARTIAL | CTSAR_MEM_OUTPUT | CTSAR_MEM_PERSIST);
        ctsar_next(s, HALF);
        for (long i = CSTART(s); i < CEND(s); ++i)
            p[i] = (int)i;
    } while (ctsar_loop(s));
}

/* 0 to 9 are added to a core's element and to an accelerator's. */
static void add_to_two(ctsar *s)
{
    static const int zero;
    do {
        int *a = ctsar_reg_reduc(s, &v[5], &zero, sizeof zero, plus);
        int *b = ctsar_reg_reduc(s, &v[HALF - 5], &zero, sizeof zero, plus);
        ctsar_next(s, 10);
        for (long i = CSTART(s); i < CEND(s); ++i) {
            *a += (int)i;
            *b += (int)i;
        }
    } while (ctsar_loop(s));
}

static void a_reduction_adds_to_what_an_accelerator_has(void **state)
{
    (void)state;
    for (int checked = 0; checked < 2; ++checked) {
        ctsar *s[2] = {open_on("cpu:1,emu:1", "speed=1", "virtual")};
        if (checked) {
            ctsar_free(&s[0]);
            setenv("CTSAR_CHECK", "1", 1);
            assert_int_equal(ctsar_init(&s[0], HALF, CTSAR_STATIC, CTSAR_DEV_ALL, NULL, NULL),
                             CTSAR_OK);
        }
        assert_int_equal(ctsar_init(&s[1], 10, CTSAR_STATIC, CTSAR_DEV_ALL, NULL, NULL), CTSAR_OK);
        for (int pass = 1; pass < 3; ++pass) {
            write_persisted(s[0]);
            add_to_two(s[1]);
            assert_int_equal(ctsar_sync_mem(NULL, v), CTSAR_OK);
            for (int i = 0; i < HALF; ++i)
                assert_int_equal(v[i], i + (i == 5 || i == HALF - 5 ? 45 : 0));
        }
        for (int k = 0; k < 2; ++k) {
            assert_string_equal(ctsar_last_error(s[k]), "");
            ctsar_free(&s[k]);
        }
    }
    unsetenv("CTSAR_CHECK");
}

/* ---- A device fails while another slot has its data ------------------------------------------ */

static void add_host(const ctsar_call *c)
{
    int *p = c->arg[0];
    for (long i = c->start; i < c->end; ++i)
        p[i] -= 1000;
}
static const ctsar_kernel add = {.name = "add", .host = add_host};

/* False: the failure took what nobody else had. */
static bool pass_and_look(ctsar *s)
{
    const ctsar_arg args[] = {CTSAR_ARG_MEM(v)};
#pragma omp parallel num_threads(2)
    do {
        ctsar_reg_mem(s, v, sizeof *v, N, CTSAR_MEM_PARTIAL | CTSAR_MEM_INOUT | CTSAR_MEM_PERSIST);
        ctsar_next(s, N);
        ctsar_launch(s, &add, args, 1);
    } while (ctsar_loop(s));
    return !*ctsar_last_error(s) && ctsar_host_uses(v, sizeof v, false) == CTSAR_OK;
}

/* What the turn had brought for the first slot is nobody's in flight any more when the accelerator
 * has gone, so the host is given what others have computed there. */
static void what_others_compute_for_a_failed_accelerator_comes_to_the_host(void **state)
{
    static const char *const calls[] = {"copy_in", "commit", "launch", "executed"};
    (void)state;
    for (int k = 0; k < 400; ++k) {
        char emu[80];
        snprintf(emu, sizeof emu, "fail=%s:%d;speed=1", calls[k % 4], 1 + k / 4 % 4);
        ctsar *s = open_on("cpu:1,emu:2", emu, "real");
        bool right = pass_and_look(s);
        for (int i = 0; i < N && right; ++i)
            assert_int_equal(v[i], i);
        ctsar_free(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_second_half_of_a_persisted_vector_is_an_output_of_its_own),
        cmocka_unit_test(columns_are_written_beside_persisted_columns),
        cmocka_unit_test(an_output_between_the_items_of_a_persisted_one_is_refused),
        cmocka_unit_test(a_reduction_adds_to_what_an_accelerator_has),
        cmocka_unit_test(what_others_compute_for_a_failed_accelerator_comes_to_the_host),
    };
    return cmocka_run_group_tests_name("beside", tests, NULL, NULL);
}

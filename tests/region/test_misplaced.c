/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Registrations beside where they belong, inside the do/while in every turn of every thread: the
 * result is right, or an error says where they belong. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ctsar.h"
#include "support/environment.h"

enum { N = 4000, THREADS = 3 };

static double x[N], y[N], sum;
static ctsar *s;

static int setup(void **state)
{
    (void)state;
    for (int i = 0; i < N; ++i) {
        x[i] = i;
        y[i] = 0;
    }
    sum = 0;
    return ctsar_set_error_mode(CTSAR_ERRORS_RETURN);
}

static int teardown(void **state)
{
    (void)state;
    ctsar_free(&s);
    return ctsar_set_error_mode(CTSAR_ERRORS_ABORT);
}

static void open_on(const char *devices, ctsar_policy policy, const char *check)
{
    units(devices, NULL, "virtual");
    setenv("CTSAR_CHECK", check, 1);
    assert_int_equal(ctsar_init(&s, N, policy, CTSAR_DEV_ALL, NULL, NULL), CTSAR_OK);
}

static bool is_right(void)
{
    for (int i = 0; i < N; ++i)
        if (y[i] != 2 * x[i] + 1)
            return false;
    return true;
}

static bool says_where(void)
{
    return strstr(ctsar_last_error(s), "inside the do/while");
}

static void axpy(const double *px, double *py)
{
    for (long i = CSTART(s); i < CEND(s); ++i)
        py[i] += 2 * px[i] + 1;
}

static double *register_x(void)
{
    return ctsar_reg_mem(s, x, sizeof *x, N, CTSAR_MEM_INPUT);
}

static double *register_y(void)
{
    return ctsar_reg_mem(s, y, sizeof *y, N, CTSAR_MEM_PARTIAL | CTSAR_MEM_INOUT);
}

/* `early`: how many of the two arrays are registered before the loop. */
static void pass(int early)
{
#pragma omp parallel num_threads(THREADS)
    {
        const double *px = early > 0 ? register_x() : NULL;
        double *py = early > 1 ? register_y() : NULL;
        do {
            px = early > 0 ? px : register_x();
            py = early > 1 ? py : register_y();
            ctsar_next(s, N);
            axpy(px, py);
        } while (ctsar_loop(s));
    }
}

static void registering_before_the_loop_is_right_or_an_error(void **state)
{
    static const char *const machines[] = {"cpu:2,emu:2", "cpu", "emu:1", "emu:2", "cpu:1,emu:3"};
    int errors = 0;
    for (int i = 0; i < 5 * 2 * 2 * CTSAR_AUTO; ++i) {
        int early = 1 + i % 2;
        setup(state);
        open_on(machines[i / 2 % 5], (ctsar_policy)(1 + i / 20 % CTSAR_AUTO),
                i / 20 / CTSAR_AUTO ? "1" : "0");
        pass(early);
        if (!is_right() && !says_where())
            fail_msg("%s, policy %d: other items, and only: %s", machines[i / 2 % 5],
                     1 + i / 20 % CTSAR_AUTO, ctsar_last_error(s));
        errors += says_where();
        teardown(state);
    }
    assert_true(errors > 0);
}

static void a_pass_after_the_error_is_as_any(void **state)
{
    (void)state;
    open_on("cpu:2,emu:2", CTSAR_ADAPTIVE, "0");
    pass(2);
    assert_true(says_where());
    memset(y, 0, sizeof y);
    pass(0);
    assert_true(is_right());
}

static void one_thread_that_registers_for_all_is_an_error(void **state)
{
    const double *px = NULL;
    double *py = NULL;
    (void)state;
    open_on("cpu:2,emu:2", CTSAR_STATIC, "0");
#pragma omp parallel num_threads(THREADS)
    {
#pragma omp single
        {
            px = register_x();
            py = register_y();
        }
        do
            ctsar_next(s, N); /* the body might fault */
        while (ctsar_loop(s));
    }
    assert_true(px && py);
    assert_true(says_where());
}

static void add(void *into, void *from)
{
    *(double *)into += *(double *)from;
}

static void a_reduction_before_the_loop_is_right_or_an_error(void **state)
{
    static const char *const machines[] = {"cpu:2", "emu:1", "emu:2", "cpu:2,emu:2"};
    static const double zero = 0;
    (void)state;
    for (int m = 0; m < 4; ++m) {
        sum = 0;
        open_on(machines[m], CTSAR_ADAPTIVE, "0");
#pragma omp parallel num_threads(THREADS)
        {
            double *mine = ctsar_reg_reduc(s, &sum, &zero, sizeof sum, add);
            do {
                ctsar_next(s, N);
                for (long i = CSTART(s); i < CEND(s); ++i)
                    *mine += (double)i;
            } while (ctsar_loop(s));
        }
        assert_true(says_where() || sum == N * (N - 1.0) / 2);
        assert_true(m < 3 || says_where()); /* four units, three threads */
        ctsar_free(&s);
    }
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(registering_before_the_loop_is_right_or_an_error),
        TEST(a_pass_after_the_error_is_as_any),
        TEST(one_thread_that_registers_for_all_is_an_error),
        TEST(a_reduction_before_the_loop_is_right_or_an_error),
    };
    return cmocka_run_group_tests_name("misplaced", tests, NULL, NULL);
}

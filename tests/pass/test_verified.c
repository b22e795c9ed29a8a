/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Versions that are verified: what differs from the first version never counts. */
#include <math.h>
#include <omp.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "support/environment.h"
#include "support/execute.h"
#include "support/region.h"
#include "support/said.h"

enum { N = 4000, ROWS = 3, PASSES = 4, KINDS = 5 };

static double x[N], y[N], sum;
static float z[ROWS][N];
static _Atomic long by[KINDS]; /* iterations of each version's host form */

/* What is wrong with a version. */
enum { FIRST, NEAR, WRONG_VECTOR, WRONG_COLUMN, WRONG_SUM };

static void compute(const ctsar_call *c, int kind)
{
    const double *in = c->arg[0];
    double *out = c->arg[1], *total = c->arg[3];
    float *column = c->arg[2];
    for (long i = c->start; i < c->end; i += c->step) {
        out[i] = (out[i] + 2 * in[i]) * (kind == NEAR ? 1 + 1e-9 : kind == WRONG_VECTOR ? 1.01 : 1);
        for (size_t r = 0; r < ROWS; ++r)
            column[r * c->strides[2][0] + (size_t)i] =
                (float)(i + (r == 2 && kind == WRONG_COLUMN));
        *total += in[i] * (kind == WRONG_SUM ? 1.1 : 1);
    }
    by[kind] += c->count;
}

#define VERSION(title, kind)                                                                       \
    static void title##_host(const ctsar_call *c)                                                  \
    {                                                                                              \
        compute(c, kind);                                                                          \
    }
#define PARAMETERS                                                                                 \
    "__global const double *x, long x_bias, __global double *y, long y_bias, __global float *z, "  \
    "long z_bias, long z_stride, __global double *partial"
#define BODY(factor, more, weight)                                                                 \
    "y[i - y_bias] = (y[i - y_bias] + 2 * x[i - x_bias]) * " factor ";\n"                          \
    "for (long r = 0; r < 3; ++r)\n"                                                               \
    "    z[r * z_stride + i - z_bias] = (float)(i + (r == 2 ? " more " : 0));\n"                   \
    "partial[group] += x[i - x_bias] * " weight ";"
VERSION(first, FIRST)
VERSION(near, NEAR)
VERSION(wrong_vector, WRONG_VECTOR)
VERSION(wrong_column, WRONG_COLUMN)
VERSION(wrong_sum, WRONG_SUM)
KERNEL_BY_GROUPS(first, PARAMETERS, BODY("1", "0", "1"));
KERNEL_BY_GROUPS(near, PARAMETERS, BODY("(1 + 1e-9)", "0", "1"));
KERNEL_BY_GROUPS(wrong_vector, PARAMETERS, BODY("1.01", "0", "1"));
KERNEL_BY_GROUPS(wrong_column, PARAMETERS, BODY("1", "1", "1"));
KERNEL_BY_GROUPS(wrong_sum, PARAMETERS, BODY("1", "0", "1.1"));

static void add(void *into, void *from)
{
    *(double *)into += *(double *)from;
}

/* Do all results lie within 1e-6 of what the first version computes?  Every second iteration is
 * executed, so what lies between them must stay as it was. */
static void assert_right(int passes)
{
    double all = 0;
    for (int i = 0; i < N; ++i) {
        double right = 1 + (i % 2 ? 0 : 2 * passes * x[i]);
        if (fabs(y[i] - right) > 1e-6)
            fail_msg("y[%d] is %g, not %g", i, y[i], right);
        for (int r = 0; r < ROWS; ++r)
            if (z[r][i] != (float)(i % 2 ? -1 : i))
                fail_msg("z[%d][%d] is %g", r, i, z[r][i]);
        all += i % 2 ? 0 : x[i];
    }
    if (fabs(sum - all) > 1e-6 * all)
        fail_msg("the sum is %.12g, not %.12g", sum, all);
}

static void prepare(void)
{
    for (int i = 0; i < N; ++i) {
        x[i] = 1 + i % 7;
        y[i] = 1;
        for (int r = 0; r < ROWS; ++r)
            z[r][i] = -1;
    }
}

static void turn(const ctsar_kernel *family, unsigned kept)
{
    static const double zero = 0;
    ctsar_reg_mem(s, x, sizeof *x, N, CTSAR_MEM_PARTIAL | CTSAR_MEM_INPUT);
    ctsar_reg_mem(s, y, sizeof *y, N, CTSAR_MEM_PARTIAL | CTSAR_MEM_INOUT | kept);
    size_t stride;
    ctsar_reg_mem_2d(s, z, sizeof **z, ROWS, N, 0, 0, CTSAR_MEM_PARTIAL_COL | CTSAR_MEM_OUTPUT,
                     &stride);
    ctsar_reg_reduc(s, &sum, &zero, sizeof sum, add);
    ctsar_next_range(s, 0, N, 2);
    const ctsar_arg args[] = {CTSAR_ARG_MEM(x), CTSAR_ARG_MEM(y), CTSAR_ARG_MEM(z),
                              CTSAR_ARG_REDUC(&sum)};
    ctsar_launch(s, family, args, 4);
}

/* Passes by a family of the first version and another one, which CTSAR_VIRTUAL_VERSIONS makes the
 * fastest by far. */
static void passes_by(const ctsar_kernel *other, ctsar_policy policy, unsigned kept)
{
    const ctsar_kernel *const ways[] = {&first, other, NULL};
    const ctsar_kernel family = {.name = "verified", .versions = ways, .tolerance = 1e-6};
    assert_int_equal(ctsar_init(&s, N, policy, CTSAR_DEV_ALL, NULL, NULL), CTSAR_OK);
    assert_int_equal(ctsar_set_kernel(s, &family), CTSAR_OK);
    prepare();
    for (int pass = 0; pass < PASSES; ++pass) {
        sum = 0;
#pragma omp parallel num_threads(2)
        do
            turn(&family, kept);
        while (ctsar_loop(s));
    }
    assert_int_equal(ctsar_sync_mem(s, y), CTSAR_OK);
    ctsar_free(&s);
    assert_right(PASSES);
}

static const char *const devices[] = {"cpu:2", "cpu:1,emu:2", "emu:1"};

static void fast(const char *units_of, const char *clock)
{
    units(units_of, "speed=4,latency=2us", clock);
    setenv("CTSAR_VIRTUAL_VERSIONS", "first=5,near=1,wrong_vector=1,wrong_column=1,wrong_sum=1", 1);
}

static void a_version_that_differs_never_counts(void **state)
{
    (void)state;
    static const ctsar_kernel *const wrong[] = {&wrong_vector, &wrong_column, &wrong_sum};
    for (int policy = 1; policy <= 9; ++policy)
        for (int run = 0; run < 6; ++run) {
            fast(devices[run / 2], run % 2 ? "virtual" : "real");
            passes_by(wrong[(policy + run) % 3], (ctsar_policy)policy,
                      run % 3 ? 0 : CTSAR_MEM_PERSIST);
        }
}

static void a_version_that_agrees_is_used(void **state)
{
    (void)state;
    for (int run = 0; run < 3; ++run) {
        fast(devices[run], "virtual");
        by[FIRST] = by[NEAR] = 0;
        passes_by(&near, CTSAR_ADAPTIVE, 0);
        if (is_emulated() && by[NEAR] < PASSES * N / 2 * 8 / 10)
            fail_msg("%s: %ld iterations by the version that agrees", devices[run], by[NEAR]);
    }
}

static void what_is_forced_is_verified_too(void **state)
{
    (void)state;
    for (int run = 0; run < 3; ++run) {
        fast(devices[run], "virtual");
        setenv("CTSAR_VERSIONS", "wrong_sum", 1);
        passes_by(&wrong_sum, CTSAR_STATIC, 0);
    }
}

/* Whether it fails while it verifies, or in its own first launch. */
static void without_the_first_version_nothing_wrong_counts(void **state)
{
    (void)state;
    static const ctsar_kernel *const other[] = {&wrong_vector, &near};
    if (!is_emulated())
        skip();
    for (int k = 0; k < 8; ++k) {
        units("cpu:1,emu:1", "speed=4", k % 2 ? "virtual" : "real");
        setenv("CTSAR_VIRTUAL_VERSIONS", "emu/first=fails", 1);
        if (k / 2 % 2)
            setenv("CTSAR_VERSIONS", other[k / 4]->name, 1);
        listen();
        passes_by(other[k / 4], CTSAR_STATIC, 0);
        stop_listening();
        assert_int_equal(lines(said, "emu0 takes no part any more: no version of kernel verified "
                                     "is left on emu0: first: "),
                         1);
        assert_int_equal(lines(said, "not used on emu0"), 0);
    }
}

/* Without a tolerance nobody looks. */
static void without_a_tolerance_nothing_is_verified(void **state)
{
    (void)state;
    units("cpu:1", NULL, NULL);
    const ctsar_kernel *const ways[] = {&first, &wrong_vector, NULL};
    const ctsar_kernel family = {.name = "trusted", .versions = ways};
    setenv("CTSAR_VERSIONS", "wrong_vector", 1);
    assert_int_equal(ctsar_init(&s, N, CTSAR_STATIC, CTSAR_DEV_ALL, NULL, NULL), CTSAR_OK);
    by[FIRST] = by[WRONG_VECTOR] = 0;
    prepare();
    do
        turn(&family, 0);
    while (ctsar_loop(s));
    assert_int_equal(by[FIRST], 0);
    assert_int_equal(by[WRONG_VECTOR], N / 2);
}

/* ---- What the message says, and what is refused ------------------------------------------- */

static void one_line_names_the_element(void **state)
{
    (void)state;
    units("cpu:1", NULL, "virtual");
    setenv("CTSAR_VERSIONS", "wrong_column", 1);
    listen();
    passes_by(&wrong_column, CTSAR_STATIC, 0);
    stop_listening();
    char expected[300];
    snprintf(expected, sizeof expected,
             "version wrong_column of kernel verified is not used on cpu any more: element 8000 of "
             "what is at %p is 1 by it and 0 by version first\n",
             (void *)z);
    if (!strstr(said, expected))
        fail_msg("'%s' does not say '%s'", said, expected);
    assert_ptr_equal(strchr(said, '\n'), strrchr(said, '\n'));
}

static void tolerances_are_not_negative(void **state)
{
    (void)state;
    static const ctsar_kernel *const ways[] = {&first, &near, NULL};
    const double wrong[] = {-1, NAN};
    units("cpu:1", NULL, NULL);
    assert_int_equal(ctsar_init(&s, N, CTSAR_STATIC, CTSAR_DEV_ALL, NULL, NULL), CTSAR_OK);
    for (int i = 0; i < 2; ++i) {
        const ctsar_kernel family = {.name = "odd", .versions = ways, .tolerance = wrong[i]};
        assert_error(ctsar_set_kernel(s, &family), CTSAR_EINVAL, "it must be 0 or more");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_version_that_differs_never_counts, setup_region,
                                        end_region),
        cmocka_unit_test_setup_teardown(a_version_that_agrees_is_used, setup_region, end_region),
        cmocka_unit_test_setup_teardown(what_is_forced_is_verified_too, setup_region, end_region),
        cmocka_unit_test_setup_teardown(without_the_first_version_nothing_wrong_counts,
                                        setup_region, end_region),
        cmocka_unit_test_setup_teardown(without_a_tolerance_nothing_is_verified, setup_region,
                                        end_region),
        cmocka_unit_test_setup_teardown(one_line_names_the_element, setup_region, end_region),
        cmocka_unit_test_setup_teardown(tolerances_are_not_negative, setup_region, end_region),
    };
    return cmocka_run_group_tests_name("verified", tests, NULL, NULL);
}

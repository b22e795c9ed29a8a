/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Kernels: what a form is called with on each kind of unit, and what is refused. */
#include <omp.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "ctsar.h"
#include "support/environment.h"
#include "support/execute.h"
#include "support/region.h"

enum { N = 60, PLANES = 3, COLS = 5 };

static void open_on(const char *devices, const char *clock)
{
    units(devices, "simd=16", clock);
    assert_int_equal(ctsar_init(&s, N, CTSAR_ADAPTIVE, CTSAR_DEV_ALL, NULL, NULL), CTSAR_OK);
}

static void add_long(void *into, void *from)
{
    *(long *)into += *(long *)from;
}

static void add_double(void *into, void *from)
{
    *(double *)into += *(double *)from;
}

/* ---- What a form is called with ------------------------------------------------------ */

/* A cube whose second dimension is associated, a padded matrix, a vector, two values that must be
 * aligned, a reduction. */
static void all_kinds_host(const ctsar_call *c)
{
    const double *cube = c->arg[0];
    const float *padded = c->arg[1];
    double *out = c->arg[2];
    char tag = *(const char *)c->arg[3];
    double factor = *(const double *)c->arg[4];
    long *sum = c->arg[5];
    const size_t *stride = c->strides[0], pitch = c->strides[1][0];
    bool plain = !c->strides[2] && !c->strides[3] && !c->strides[5];
    long count = 0;
    for (long i = c->start; i < c->end; i += c->step, ++count) {
        double x = tag == 'x' && plain && (c->groups == 1 || !is_emulated()) ? 0 : 1e9;
        for (size_t k = 0; k < PLANES; ++k)
            for (size_t j = 0; j < COLS; ++j)
                x += cube[k * stride[0] + (size_t)i * stride[1] + j];
        for (size_t j = 0; j < COLS; ++j)
            x += (double)padded[(size_t)i * pitch + j];
        out[i] = factor * x;
        *sum += i;
    }
    if (count != c->count)
        *sum = -1;
}
KERNEL_BY_GROUPS(all_kinds,
                 "__global const double *cube, long cube_bias, long plane, long row, "
                 "__global const float *padded, long padded_bias, long pitch, "
                 "__global double *out, long out_bias, char tag, double factor, "
                 "__global long *sum",
                 "double x = tag == 'x' ? 0 : 1e9;\n"
                 "        for (long k = 0; k < 3; ++k)\n"
                 "            for (long j = 0; j < 5; ++j)\n"
                 "                x += cube[k * plane + i * row + j - cube_bias];\n"
                 "        for (long j = 0; j < 5; ++j)\n"
                 "            x += padded[i * pitch + j - padded_bias];\n"
                 "        out[i - out_bias] = factor * x;\n"
                 "        sum[group] += i;");

typedef struct arrays {
    double cube[PLANES][N][COLS], out[N], expected[N];
    float matrix[N][COLS];
    long sum;
} arrays;

static void all_kinds_turn(arrays *a)
{
    static const long zero = 0;
    const ctsar_dim dims[] = {{PLANES, false, 0, 0}, {N, true, 0, 0}, {COLS, false, 0, 0}};
    size_t pitch, strides[2];
    char tag = 'x';
    double factor = .5;
    ctsar_reg_reduc(s, &a->sum, &zero, sizeof zero, add_long);
    ctsar_reg_mem_nd(s, a->cube, sizeof(double), 3, dims, CTSAR_MEM_INPUT, strides);
    ctsar_reg_mem_2d(s, a->matrix, sizeof(float), N, COLS, 0, 0,
                     CTSAR_MEM_INPUT | CTSAR_MEM_PARTIAL | CTSAR_MEM_PAD, &pitch);
    ctsar_next_range(s, 2, N - 1, 3);
    ctsar_reg_mem(s, a->out, sizeof(double), N, CTSAR_MEM_OUTPUT | CTSAR_MEM_PARTIAL);
    const ctsar_arg args[] = {CTSAR_ARG_MEM(a->cube),
                              CTSAR_ARG_MEM(a->matrix),
                              CTSAR_ARG_MEM(a->out),
                              CTSAR_ARG_VALUE(&tag, sizeof tag),
                              CTSAR_ARG_VALUE(&factor, sizeof factor),
                              CTSAR_ARG_REDUC(&a->sum)};
    ctsar_launch(s, &all_kinds, args, 6);
    tag = 'y'; /* values are copied */
    factor = 0;
}

static void prepare(arrays *a)
{
    *a = (arrays){.sum = 100};
    for (int i = 0; i < N; ++i) {
        double x = 0;
        for (int j = 0; j < COLS; ++j) {
            for (int k = 0; k < PLANES; ++k)
                x += a->cube[k][i][j] = (double)(1000 * k + 10 * i + j);
            x += (double)(a->matrix[i][j] = (float)(7 * i + j));
        }
        a->expected[i] = i >= 2 && i < N - 1 && i % 3 == 2 ? .5 * x : 0;
    }
}

static void a_form_finds_its_arguments_on_every_kind_of_unit(void **state)
{
    (void)state;
    static const char *const devices[] = {"cpu", "cpu:1,emu:2", "emu:1", "cpu,emu:3"};
    static const char *const clocks[] = {"real", "virtual"};
    static arrays a;
    long sum = 100;
    for (long i = 2; i < N - 1; i += 3)
        sum += i;
    for (int run = 0; run < 8; ++run) {
        open_on(devices[run / 2], clocks[run % 2]);
        declare(s, &all_kinds);
        for (int pass = 0; pass < 3; ++pass) {
            prepare(&a);
#pragma omp parallel num_threads(2)
            do
                all_kinds_turn(&a);
            while (ctsar_loop(s));
            assert_memory_equal(a.out, a.expected, sizeof a.out);
            assert_int_equal(a.sum, sum);
        }
        ctsar_free(&s);
    }
}

/* ---- Several launches ---------------------------------------------------------------- */

static void twice_host(const ctsar_call *c)
{
    double *x = c->arg[0];
    for (long i = c->start; i < c->end; i += c->step)
        x[i] *= 2;
}
KERNEL(twice, "__global double *x, long bias", "x[i - bias] *= 2;");

static void plus_one_host(const ctsar_call *c)
{
    double *x = c->arg[0], *sum = c->arg[1];
    for (long i = c->start; i < c->end; i += c->step)
        *sum += x[i] += 1;
}
KERNEL_BY_GROUPS(plus_one, "__global double *x, long bias, __global double *sum",
                 "sum[group] += x[i - bias] += 1;");

static void launches_of_one_turn_are_executed_in_their_order(void **state)
{
    (void)state;
    static const ctsar_policy policies[] = {CTSAR_ADAPTIVE, CTSAR_CHUNK, CTSAR_SPLIT, CTSAR_HYBRID};
    static const double zero = 0;
    for (int run = 0; run < 8; ++run) {
        double x[N], sum = 0, expected = 0;
        units("cpu,emu:2", "speed=3;speed=9", run % 2 ? "real" : "virtual");
        ctsar_init(&s, N, policies[run / 2], CTSAR_DEV_ALL, NULL, NULL);
        assert_int_equal(ctsar_set_kernel(s, &twice), CTSAR_OK);
        for (int i = 0; i < N; ++i) {
            x[i] = i;
            expected += 2 * i + 1;
        }
#pragma omp parallel num_threads(2)
        do {
            ctsar_reg_mem(s, x, sizeof *x, N, CTSAR_MEM_INOUT | CTSAR_MEM_PARTIAL);
            ctsar_reg_reduc(s, &sum, &zero, sizeof zero, add_double);
            ctsar_next(s, N);
            const ctsar_arg args[] = {CTSAR_ARG_MEM(x), CTSAR_ARG_REDUC(&sum)};
            ctsar_launch(s, &twice, args, 1);
            ctsar_launch(s, &plus_one, args, 2);
        } while (ctsar_loop(s));
        for (int i = 0; i < N; ++i)
            assert_true(x[i] == 2 * i + 1);
        assert_true(sum == expected);
        ctsar_free(&s);
    }
}

/* ---- What is refused ------------------------------------------------------------------ */

static int launch_and_leave(const ctsar_kernel *k, const ctsar_arg *args, int nargs)
{
    ctsar_next(s, N);
    int status = ctsar_launch(s, k, args, nargs);
    while (ctsar_loop(s))
        ctsar_next(s, N);
    return status;
}

static void wrong_arguments_are_refused_by_name_and_number(void **state)
{
    (void)state;
    static double x[N];
    open_on("cpu,emu:1", "virtual");
    declare(s, &twice);
    const struct {
        const ctsar_kernel *kernel;
        ctsar_arg arg;
        int nargs, status;
        const char *says;
    } wrong[] = {
        {NULL, {0}, 0, CTSAR_EINVAL, "no kernel"},
        {&twice, {0}, -1, CTSAR_EINVAL, "twice and -1"},
        {&twice, {9, x, 0}, 1, CTSAR_EINVAL, "kind 9"},
        {&twice, CTSAR_ARG_VALUE(x, 0), 1, CTSAR_EINVAL, "argument 0 of kernel twice"},
        {&twice, CTSAR_ARG_VALUE(NULL, 4), 1, CTSAR_EINVAL, "a value"},
        {&twice, CTSAR_ARG_MEM(x), 1, CTSAR_ENOTREG, "the array at"},
        {&twice, CTSAR_ARG_REDUC(x), 1, CTSAR_ENOTREG, "the reduction"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
        int status = launch_and_leave(wrong[i].kernel, &wrong[i].arg, wrong[i].nargs);
        assert_error(status, wrong[i].status, wrong[i].says);
    }
}

static void a_launch_belongs_between_next_and_loop(void **state)
{
    (void)state;
    open_on("cpu", "real");
    assert_int_equal(ctsar_launch(s, &twice, NULL, 0), CTSAR_ESTATE);
    ctsar_next(s, N);
    ctsar_loop(s);
    assert_int_equal(ctsar_launch(NULL, &twice, NULL, 0), CTSAR_EINVAL);
}

static void a_kernel_needs_a_name_and_a_form(void **state)
{
    (void)state;
    static const ctsar_kernel nameless = {.host = twice_host}, formless = {.name = "none"};
    open_on("cpu", "real");
    assert_int_equal(ctsar_set_kernel(s, &nameless), CTSAR_EINVAL);
    assert_int_equal(ctsar_set_kernel(s, &formless), CTSAR_EINVAL);
    assert_says("kernel none has no form");
    assert_int_equal(ctsar_set_kernel(NULL, &twice), CTSAR_EINVAL);
    assert_int_equal(ctsar_set_kernel(s, NULL), CTSAR_OK);
    ctsar_next(s, N);
    assert_int_equal(ctsar_set_kernel(s, &twice), CTSAR_ESTATE);
    ctsar_loop(s);
}

static void no_grid(const ctsar_call *call, ctsar_grid *grid)
{
    (void)call, (void)grid;
}

/* What depends on the kernel is kept from pass to pass. */
static void a_kernel_may_have_become_another_one_at_its_address(void **state)
{
    (void)state;
    ctsar_kernel changing = twice;
    open_on("cpu:1,emu:1", "virtual");
    for (int i = 0; i < 3; ++i)
        assert_int_equal(ctsar_set_kernel(s, &changing), CTSAR_OK);
    changing.opencl_grid = no_grid;
    assert_error(ctsar_set_kernel(s, &changing), CTSAR_EINVAL, "has an opencl_grid");
    changing = twice;
    assert_int_equal(ctsar_set_kernel(s, &changing), CTSAR_OK);
}

static void a_unit_that_the_kernel_has_no_form_for_says_so(void **state)
{
    (void)state;
    static const ctsar_kernel elsewhere = {.name = "elsewhere", .opencl_source = ""},
                              here = {.name = "elsewhere", .host = nothing_host};
    char says[80];
    open_on("emu:1", "virtual");
    declare(s, &nothing);
    assert_int_equal(launch_and_leave(is_emulated() ? &elsewhere : &here, NULL, 0), CTSAR_ENODEV);
    snprintf(says, sizeof says, "kernel elsewhere has no form for %s0",
             is_emulated() ? "emu" : test_accelerator());
    assert_says(says);
    ctsar_free(&s);
    open_on("cpu", "virtual");
    assert_int_equal(launch_and_leave(&elsewhere, NULL, 0), CTSAR_ENODEV);
    assert_says("no form for cores");
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup_region, end_region)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_form_finds_its_arguments_on_every_kind_of_unit),
        TEST(launches_of_one_turn_are_executed_in_their_order),
        TEST(wrong_arguments_are_refused_by_name_and_number),
        TEST(a_launch_belongs_between_next_and_loop),
        TEST(a_kernel_needs_a_name_and_a_form),
        TEST(a_kernel_may_have_become_another_one_at_its_address),
        TEST(a_unit_that_the_kernel_has_no_form_for_says_so),
    };
    return cmocka_run_group_tests_name("launch", tests, NULL, NULL);
}

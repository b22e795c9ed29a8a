/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Windows larger than the accelerator: ranges come in pieces that fit. */
#include <fcntl.h>
#include <omp.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "region/state.h"
#include "support/environment.h"
#include "support/execute.h"
#include "support/region.h"

/* 1 MiB each; the accelerator has 128 KiB.  Bodies stand inline, which is for emulated accelerators
 * only, or are launched. */
enum { ROWS = 512, COLS = 256, PAGE = 4096 };
#define MEMORY "128KiB"

static double in[ROWS + 2][COLS], out[ROWS + 2][COLS], weights[COLS], sum;
static void add(void *into, void *from)
{
    *(double *)into += *(double *)from;
}

/* out[i] += in[i-1] + weights . in[i+1], and a sum. */
static void rows(const double (*a)[COLS], const double *w, double (*b)[COLS], double *total,
                 long lo, long hi)
{
    for (long i = lo; i < hi; ++i)
        for (int j = 0; j < COLS; ++j) {
            b[i][j] += a[i - 1][j] + w[j] * a[i + 1][j];
            *total += b[i][j];
        }
}

static void add_rows_host(const ctsar_call *c)
{
    rows(c->arg[0], c->arg[1], c->arg[2], c->arg[3], c->start, c->end);
}
KERNEL_BY_GROUPS(add_rows,
                 "__global const double *a, long a_bias, long a_stride, "
                 "__global const double *w, long w_bias, "
                 "__global double *b, long b_bias, long b_stride, __global double *total",
                 "for (long j = 0; j < 256; ++j) {\n"
                 "            long at = i * b_stride + j - b_bias;\n"
                 "            b[at] += a[(i - 1) * a_stride + j - a_bias] +\n"
                 "                     w[j - w_bias] * a[(i + 1) * a_stride + j - a_bias];\n"
                 "            total[group] += b[at];\n        }");

static void turn(bool launched, unsigned persist)
{
    static const double zero = 0;
    const double(*a)[COLS] = ctsar_reg_mem_2d(s, in, sizeof(double), ROWS + 2, COLS, 1, 0,
                                              CTSAR_MEM_INPUT | CTSAR_MEM_PARTIAL | persist, NULL);
    const double *w = ctsar_reg_mem(s, weights, sizeof(double), COLS, CTSAR_MEM_INPUT);
    double(*b)[COLS] = ctsar_reg_mem_2d(s, out, sizeof(double), ROWS + 2, COLS, 0, 0,
                                        CTSAR_MEM_INOUT | CTSAR_MEM_PARTIAL | persist, NULL);
    double *total = ctsar_reg_reduc(s, &sum, &zero, sizeof sum, add);
    ctsar_next_range(s, 1, ROWS + 1, 1);
    const ctsar_arg args[] = {CTSAR_ARG_MEM(in), CTSAR_ARG_MEM(weights), CTSAR_ARG_MEM(out),
                              CTSAR_ARG_REDUC(&sum)};
    if (launched)
        ctsar_launch(s, &add_rows, args, 4);
    else
        rows(a, w, b, total, CSTART(s), CEND(s));
}

static double expected[ROWS + 2][COLS], expected_sum;

static void prepare(void)
{
    for (int i = 0; i < ROWS + 2; ++i)
        for (int j = 0; j < COLS; ++j) {
            in[i][j] = i % 13 - j % 7;
            out[i][j] = expected[i][j] = i - j;
        }
    for (int j = 0; j < COLS; ++j)
        weights[j] = j % 3;
    sum = expected_sum = 3;
}

static void pass(bool launched, unsigned persist, int threads)
{
    rows((const double(*)[COLS])in, weights, expected, &expected_sum, 1, ROWS + 1);
#pragma omp parallel num_threads(threads)
    do
        turn(launched, persist);
    while (ctsar_loop(s));
    assert_string_equal(ctsar_last_error(s), "");
    assert_true(sum == expected_sum);
}

static void assert_right(void)
{
    ctsar_sync_mem(s, out);
    for (int i = 0; i < ROWS + 2; ++i)
        if (memcmp(out[i], expected[i], sizeof out[i]) != 0)
            fail_msg("row %d is wrong", i);
}

/* The memory is so much, of whatever kind the accelerators are. */
static void units_with(const char *memory, const char *devices, const char *emu, const char *clock)
{
    char all[120];
    snprintf(all, sizeof all, "memory=%s%s", memory, emu);
    units(devices, all, clock);
    setenv("CTSAR_MEMORY", memory, 1);
}

static void open_with(const char *memory, const char *devices, const char *emu, const char *clock,
                      ctsar_policy policy)
{
    units_with(memory, devices, emu, clock);
    setenv("CTSAR_REPORT", "1", 1); /* keeps statistics */
    setenv("CTSAR_DIV", "3", 1);    /* a third of the rows does not fit either */
    ctsar_init(&s, ROWS, policy, CTSAR_DEV_ALL, NULL, NULL);
}

static const ctsar__unit_stats *emu0(void)
{
    return &s->stats.unit[s->stats.cores];
}

/* CUDA maps memory in 64ths of an array, so little of it holds much less than its bytes. */
static bool is_coarse(void)
{
    return !is_emulated() && !strcmp(test_accelerator(), "cuda");
}

#define POLICY(constant, name, number, what) constant,
static const ctsar_policy policies[] = {CTSAR_POLICY_LIST(POLICY)};
enum { POLICIES = sizeof policies / sizeof *policies };

/* ---- Right ------------------------------------------------------------------------------ */

static void stream_all(const char *devices, bool launched, unsigned persist)
{
    for (int i = 0; i < 2 * POLICIES; ++i) {
        open_with(MEMORY, devices, ",speed=4,bandwidth=1GB/s", i % 2 ? "real" : "virtual",
                  policies[i / 2]);
        bool declared = launched && (i % 4 < 2 || !is_emulated());
        if (declared)
            ctsar_set_kernel(s, &add_rows);
        prepare();
        for (int k = 0; k < 3; ++k)
            pass(launched, persist, 2);
        assert_right();
        if (*emu0()->gone)
            fail_msg("%s %s, %s clock, %s, %s: %s", launched ? "launched" : "inline",
                     persist ? "persisted" : "plain", i % 2 ? "real" : "virtual",
                     ctsar__policy((int)policies[i / 2])->name,
                     declared ? "declared" : "undeclared", emu0()->gone);
        if (!strcmp(devices, "emu:1"))
            assert_int_equal(emu0()->iterations, 3 * ROWS);
        assert_true(emu0()->committed <= 128 << 10);
        ctsar_free(&s);
    }
}

static void an_array_8_times_the_memory_streams_through_inline_bodies(void **state)
{
    (void)state;
    if (!is_emulated())
        skip();
    stream_all("emu:1", false, 0);
    stream_all("cpu,emu:2", false, 0);
}

static void an_array_8_times_the_memory_streams_through_launched_kernels(void **state)
{
    (void)state;
    stream_all("emu:1", true, 0);
    stream_all("cpu,emu:2", true, 0);
}

static void persisted_arrays_that_do_not_fit_stream_too(void **state)
{
    (void)state;
    for (int launched = !is_emulated(); launched < 2; ++launched) {
        stream_all("emu:1", launched, CTSAR_MEM_PERSIST);
        stream_all("cpu,emu:2", launched, CTSAR_MEM_PERSIST);
    }
}

/* ---- How -------------------------------------------------------------------------------- */

static void an_inline_body_gets_one_turn_for_each_piece(void **state)
{
    (void)state;
    if (!is_emulated())
        skip();
    open_with(MEMORY, "emu:1", "", "virtual", CTSAR_STATIC);
    prepare();
    pass(false, 0, 1);
    assert_right();
    assert_true(emu0()->streamed);
    /* Two arrays of 2 KiB a row: at most 32 rows at a time, less pages for halo and weights. */
    assert_in_range(emu0()->turns, ROWS / 32, ROWS / 24);
    /* Each row comes once, the rows on either side of a piece once more. */
    size_t row = COLS * sizeof(double), pieces = (size_t)emu0()->turns;
    assert_int_equal(emu0()->bytes_in,
                     2 * ROWS * row + 2 * pieces * row + sizeof weights + sizeof sum);
    assert_int_equal(emu0()->bytes_out, ROWS * row + pieces * sizeof sum);
}

static void launched_pieces_overlap_and_fit_together(void **state)
{
    (void)state;
    /* A row takes 2 us of kernel and less than 1 us of copies. */
    open_with(is_coarse() ? "256KiB" : "64KiB", "emu:1", ",speed=.5,bandwidth=8GB/s", "virtual",
              CTSAR_STATIC);
    ctsar_set_kernel(s, &add_rows);
    prepare();
    pass(true, 0, 1);
    assert_right();
    assert_true(emu0()->streamed);
    assert_true(emu0()->turns >= (is_coarse() ? 16 : 64));
    assert_true(emu0()->committed > 32 << 10);
    assert_true(is_coarse() || emu0()->hidden >= .95 * emu0()->copying);
}

static void the_report_says_what_streamed(void **state)
{
    (void)state;
    open_with("64MiB", "emu:1", "", "virtual", CTSAR_STATIC);
    declare(s, &add_rows);
    prepare();
    pass(launches(), 0, 1);
    assert_false(emu0()->streamed);
    assert_int_equal(emu0()->turns, 1);
}

static void a_whole_input_that_does_not_fit_is_left_to_the_cores_and_named(void **state)
{
    (void)state;
    static char whole[64 << 10];
    char name[40];
    open_with("16KiB", "cpu:1,emu:1", "", "virtual", CTSAR_ADAPTIVE);
    declare(s, &nothing);
    snprintf(name, sizeof name, "the array of 65536 bytes at %p", (void *)whole);
    for (int k = 0; k < 2; ++k)
        do {
            ctsar_reg_mem(s, whole, 1, sizeof whole, CTSAR_MEM_INPUT);
            ctsar_next(s, 100);
            execute(s, &nothing, 1, 0, NULL);
        } while (ctsar_loop(s));
    assert_string_equal(ctsar_last_error(s), "");
    assert_int_equal(emu0()->iterations, 0);
    assert_int_equal(emu0()[-1].iterations, 200);
    assert_non_null(strstr(emu0()->gone, name));
    assert_non_null(strstr(emu0()->gone, emu0()->name));
}

static void persisted_data_cap_a_share_where_others_can_do_the_rest(void **state)
{
    (void)state;
    /* By its speed the accelerator would have nearly all rows; it can keep a sixteenth. */
    open_with(MEMORY, "cpu,emu:1", ",speed=64", "virtual", CTSAR_ADAPTIVE);
    declare(s, &add_rows);
    prepare();
    for (int k = 0; k < 3; ++k)
        pass(launches(), CTSAR_MEM_PERSIST, 2);
    const ctsar__pass_record *second = &s->stats.pass[1];
    assert_in_range(second->iterations[2], 20, 32);
    size_t in_so_far = emu0()->bytes_in;
    pass(launches(), CTSAR_MEM_PERSIST, 2);
    /* Now nothing moves but the vector, and what the sum starts from, for each group. */
    size_t groups = launches() ? (size_t)s->device[0]->groups : 1;
    size_t least = sizeof weights + groups * sizeof sum;
    assert_in_range(emu0()->bytes_in - in_so_far, least, is_coarse() ? SIZE_MAX : least);
    assert_right();
    assert_true(emu0()->turns > s->stats.passes + 2); /* the first pass streamed */
}

static void memory_that_another_region_holds_makes_pieces_smaller(void **state)
{
    (void)state;
    static char hog[96 << 10];
    ctsar *other = NULL;
    units_with(MEMORY, "emu:1", "", "virtual");
    ctsar_init(&other, 1, CTSAR_STATIC, CTSAR_DEV_ALL, NULL, NULL);
    declare(other, &nothing);
    do {
        ctsar_reg_mem(other, hog, 1, sizeof hog, CTSAR_MEM_INPUT);
        ctsar_next(other, 1);
        execute(other, &nothing, 1, 0, NULL);
    } while (ctsar_loop(other)); /* which keeps its window for its next pass */
    for (int launched = !is_emulated(); launched < 2; ++launched) {
        ctsar_init(&s, ROWS, CTSAR_STATIC, CTSAR_DEV_ALL, NULL, NULL);
        if (launched)
            ctsar_set_kernel(s, &add_rows);
        prepare();
        pass(launched, 0, 1);
        assert_right();
        ctsar_free(&s);
    }
    ctsar_free(&other);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup_region, end_region)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(an_array_8_times_the_memory_streams_through_inline_bodies),
        TEST(an_array_8_times_the_memory_streams_through_launched_kernels),
        TEST(persisted_arrays_that_do_not_fit_stream_too),
        TEST(an_inline_body_gets_one_turn_for_each_piece),
        TEST(launched_pieces_overlap_and_fit_together),
        TEST(the_report_says_what_streamed),
        TEST(a_whole_input_that_does_not_fit_is_left_to_the_cores_and_named),
        TEST(persisted_data_cap_a_share_where_others_can_do_the_rest),
        TEST(memory_that_another_region_holds_makes_pieces_smaller),
    };
    return cmocka_run_group_tests_name("stream", tests, NULL, NULL);
}

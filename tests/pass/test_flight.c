/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Accelerators that go on by themselves with what their turn launched. */
#include <omp.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "region/state.h"
#include "support/environment.h"
#include "support/execute.h"
#include "support/own_threads.h"
#include "support/region.h"

enum { N = 1024, ROW = 512 /* bytes */ };

static char in[N][ROW], out[N][ROW];

/* Where calls were executed. */
static _Atomic int by_team, by_library;
static _Thread_local bool of_the_team;
/* Calls wait until so many of the team's threads have begun one in this pass, or for very long;
 * then they pause, or the last one to begin would look the fastest. */
static int awaited;
static _Atomic unsigned begun; /* a bit for each */
static useconds_t pause_us;

static int setup(void **state)
{
    awaited = 0;
    pause_us = 0;
    return setup_region(state);
}

static void wait_for_the_team(void)
{
    unsigned all = (1u << awaited) - 1;
    if (of_the_team)
        begun |= 1u << omp_get_thread_num();
    for (int ms = 0; (begun & all) != all && ms < 30000; ++ms)
        usleep(1000);
    if (pause_us)
        usleep(pause_us);
}

static void copying_host(const ctsar_call *c)
{
    const char(*from)[ROW] = c->arg[0];
    char(*to)[ROW] = c->arg[1];
    if (of_the_team)
        by_team++;
    else
        by_library++;
    wait_for_the_team();
    for (long i = c->start; i < c->end; i += c->step)
        for (int j = 0; j < ROW; ++j)
            to[i][j] = (char)(from[i][j] + 1);
}
KERNEL(copying,
       "__global const char *from, long from_bias, long from_stride, "
       "__global char *to, long to_bias, long to_stride",
       "for (long j = 0; j < 512; ++j)\n            to[i * to_stride + j - to_bias] = "
       "from[i * from_stride + j - from_bias] + 1;");

static void turn(ctsar *region)
{
    ctsar_reg_mem_2d(region, in, 1, N, ROW, 0, 0, CTSAR_MEM_INPUT | CTSAR_MEM_PARTIAL, NULL);
    ctsar_reg_mem_2d(region, out, 1, N, ROW, 0, 0, CTSAR_MEM_OUTPUT | CTSAR_MEM_PARTIAL, NULL);
    ctsar_next(region, N);
    const ctsar_arg args[] = {CTSAR_ARG_MEM(in), CTSAR_ARG_MEM(out)};
    ctsar_launch(region, &copying, args, 2);
}

static void pass(int threads)
{
    for (int i = 0; i < N; ++i)
        memset(in[i], i * 7, ROW);
    memset(out, 0, sizeof out);
    begun = 0;
#pragma omp parallel num_threads(threads)
    do {
        of_the_team = true;
        turn(s);
    } while (ctsar_loop(s));
    for (int i = 0; i < N; ++i)
        for (int j = 0; j < ROW; ++j)
            if (out[i][j] != (char)(i * 7 + 1))
                fail_msg("row %d is wrong", i);
}

static void open_on(const char *devices, const char *emu, const char *clock, ctsar_policy policy,
                    int div)
{
    units(devices, emu, clock);
    setenv("CTSAR_REPORT", "1", 1); /* keeps statistics */
    ctsar_init(&s, N, policy, CTSAR_DEV_ALL, NULL, div ? &div : NULL);
    assert_int_equal(ctsar_set_kernel(s, &copying), CTSAR_OK);
}

/* ---- Overlap -------------------------------------------------------------------------- */

/* Kernels take twice as long as copies: a row is 2 * 512 bytes at 1 GiB/s or so, 1 us, and 2 us of
 * the accelerator. */
#define EMU "speed=.5,bandwidth=1024MB/s"

static ctsar__unit_stats *emu0(void)
{
    return &s->stats.unit[s->stats.cores];
}

static void at_least_95_percent_of_the_copies_are_hidden_behind_kernels(void **state)
{
    (void)state;
    static const int parts[] = {64, 100, 400};
    for (int i = 0; i < 3; ++i) {
        open_on("emu:1", EMU, "virtual", CTSAR_CHUNK, parts[i]);
        pass(1);
        assert_true(emu0()->turns >= 64);
        assert_true(emu0()->copying > .9e-3 && emu0()->copying < 1.1e-3);
        assert_true(emu0()->hidden >= .95 * emu0()->copying);
        /* The pass is the kernels, and what they cannot hide. */
        double kernels = N * 2e-6, rest = emu0()->copying - emu0()->hidden;
        assert_true(s->stats.seconds <= kernels + rest + 1e-9);
        assert_true(s->stats.seconds >= kernels);
        ctsar_free(&s);
    }
}

static void with_one_range_in_flight_nothing_is_hidden(void **state)
{
    (void)state;
    units("emu:1", EMU, "virtual");
    setenv("CTSAR_INFLIGHT", "1", 1);
    setenv("CTSAR_REPORT", "1", 1);
    ctsar_init(&s, N, CTSAR_CHUNK, CTSAR_DEV_ALL, NULL, NULL);
    ctsar_set_kernel(s, &copying);
    pass(1);
    assert_true(emu0()->hidden == 0);
    assert_true(s->stats.seconds > .99 * (N * 2e-6 + emu0()->copying));
}

/* A core and an accelerator of its speed; what waited in the accelerator's other slots at the end
 * would be missing on the core. */
static void
ranges_on_demand_do_not_wait_for_each_other_where_there_are_no_copies_to_hide(void **state)
{
    enum { PARTS = 12, OF_EACH = PARTS / 2, PIECE = (N + PARTS - 1) / PARTS };
    (void)state;
    open_on("cpu:1,emu:1", "speed=1", "virtual", CTSAR_CHUNK, PARTS);
    pass(1);
    assert_int_equal(emu0()->turns, OF_EACH);
    assert_true(s->stats.seconds <= (OF_EACH + .01) * PIECE * 1e-6);
}

static void becomes_a_pipeline(ctsar_policy policy, int div)
{
    open_on("emu:1", EMU ",latency=1us", "virtual", policy, div);
    pass(1);
    assert_int_equal(emu0()->turns, 1); /* nothing is known yet */
    double serial = s->stats.seconds;
    pass(1);
    assert_true(emu0()->turns > 4);
    assert_true(s->stats.seconds - serial < .85 * serial);
    ctsar_free(&s);
}

static void a_split_range_becomes_a_pipeline_where_that_gains(void **state)
{
    (void)state;
    becomes_a_pipeline(CTSAR_ADAPTIVE, 0);
    /* A launch as long as all copies: not worth it. */
    open_on("emu:1", EMU ",latency=1ms", "virtual", CTSAR_ADAPTIVE, 0);
    pass(1);
    pass(1);
    assert_int_equal(emu0()->turns, 2);
}

static void a_range_on_demand_becomes_a_pipeline_where_that_gains(void **state)
{
    (void)state;
    becomes_a_pipeline(CTSAR_CHUNK, 1);
}

/* Of passes 5 to 12, in seconds. */
static double later_passes(ctsar_policy policy, const char *devices, const char *emu)
{
    open_on(devices, emu, "virtual", policy, 0);
    double first = 0;
    for (int k = 0; k < 12; ++k) {
        pass(4);
        first = k < 4 ? s->stats.seconds : first;
    }
    double later = s->stats.seconds - first;
    ctsar_free(&s);
    return later;
}

/* Copies take as long as the accelerator's kernels.  The part of a pass that auto hands out at once
 * is long enough for a pipeline, and a policy that hides nothing would be a third slower. */
static void auto_hides_copies_as_a_split_does(void **state)
{
    (void)state;
    const char *emu = "speed=4,latency=1us,bandwidth=4GB/s";
    double split = later_passes(CTSAR_HYBRID, "cpu:1,emu:1", emu);
    assert_true(later_passes(CTSAR_AUTO, "cpu:1,emu:1", emu) <= 1.05 * split);
}

/* The bus is what limits the accelerator, so ranges in its slots wait for each other. */
static void auto_leaves_to_others_what_would_wait_behind_an_accelerators_ranges(void **state)
{
    (void)state;
    const char *emu = "speed=16,latency=5us,bandwidth=300MB/s";
    double split = later_passes(CTSAR_HYBRID, "cpu:4,emu:1", emu);
    assert_true(later_passes(CTSAR_AUTO, "cpu:4,emu:1", emu) <= 1.04 * split);
}

/* The data come once, in twenty times as long as they are computed, with three ranges at once. */
static void hidden_one_off_moves_do_not_make_an_accelerator_look_faster(void **state)
{
    (void)state;
    units("cpu:1,emu:1", "speed=4,bandwidth=100MB/s", "virtual");
    ctsar_init(&s, N, CTSAR_CHUNK_STATIC, CTSAR_DEV_ALL, NULL, NULL);
    ctsar_set_kernel(s, &copying);
    do {
        ctsar_reg_mem_2d(s, in, 1, N, ROW, 0, 0,
                         CTSAR_MEM_INPUT | CTSAR_MEM_PARTIAL | CTSAR_MEM_PERSIST, NULL);
        ctsar_reg_mem_2d(s, out, 1, N, ROW, 0, 0,
                         CTSAR_MEM_OUTPUT | CTSAR_MEM_PARTIAL | CTSAR_MEM_PERSIST, NULL);
        ctsar_next(s, N);
        const ctsar_arg args[] = {CTSAR_ARG_MEM(in), CTSAR_ARG_MEM(out)};
        ctsar_launch(s, &copying, args, 2);
    } while (ctsar_loop(s));
    ctsar__measured unit[2] = {{0}};
    ctsar__sched_times(s->sched, unit);
    assert_true(unit[0].ranges > 0 && unit[0].overhead == 0);
    assert_true(unit[0].time > .99 * 1e-6 / 4 && unit[0].time < 1.01 * 1e-6 / 4);
}

static void the_same_run_under_the_virtual_clock_takes_the_same_time(void **state)
{
    (void)state;
    static const ctsar_policy policies[] = {CTSAR_ADAPTIVE, CTSAR_CHUNK,         CTSAR_CHUNK_STATIC,
                                            CTSAR_HYBRID,   CTSAR_CHUNK_DYNAMIC, CTSAR_AUTO};
    for (size_t i = 0; i < sizeof policies / sizeof *policies; ++i) {
        double seconds[2], hidden[2];
        for (int run = 0; run < 2; ++run) {
            open_on("cpu,emu:2", EMU ",latency=3us;speed=4,bandwidth=1GB/s", "virtual", policies[i],
                    0);
            for (int k = 0; k < 4; ++k)
                pass(3);
            seconds[run] = s->stats.seconds;
            hidden[run] = emu0()->hidden;
            ctsar_free(&s);
        }
        assert_true(seconds[0] == seconds[1] && hidden[0] == hidden[1]);
    }
}

/* ---- Memory --------------------------------------------------------------------------- */

/* Most that a window of so many bytes may take; others' buffers and pieces are coarser. */
static size_t window_of(size_t bytes)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    return is_emulated() ? bytes + 2 * page : bytes / 4 * 5 + 4 * page;
}

/* Of so many rows of two arrays. */
static size_t windows_of(long rows)
{
    return 2 * window_of((size_t)rows * ROW);
}

static char table[40000]; /* whole, and kept on the accelerator */

static void pass_with_table(void)
{
#pragma omp parallel num_threads(2)
    do {
        ctsar_reg_mem(s, table, 1, sizeof table, CTSAR_MEM_INPUT | CTSAR_MEM_PERSIST);
        turn(s);
    } while (ctsar_loop(s));
}

static void ranges_in_flight_hold_a_window_each_and_share_what_is_kept(void **state)
{
    (void)state;
    enum { PARTS = 32, RANGE = N / PARTS };
    for (int slots = 1; slots <= 4; ++slots) {
        char inflight[12];
        snprintf(inflight, sizeof inflight, "%d", slots);
        /* Ranges gain from each other, but none is long enough to come in pieces. */
        units("cpu,emu:2", EMU ",latency=4us", "virtual");
        setenv("CTSAR_INFLIGHT", inflight, 1);
        setenv("CTSAR_REPORT", "1", 1);
        ctsar_init(&s, N, CTSAR_CHUNK, CTSAR_DEV_ALL, NULL, (int[]){PARTS});
        ctsar_set_kernel(s, &copying);
        for (int k = 0; k < 3; ++k)
            pass_with_table();
        for (int a = 0; a < 2; ++a) {
            const ctsar__unit_stats *unit = emu0() + a;
            size_t least = sizeof table + (size_t)slots * 2 * RANGE * ROW;
            size_t most = window_of(sizeof table) + (size_t)slots * windows_of(RANGE);
            assert_true(unit->turns >= 3 * slots);
            assert_in_range(unit->committed, least, most);
        }
        ctsar_free(&s);
    }
}

static void pieces_of_a_range_hold_no_more_than_the_range(void **state)
{
    (void)state;
    open_on("cpu,emu:1", EMU ",latency=1us", "virtual", CTSAR_STATIC, 0);
    pass_with_table();
    long rows = emu0()->iterations;
    emu0()->committed = 0;
    pass_with_table(); /* by now the times are known, and a pipeline gains */
    assert_true(emu0()->turns > 4);
    assert_true(emu0()->committed > sizeof table);
    assert_true(emu0()->committed <=
                window_of(sizeof table) + windows_of(rows) + 3 * windows_of(0));
}

/* ---- Threads --------------------------------------------------------------------------- */

static void no_core_is_lost_to_an_accelerator_that_was_launched_on(void **state)
{
    (void)state;
    static const ctsar_policy policies[] = {CTSAR_ADAPTIVE, CTSAR_SPLIT, CTSAR_CHUNK,
                                            CTSAR_CHUNK_DYNAMIC};
    /* Kernels of others do not wait, so that only a first split leaves something to the cores. */
    size_t count = is_emulated() ? 4 : 2;
    int passes = is_emulated() ? 3 : 1;
    for (size_t i = 0; i < count; ++i) {
        open_on("cpu,emu:2", NULL, "real", policies[i], 16);
        awaited = 2; /* so that both come in time for a part, whatever else the machine does */
        pause_us = 20000;
        by_team = by_library = 0;
        for (int k = 0; k < passes; ++k)
            pass(2);
        for (int core = 0; core < 2; ++core)
            assert_int_equal(s->stats.unit[core].passes, passes);
        assert_true(emu0()->iterations + emu0()[1].iterations > 0);
        assert_true(by_library > 0 || !is_emulated()); /* others may have forms of their own */
        /* What the team executed was on its cores. */
        assert_int_equal(by_team, s->stats.unit[0].turns + s->stats.unit[1].turns);
        ctsar_free(&s);
    }
}

static void a_region_may_be_freed_at_once(void **state)
{
    (void)state;
    for (int i = 0; i < rounds_of(300); ++i) {
        open_on("cpu,emu:2", NULL, "real", i % 2 ? CTSAR_CHUNK : CTSAR_STATIC, 4);
        unsetenv("CTSAR_REPORT");
        setenv("CTSAR_INFLIGHT", i % 3 ? "2" : "4", 1);
#pragma omp parallel num_threads(2)
        do
            turn(s);
        while (ctsar_loop(s));
        ctsar_free(&s);
    }
}

static void the_librarys_threads_end_with_the_last_region(void **state)
{
    (void)state;
    ctsar *other = NULL;
    open_on("cpu,emu:2", NULL, "real", CTSAR_STATIC, 0);
    ctsar_init(&other, N, CTSAR_STATIC, CTSAR_DEV_CPU, NULL, NULL);
    pass(2);
    int with = tasks();
    ctsar_free(&s);
    assert_int_equal(tasks(), with);
    ctsar_free(&other);
    /* One of each accelerator at least; one that has been joined may be listed for a moment. */
    for (int i = 0; i < 5000 && tasks() > with - 2; ++i)
        usleep(1000);
    assert_in_range(tasks(), 1, with - 2);
}

/* ---- Inline bodies, which block ------------------------------------------------------------ */

/* One pass of an inline body; counts what threads did for units. */
enum { THREADS = 3 };
static long of_thread[THREADS][THREADS + 1]; /* iterations by thread and unit */

static void inline_pass(void)
{
    memset(of_thread, 0, sizeof of_thread);
#pragma omp parallel num_threads(THREADS)
    do {
        int unit = ctsar_get_unit(s);
        ctsar_next(s, N);
        if (unit >= 0)
            of_thread[omp_get_thread_num()][unit] += CEND(s) - CSTART(s);
    } while (ctsar_loop(s));
}

static void open_inline(const char *clock, const char *dedicated, ctsar_policy policy)
{
    units("cpu,emu:1", NULL, clock);
    if (dedicated)
        setenv("CTSAR_DEDICATED", dedicated, 1);
    ctsar_init(&s, N, policy, CTSAR_DEV_ALL, NULL, NULL);
    inline_pass();
    inline_pass();
}

static void a_thread_is_dedicated_to_an_accelerator_whose_body_blocks(void **state)
{
    (void)state;
    if (!is_emulated())
        skip(); /* bodies do not stand inline there */
    static const ctsar_policy policies[] = {CTSAR_STATIC, CTSAR_SPLIT};
    for (int i = 0; i < 4; ++i) {
        open_inline(i % 2 ? "virtual" : "real", i % 2 ? "1" : NULL, policies[i / 2]);
        /* Units are cores 0 and 1 now, and the accelerator. */
        long sum = 0;
        for (int t = 0; t < THREADS; ++t)
            for (int u = 0; u <= THREADS; ++u)
                sum += of_thread[t][u];
        assert_int_equal(sum, N);
        assert_int_equal(of_thread[2][0] + of_thread[2][1] + of_thread[2][3], 0);
        assert_int_equal(of_thread[0][2] + of_thread[1][2], 0); /* cores have but their own */
        /* Split may find it too slow, in real time, on a machine that does something else. */
        assert_true(of_thread[2][2] > 0 || (policies[i / 2] == CTSAR_SPLIT && i % 2 == 0));
        ctsar_free(&s);
    }
}

static void no_thread_is_dedicated_where_that_is_forbidden_or_the_clock_virtual(void **state)
{
    (void)state;
    if (!is_emulated())
        skip(); /* bodies do not stand inline there */
    for (int i = 0; i < 2; ++i) {
        open_inline(i ? "virtual" : "real", i ? NULL : "0", CTSAR_STATIC);
        long core2 = 0;
        for (int t = 0; t < THREADS; ++t)
            core2 += of_thread[t][2];
        assert_int_equal(of_thread[2][2], core2); /* its own core */
        assert_true(core2 > 0);
        ctsar_free(&s);
    }
}

/* ---- Forms ------------------------------------------------------------------------------- */

static void units_without_a_form_get_no_turns(void **state)
{
    (void)state;
    static const ctsar_kernel elsewhere = {.name = "elsewhere", .opencl_source = "x"},
                              here = {.name = "here", .host = copying_host};
    open_on(is_emulated() ? "cpu,emu:1" : "emu:1", NULL, "virtual", CTSAR_ADAPTIVE, 0);
    assert_int_equal(ctsar_set_kernel(s, is_emulated() ? &elsewhere : &here), CTSAR_ENODEV);
    assert_says("no unit of the region has a form");
    pass(2); /* as before */
    assert_true(emu0()->iterations > 0);
}

static void a_declared_kernel_must_be_launched(void **state)
{
    (void)state;
    open_on("emu:1", NULL, "virtual", CTSAR_ADAPTIVE, 0);
    ctsar_next(s, N);
    assert_false(ctsar_loop(s));
    assert_says("launched nothing");
    pass(1);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, end_region)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(at_least_95_percent_of_the_copies_are_hidden_behind_kernels),
        TEST(with_one_range_in_flight_nothing_is_hidden),
        TEST(ranges_on_demand_do_not_wait_for_each_other_where_there_are_no_copies_to_hide),
        TEST(a_split_range_becomes_a_pipeline_where_that_gains),
        TEST(a_range_on_demand_becomes_a_pipeline_where_that_gains),
        TEST(auto_hides_copies_as_a_split_does),
        TEST(auto_leaves_to_others_what_would_wait_behind_an_accelerators_ranges),
        TEST(hidden_one_off_moves_do_not_make_an_accelerator_look_faster),
        TEST(the_same_run_under_the_virtual_clock_takes_the_same_time),
        TEST(ranges_in_flight_hold_a_window_each_and_share_what_is_kept),
        TEST(pieces_of_a_range_hold_no_more_than_the_range),
        TEST(no_core_is_lost_to_an_accelerator_that_was_launched_on),
        TEST(a_region_may_be_freed_at_once),
        TEST(the_librarys_threads_end_with_the_last_region),
        TEST(a_thread_is_dedicated_to_an_accelerator_whose_body_blocks),
        TEST(no_thread_is_dedicated_where_that_is_forbidden_or_the_clock_virtual),
        TEST(units_without_a_form_get_no_turns),
        TEST(a_declared_kernel_must_be_launched),
    };
    return cmocka_run_group_tests_name("flight", tests, NULL, NULL);
}

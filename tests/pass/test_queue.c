/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Ranges on demand, as a user sees them. */
#include <limits.h>
#include <omp.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "support/delay.h"
#include "region/state.h"
#include "support/environment.h"
#include "support/execute.h"
#include "support/region.h"

enum { UNITS = 8, N = 1000 };

static _Atomic long executed[UNITS], turns[UNITS];
static int times[N];

static void open_on(const char *devices, const char *emu, const char *clock, ctsar_policy policy,
                    int div)
{
    units(devices, emu, clock);
    setenv("CTSAR_INFLIGHT", "1", 1); /* a launched range is one turn, as an inline body's */
    ctsar_init(&s, N, policy, CTSAR_DEV_ALL, NULL, &div);
    s->pass.reporting = launches(); /* keeps statistics, prints nothing */
}

static void forget_counts(void)
{
    memset((void *)executed, 0, sizeof executed);
    memset((void *)turns, 0, sizeof turns);
    memset(times, 0, sizeof times);
}

static int setup(void **state)
{
    forget_counts();
    return setup_region(state);
}

static void count_host(const ctsar_call *c)
{
    int *of = c->arg[0];
    for (long i = c->start; i < c->end; ++i)
        of[i]++;
}
KERNEL(count, "__global int *of, long bias", "of[i - bias]++;");

/* A turn that is launched is followed by others that the library opens: the statistics have them.
 */
static void take_statistics(void)
{
    for (int u = 0; u < s->stats.cores + s->stats.accs; ++u) {
        ctsar__unit_stats *unit = &s->stats.unit[u];
        executed[u] += unit->iterations;
        turns[u] += unit->turns;
        unit->iterations = unit->turns = 0;
    }
}

static void pass(int threads)
{
    declare(s, &count);
#pragma omp parallel num_threads(threads)
    do {
        int unit = ctsar_get_unit(s);
        int *of = ctsar_reg_mem(s, times, sizeof *times, N, CTSAR_MEM_INOUT | CTSAR_MEM_PARTIAL);
        ctsar_next(s, N);
        execute(s, &count, 1, 1, (operand[]){{.host = times, .unit = of}});
        if (unit >= 0 && !launches()) {
            executed[unit] += CEND(s) - CSTART(s);
            turns[unit] += CEND(s) > CSTART(s);
        }
    } while (ctsar_loop(s));
    if (launches())
        take_statistics();
}

static void add(void *into, void *from)
{
    *(long *)into += *(long *)from;
}

static void assert_each_once(void)
{
    for (int i = 0; i < N; ++i)
        assert_int_equal(times[i], 1);
}

static void the_virtual_clock_hands_out_in_the_order_of_the_time_lines(void **state)
{
    (void)state;
    /* A piece lasts 4 units of time on a core and 1 on the accelerator. */
    open_on("cpu:1,emu:1", "speed=4", "virtual", CTSAR_CHUNK, 100);
    pass(3);
    assert_each_once();
    assert_int_equal(turns[0], 20);
    assert_int_equal(turns[1], 80);
}

static void pieces_of_one_size_cover_the_pass_under_the_real_clock(void **state)
{
    (void)state;
    open_on("cpu,emu:2", NULL, "real", CTSAR_CHUNK, 300); /* 300 does not divide 1000 */
    pass(4);
    assert_each_once();
    long pieces = 0;
    for (int u = 0; u < UNITS; ++u)
        pieces += turns[u];
    assert_int_equal(pieces, 250);
}

/* Who finds nothing left moves the shared cursor all the same. */
static void pieces_longer_than_the_pass_are_one(void **state)
{
    (void)state;
    static const size_t size[] = {N, N + 1, LONG_MAX / 2, LONG_MAX - 1, LONG_MAX};
    for (size_t i = 0; i < sizeof size / sizeof *size; ++i)
        for (int accelerators = 0; accelerators <= 2; accelerators += 2) {
            forget_counts();
            open_on(accelerators ? "cpu,emu:2" : "cpu", NULL, "real", CTSAR_CHUNK, 1);
            assert_int_equal(ctsar_set_chunk(s, size[i]), CTSAR_OK);
            pass(4);
            pass(3);
            for (int k = 0; k < N; ++k)
                assert_int_equal(times[k], 2);
            ctsar_free(&s);
        }
}

static void a_core_is_not_lost_behind_an_accelerator_that_it_serves(void **state)
{
    (void)state;
    open_on("cpu,emu:1", NULL, "real", CTSAR_CHUNK, 10);
    pass(1);
    assert_each_once();
    if (launches()) { /* who comes for a piece when is up to them */
        assert_int_equal(turns[0] + turns[1], 10);
        assert_true(turns[1] > 0);
        return;
    }
    assert_int_equal(turns[0], 5);
    assert_int_equal(turns[1], 5);
}

/* Threads claim several short pieces at once, and go from one to the next without much ado: each is
 * a turn of its own all the same, and may have more than iterations. */
static void short_pieces_are_turns_of_their_own(void **state)
{
    (void)state;
    open_on("cpu", NULL, "real", CTSAR_CHUNK, N / 2);
    for (int threads = 1; threads <= 4; ++threads) {
        pass(threads);
        assert_each_once();
        long pieces = 0;
        for (int u = 0; u < UNITS; ++u)
            pieces += turns[u];
        assert_int_equal(pieces, N / 2);
        forget_counts();
    }
    _Atomic long bare = 0;
    long total = 0;
    const long none = 0;
#pragma omp parallel num_threads(3)
    do { /* every other turn has a copy of the reduction's result */
        bool reduces = turns[omp_get_thread_num()]++ % 2;
        long *part = reduces ? ctsar_reg_reduc(s, &total, &none, sizeof total, add) : NULL;
        ctsar_next(s, N);
        if (part)
            *part += CEND(s) - CSTART(s);
        else
            bare += CEND(s) - CSTART(s);
    } while (ctsar_loop(s));
    assert_int_equal(bare + total, N);
    assert_true(bare > 0 && total > 0);
}

static void the_thread_that_says_another_n_is_told_at_once(void **state)
{
    (void)state;
    _Atomic int refused = 0;
    open_on("cpu,emu:1", NULL, "real", CTSAR_CHUNK_DYNAMIC, 100);
    declare(s, &nothing);
#pragma omp parallel num_threads(2)
    {
        bool again;
        do {
            refused += ctsar_next(s, omp_get_thread_num() ? N : N / 2) == CTSAR_ETEAM;
            execute(s, &nothing, 1, 0, NULL);
            again = ctsar_loop(s);
        } while (again);
    }
    assert_int_not_equal(refused, 0);
    assert_says("must be the same");
    forget_counts();
    pass(2);
    assert_each_once();
}

static void an_error_in_a_turn_ends_the_pass_for_all_and_the_next_one_is_whole(void **state)
{
    (void)state;
    static const char *const clocks[] = {"real", "virtual"};
    for (int c = 0; c <= 2 * CTSAR_AUTO - 1; ++c) {
        forget_counts();
        open_on("cpu,emu:2", NULL, clocks[c % 2], (ctsar_policy)(CTSAR_STATIC + c / 2), 50);
        _Atomic int failures = 0;
        declare(s, &nothing);
#pragma omp parallel num_threads(3)
        do {
            ctsar_next(s, N);
            if (CSTART(s) < CEND(s) && CEND(s) > N / 2)
                failures += ctsar_reg_mem(s, NULL, 8, N, CTSAR_MEM_INPUT) == NULL;
            execute(s, &nothing, 1, 0, NULL);
        } while (ctsar_loop(s));
        assert_int_not_equal(failures, 0);
        forget_counts();
        pass(3);
        assert_each_once();
        ctsar_free(&s);
    }
}

/* Its workers take what follows of the pass: a second thread that served it would write into what
 * they work on. */
static void an_accelerator_that_goes_on_by_itself_is_served_once(void **state)
{
    (void)state;
    enum { ACCELERATORS = 3 };
    int passes = is_emulated() ? 500 : 20;
    open_on("emu:3", NULL, "real", CTSAR_CHUNK, N);
    declare(s, &count);
    for (int pass = 0; pass < passes; ++pass) {
        _Atomic int served[ACCELERATORS] = {0};
#pragma omp parallel num_threads(4)
        do {
            int unit = ctsar_get_unit(s);
            ctsar_reg_mem(s, times, sizeof *times, N, CTSAR_MEM_INOUT | CTSAR_MEM_PARTIAL);
            ctsar_next(s, N);
            if (unit >= 0)
                served[unit] += CEND(s) > CSTART(s);
            ctsar_launch(s, &count, (ctsar_arg[]){CTSAR_ARG_MEM(times)}, 1);
        } while (ctsar_loop(s));
        for (int a = 0; a < ACCELERATORS; ++a)
            assert_in_range(served[a], 0, 1);
    }
    for (int i = 0; i < N; ++i)
        assert_int_equal(times[i], passes);
}

/* A turn without iterations too: it empties the windows.  Under this policy an accelerator of which
 * nothing is known begins with one. */
static void an_accelerator_has_one_turn_at_a_time(void **state)
{
    (void)state;
    enum { PASSES = 5, EMPTY = 20000, FULL = 5000 }; /* microseconds */
    _Atomic int here = 0, most = 0;
    if (!is_emulated()) /* inline bodies are executed there alone */
        skip();
    units("cpu:1,emu:1", "latency=1ms", "real");
    setenv("CTSAR_BACKOFF", "fill", 1);
    ctsar_init(&s, N, CTSAR_AUTO, CTSAR_DEV_ALL, NULL, NULL);
    for (int pass = 0; pass < PASSES; ++pass)
#pragma omp parallel num_threads(4)
        do {
            int unit = ctsar_get_unit(s);
            ctsar_reg_mem(s, times, sizeof *times, N, CTSAR_MEM_INOUT | CTSAR_MEM_PARTIAL);
            ctsar_next(s, N);
            int with_me = unit == 1 ? ++here : 0;
            most = with_me > most ? with_me : most;
            usleep(unit == 1 && CEND(s) == CSTART(s) ? EMPTY : FULL);
            here -= unit == 1;
        } while (ctsar_loop(s));
    assert_int_equal(most, 1);
}

/* A unit leaves where another one has a range and will ask again.  The policy must hear that the
 * range is over before somebody else asks for that unit, or nobody comes back for what is left. */
static void nothing_is_left_where_accelerators_change_hands(void **state)
{
    (void)state;
    enum { REGIONS = 200, PASSES = 4 };
    if (!is_emulated()) /* inline bodies are executed there alone */
        skip();
    delay_one_in(200);
    for (int region = 0; region < REGIONS; ++region) {
        units("emu:3", "speed=3;speed=2;speed=1", "real");
        ctsar_init(&s, N, CTSAR_AUTO, CTSAR_DEV_ALL, NULL, NULL);
        forget_counts();
        for (int pass = 0; pass < PASSES; ++pass)
#pragma omp parallel num_threads(3)
            do {
                int *of =
                    ctsar_reg_mem(s, times, sizeof *times, N, CTSAR_MEM_INOUT | CTSAR_MEM_PARTIAL);
                ctsar_next(s, N);
                for (long i = CSTART(s); i < CEND(s); ++i)
                    of[i]++;
            } while (ctsar_loop(s));
        for (int i = 0; i < N; ++i)
            assert_int_equal(times[i], PASSES);
        ctsar_free(&s);
    }
    delay_one_in(0);
}

static void a_hybrid_region_goes_from_a_queue_to_a_split(void **state)
{
    (void)state;
    open_on("cpu,emu:2", "speed=4;speed=2", "virtual", CTSAR_HYBRID, 100);
    pass(2);
    assert_each_once();
    assert_true(turns[0] > 1);
    for (int i = 0; i < 2; ++i) {
        forget_counts();
        pass(2);
        assert_each_once();
    }
    for (int u = 0; u < 4; ++u)
        assert_int_equal(turns[u], 1);
    /* Speeds 1, 1, 4 and 2 of 8. */
    assert_in_range(executed[0], 120, 130);
    assert_in_range(executed[2], 490, 510);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, end_region)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_virtual_clock_hands_out_in_the_order_of_the_time_lines),
        TEST(pieces_of_one_size_cover_the_pass_under_the_real_clock),
        TEST(pieces_longer_than_the_pass_are_one),
        TEST(short_pieces_are_turns_of_their_own),
        TEST(a_core_is_not_lost_behind_an_accelerator_that_it_serves),
        TEST(the_thread_that_says_another_n_is_told_at_once),
        TEST(an_error_in_a_turn_ends_the_pass_for_all_and_the_next_one_is_whole),
        TEST(an_accelerator_that_goes_on_by_itself_is_served_once),
        TEST(an_accelerator_has_one_turn_at_a_time),
        TEST(nothing_is_left_where_accelerators_change_hands),
        TEST(a_hybrid_region_goes_from_a_queue_to_a_split),
    };
    return cmocka_run_group_tests_name("queue", tests, NULL, NULL);
}

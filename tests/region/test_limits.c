/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The largest numbers: of iterations, bounds, and steps.  Each iteration is executed once, whatever
 * they are; bodies count ranges rather than walk them. */
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "region/state.h"
#include "support/environment.h"
#include "support/region.h"

static const char *const clocks[] = {"real", "virtual"};
/* What the ranges of a pass were, together: their number of iterations, the sum of all values of
 * the loop's variable and that of their squares, which wrap. */
typedef struct seen {
    uint64_t count, sum, squares;
} seen;

static const seen nothing = {0, 0, 0};

static void add(void *into, void *from)
{
    seen *a = into;
    const seen *b = from;
    a->count += b->count;
    a->sum += b->sum;
    a->squares += b->squares;
}

static void count(const ctsar_call *c)
{
    ((seen *)c->arg[0])->count += (uint64_t)c->count;
}
static const ctsar_kernel counting = {.name = "count", .host = count};

static void walk(seen *to, long start, long n, long step)
{
    for (long k = 0; k < n; ++k) {
        uint64_t i = (uint64_t)start + (uint64_t)k * (uint64_t)step;
        to->count++;
        to->sum += i;
        to->squares += i * i;
    }
}

static void walk_host(const ctsar_call *c)
{
    walk(c->arg[0], c->start, c->count, c->step);
}
static const ctsar_kernel walking = {.name = "walk", .host = walk_host};

static void open_with(const char *clock, ctsar_policy policy, const ctsar_kernel *kernel)
{
    units("cpu,emu:2", "speed=3,latency=20us;speed=0.3", clock);
    assert_int_equal(ctsar_init(&s, 1000, policy, CTSAR_DEV_ALL, NULL, NULL), CTSAR_OK);
    assert_int_equal(ctsar_set_kernel(s, kernel), CTSAR_OK);
}

/* ---- Iterations ------------------------------------------------------------------------- */

static seen pass_of(long n, bool launched)
{
    seen all = nothing;
#pragma omp parallel num_threads(3)
    do {
        seen *mine = ctsar_reg_reduc(s, &all, &nothing, sizeof all, add);
        ctsar_next(s, (size_t)n);
        if (launched)
            ctsar_launch(s, &counting, (ctsar_arg[]){CTSAR_ARG_REDUC(&all)}, 1);
        else
            mine->count += (uint64_t)(CEND(s) - CSTART(s));
    } while (ctsar_loop(s));
    return all;
}

static void every_policy_executes_as_many_iterations_as_there_may_be(void **state)
{
    (void)state;
    for (int policy = CTSAR_STATIC; policy <= CTSAR_AUTO; ++policy)
        for (int form = 0; form < 4; ++form) {
            open_with(clocks[form % 2], (ctsar_policy)policy, form / 2 ? &counting : NULL);
            for (int pass = 0; pass < 4; ++pass) {
                long n = CTSAR_MAX_ITERATIONS - pass;
                assert_int_equal(pass_of(n, form / 2).count, n);
                assert_string_equal(ctsar_last_error(s), "");
            }
            ctsar_free(&s);
        }
}

static void assert_refused(int status, const char *why)
{
    assert_int_equal(status, CTSAR_EINVAL);
    assert_says(why);
    assert_int_equal(CEND(s), CSTART(s));
    assert_false(ctsar_loop(s));
    assert_says(why); /* still: that the turn has no range follows from it */
    assert_non_null(strstr(ctsar_last_error(NULL), why));
}

static void more_iterations_are_refused(void **state)
{
    (void)state;
    const size_t many[] = {CTSAR_MAX_ITERATIONS + 1UL, (1UL << 53) + 1, 1UL << 62, LONG_MAX,
                           SIZE_MAX};
    open_with("real", CTSAR_CHUNK, NULL);
    for (size_t i = 0; i < sizeof many / sizeof *many; ++i)
        assert_refused(ctsar_next(s, many[i]), "281474976710656");
    assert_refused(ctsar_next_range(s, 0, CTSAR_MAX_ITERATIONS + 1, 1), "281474976710656");
    assert_refused(ctsar_next_range(s, LONG_MIN, LONG_MAX, 1), "281474976710656");
    assert_refused(ctsar_next_range(s, LONG_MIN, LONG_MAX, 65535), "281474976710656");
    assert_refused(ctsar_next_range(s, 0, 10, 0), "step is 0");
    assert_int_equal(pass_of(CTSAR_MAX_ITERATIONS, false).count, CTSAR_MAX_ITERATIONS);
}

/* ---- Bounds and steps -------------------------------------------------------------------- */

typedef struct loop {
    long lo, hi, step, n;
} loop;

static const loop loops[] = {
    {LONG_MIN, LONG_MAX, LONG_MAX, 3}, {LONG_MIN, LONG_MAX, 1L << 60, 16},
    {LONG_MIN, LONG_MIN + 9, 2, 5},    {-5, LONG_MAX, LONG_MAX / 3, 4},
    {LONG_MAX - 10, LONG_MAX, 4, 3},   {0, LONG_MAX, LONG_MAX, 1},
    {0, LONG_MAX, LONG_MAX - 1, 2},    {LONG_MAX, LONG_MIN, LONG_MAX, 0},
};

static seen pass_over(const loop *l, bool launched)
{
    static const long whole[3000] = {1};
    seen all = nothing;
#pragma omp parallel num_threads(3)
    do {
        ctsar_reg_mem(s, (void *)(uintptr_t)whole, sizeof *whole, 3000, CTSAR_MEM_INPUT);
        seen *mine = ctsar_reg_reduc(s, &all, &nothing, sizeof all, add);
        ctsar_next_range(s, l->lo, l->hi, l->step);
        uint64_t length = (uint64_t)CEND(s) - (uint64_t)CSTART(s), step = (uint64_t)l->step;
        if (launched)
            ctsar_launch(s, &walking, (ctsar_arg[]){CTSAR_ARG_REDUC(&all)}, 1);
        else if (mine)
            walk(mine, CSTART(s), (long)(length / step + (length % step > 0)), l->step);
    } while (ctsar_loop(s));
    return all;
}

static void assert_walked(const loop *l, seen got)
{
    seen all = nothing;
    walk(&all, l->lo, l->n, l->step);
    assert_string_equal(ctsar_last_error(s), "");
    assert_int_equal(got.count, all.count);
    assert_int_equal(got.sum, all.sum);
    assert_int_equal(got.squares, all.squares);
}

static void all_longs_are_bounds_and_steps(void **state)
{
    (void)state;
    for (int policy = CTSAR_STATIC; policy <= CTSAR_AUTO; ++policy)
        for (int form = 0; form < 4; ++form) {
            open_with(clocks[form % 2], (ctsar_policy)policy, form / 2 ? &walking : NULL);
            for (size_t i = 0; i < sizeof loops / sizeof *loops; ++i)
                for (int pass = 0; pass < 3; ++pass)
                    assert_walked(&loops[i], pass_over(&loops[i], form / 2));
            ctsar_free(&s);
        }
}

static void check_mode_takes_them_too(void **state)
{
    (void)state;
    setenv("CTSAR_CHECK", "1", 1);
    for (size_t i = 0; i < sizeof loops / sizeof *loops; ++i) {
        assert_int_equal(ctsar_init(&s, 9, CTSAR_AUTO, CTSAR_DEV_ALL, NULL, NULL), CTSAR_OK);
        assert_walked(&loops[i], pass_over(&loops[i], false));
        ctsar_free(&s);
    }
}

static void values_beside_an_array_are_refused(void **state)
{
    (void)state;
    static long x[10];
    open_with("real", CTSAR_STATIC, NULL);
    for (size_t i = 0; i < sizeof loops / sizeof *loops; ++i) {
        int refused = 0;
        do {
            ctsar_reg_mem(s, x, sizeof *x, 10, CTSAR_MEM_PARTIAL | CTSAR_MEM_INPUT);
            int status = ctsar_next_range(s, loops[i].lo, loops[i].hi, loops[i].step);
            refused += status == CTSAR_EINVAL && strstr(ctsar_last_error(s), "select items");
        } while (ctsar_loop(s));
        assert_int_equal(refused > 0, loops[i].n > 1); /* iteration 0 has its item */
    }
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup_region, end_region)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(every_policy_executes_as_many_iterations_as_there_may_be),
        TEST(more_iterations_are_refused),
        TEST(all_longs_are_bounds_and_steps),
        TEST(check_mode_takes_them_too),
        TEST(values_beside_an_array_are_refused),
    };
    return cmocka_run_group_tests_name("limits", tests, NULL, NULL);
}

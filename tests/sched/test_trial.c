/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Boundaries on trial, by themselves and in policies: short passes whose iterations take what
 * caches make them take. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "machine.h"
#include "sched/math/trial.h"

/* Judges passes of that pace until there is a ruling other than to stay; their number. */
static int passes_until(ctsar__trial *t, double pace, ctsar__ruling *ruling)
{
    for (int passes = 1; passes < 10000; passes++)
        if ((*ruling = ctsar__trial_judge(t, pace)) != CTSAR__STAY)
            return passes;
    fail_msg("it never ends");
    return 0;
}

/* A trial with that pace, with the old boundaries once more at `after` if they are asked for: do
 * the new ones stay? */
static bool accepted(ctsar__trial *t, double pace, double after)
{
    ctsar__ruling ruling;
    ctsar__trial_begin(t);
    passes_until(t, pace, &ruling);
    assert_int_equal(ruling, CTSAR__RETURN);
    if (t->left == 0)
        return false;
    while (t->left > 1)
        assert_int_equal(ctsar__trial_judge(t, after), CTSAR__STAY);
    return ctsar__trial_judge(t, after) == CTSAR__RETURN;
}

static void boundaries_stay_that_shorten_passes_and_lengthen_them_when_they_go(void **state)
{
    (void)state;
    ctsar__trial t;
    ctsar__ruling ruling;
    ctsar__trial_start(&t);
    passes_until(&t, 1, &ruling);
    assert_int_equal(ruling, CTSAR__FREE);
    assert_true(accepted(&t, 0.8, 1));
    assert_float_equal(t.usual, 0.8, 1e-12);
}

static void boundaries_go_that_do_not_shorten_passes(void **state)
{
    (void)state;
    ctsar__trial t;
    ctsar__ruling ruling;
    ctsar__trial_start(&t);
    passes_until(&t, 1, &ruling);
    assert_false(accepted(&t, 1, 1));
    assert_false(accepted(&t, 3, 1));
    assert_false(accepted(&t, 0.8, 0.8)); /* it was not the boundaries */
}

static void each_failure_doubles_the_wait_for_the_next_trial(void **state)
{
    (void)state;
    ctsar__trial t;
    ctsar__ruling ruling;
    ctsar__trial_start(&t);
    int before = passes_until(&t, 1, &ruling);
    for (int i = 0; i < 5; i++) {
        assert_false(accepted(&t, 2, 1));
        int passes = passes_until(&t, 1, &ruling);
        assert_true(i == 0 || passes > before);
        before = passes;
    }
    assert_in_range(before, 500, 520);
    assert_true(accepted(&t, 0.5, 1));
    assert_false(accepted(&t, 2, 0.5));
    assert_true(passes_until(&t, 0.5, &ruling) < 40);
}

static void one_long_pass_in_a_trial_is_no_failure(void **state)
{
    (void)state;
    ctsar__trial t;
    ctsar__ruling ruling;
    ctsar__trial_start(&t);
    passes_until(&t, 1, &ruling);
    ctsar__trial_begin(&t);
    while (t.left > 1)
        assert_int_equal(ctsar__trial_judge(&t, 0.8), CTSAR__STAY);
    assert_int_equal(ctsar__trial_judge(&t, 50), CTSAR__RETURN);
    assert_int_not_equal(t.left, 0); /* the old ones must show that they are worse */
}

/* ---- Policies ------------------------------------------------------------------- */

enum { N = 512, PASSES = 2000 };

/* Two cores execute two regions over the same rows in turn.  A row that the other core executed
 * last takes ten times as long.  `slow`: core 0 is slower by this. */
typedef struct coupled {
    int owner[N];
    double slow;
    random_state random;
} coupled;

#define ROW 0.15e-6

static double row_time(coupled *c, int unit, long i)
{
    double t = ROW * (unit == 0 ? c->slow : 1) * (c->owner[i] == unit ? 1 : 10);
    c->owner[i] = unit;
    return t;
}

/* Now and then something else takes a core for a while. */
static double mishap(coupled *c)
{
    return random_unit(&c->random) < 0.01 ? 300e-6 : 0;
}

static double split_pass(coupled *c, ctsar__sched *s, ctsar__split *split)
{
    const ctsar__team team = {2, 0};
    double longest = 0;
    assert_int_equal(ctsar__sched_split(s, N, team, split), CTSAR_OK);
    for (int u = 0; u < 2; u++) {
        ctsar__range r = ctsar__split_range(split, u);
        double seconds = mishap(c);
        for (long i = r.lo; i < r.hi; i++)
            seconds += row_time(c, u, i);
        longest = fmax(longest, seconds);
        if (ctsar__range_len(r))
            ctsar__sched_complete(
                s, &(ctsar__sample){.unit = u, .team = team, .range = r, .seconds = seconds});
    }
    return longest;
}

static double queue_pass(coupled *c, ctsar__sched *s)
{
    const ctsar__team team = {2, 0};
    ctsar__timeline line = {0};
    ctsar__range r;
    assert_int_equal(ctsar__timeline_begin(&line, team), CTSAR_OK);
    assert_int_equal(ctsar__sched_begin(s, N, team), CTSAR_OK);
    for (int u; (u = ctsar__timeline_first(&line)) >= 0;)
        if (ctsar__timeline_assign(&line, s, u, &r)) {
            double seconds = mishap(c);
            for (long i = r.lo; i < r.hi; i++)
                seconds += row_time(c, u, i);
            ctsar__timeline_took_until(&line, u, r, line.line[u].at + seconds, seconds, 0);
        }
    double seconds = ctsar__timeline_end(&line, s);
    ctsar__timeline_free(&line);
    return seconds;
}

/* A policy whose times are measured: not as exact as a model's. */
static ctsar__sched *measuring(const ctsar__sched_ops *ops)
{
    static const double time[] = {ROW}, overhead[] = {0};
    ctsar__sched *s;
    const ctsar__sched_env env = {.time = time, .overhead = overhead};
    assert_int_equal(ctsar__sched_create(ops, &env, &s), CTSAR_OK);
    return s;
}

/* Seconds of the later half of the passes, in both regions. */
static double play(const ctsar__sched_ops *policy, double slow)
{
    const ctsar__team team = {2, 0};
    ctsar__sched *s[2] = {measuring(policy), measuring(policy)};
    ctsar__split split = {0};
    coupled c = {.slow = slow, .random = {7}};
    double total = 0;
    assert_int_equal(ctsar__split_reserve(&split, 2), CTSAR_OK);
    for (int pass = 0; pass < PASSES; pass++) {
        ctsar__sched *now = s[pass % 2];
        double t = now->mode == CTSAR__QUEUE ? queue_pass(&c, now) : split_pass(&c, now, &split);
        ctsar__sched_end(now, N, team);
        total += pass >= PASSES / 2 ? t : 0;
    }
    for (int i = 0; i < 2; i++)
        ctsar__sched_destroy(s[i]);
    ctsar__split_free(&split);
    return total;
}

static const ctsar__sched_ops *const planning[] = {&ctsar__policy_adaptive, &ctsar__policy_hybrid,
                                                   &ctsar__policy_auto};

static void regions_over_the_same_data_do_not_push_boundaries_about(void **state)
{
    (void)state;
    double even = play(&ctsar__policy_static, 1);
    for (int i = 0; i < 3; i++)
        assert_true(play(planning[i], 1) <= 1.1 * even);
}

static void a_core_that_is_half_as_fast_costs_no_more_than_under_static(void **state)
{
    (void)state;
    double even = play(&ctsar__policy_static, 2);
    for (int i = 0; i < 3; i++)
        assert_true(play(planning[i], 2) <= 1.1 * even);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boundaries_stay_that_shorten_passes_and_lengthen_them_when_they_go),
        cmocka_unit_test(boundaries_go_that_do_not_shorten_passes),
        cmocka_unit_test(each_failure_doubles_the_wait_for_the_next_trial),
        cmocka_unit_test(one_long_pass_in_a_trial_is_no_failure),
        cmocka_unit_test(regions_over_the_same_data_do_not_push_boundaries_about),
        cmocka_unit_test(a_core_that_is_half_as_fast_costs_no_more_than_under_static),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

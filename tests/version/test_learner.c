/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A unit that learns which version is the fastest, by itself: versions are times by size, and no
 * clock, thread or device takes part. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "support/random.h"
#include "version/learner.h"

enum { MOST = 5, PASSES = 50 };
#define LEARNER(n)                                                                                 \
    {                                                                                              \
        .versions = (n), .v = (ctsar__version_state[MOST])                                         \
        {                                                                                          \
            {                                                                                      \
                .launches = 0                                                                      \
            }                                                                                      \
        }                                                                                          \
    }

/* time = o + p * work, times noise. */
typedef struct way {
    double o, p;
} way;

typedef struct unit {
    way way[MOST];
    int ways;
    double noise; /* standard deviation of the logarithm */
    random_state seed;
    double cold; /* what a version's first launch takes besides */
    long crowd;  /* launches of more iterations take three times as long; 0: none */
} unit;

static double time_of(const unit *u, int v, long n)
{
    double t = u->way[v].o + u->way[v].p * (double)n;
    return u->crowd && n > u->crowd ? 3 * t : t;
}

static double best_time(const unit *u, long n)
{
    double least = INFINITY;
    for (int v = 0; v < u->ways; ++v)
        least = fmin(least, time_of(u, v, n));
    return least;
}

static double noisy(unit *u, double t)
{
    double sum = 0; /* of twelve equal ones: nearly normal */
    for (int i = 0; i < 12; ++i)
        sum += random_unit(&u->seed);
    return t * exp(u->noise * (sum - 6));
}

typedef struct outcome {
    double seconds, excess;
    long on_trial, trials;
} outcome;

/* One range of n iterations. */
static outcome execute(unit *u, ctsar__learner *l, long n)
{
    ctsar__version_range range = {.work = (double)n, .n = n};
    outcome o = {0, 0, 0, 0};
    for (long left = n; left > 0;) {
        ctsar__version_choice c = ctsar__learner_choose(l, &range, left, NULL);
        assert_in_range(c.version, 0, u->ways - 1);
        assert_in_range(c.n, 1, left);
        double t = noisy(u, time_of(u, c.version, c.n));
        t += l->v[c.version].launches == 0 ? u->cold : 0;
        ctsar__learner_begin(l, &c);
        ctsar__learner_end(l, &range, &c, (double)c.n, t);
        o.seconds += t;
        o.on_trial += c.trial ? c.n : 0;
        o.trials += c.trial;
        left -= c.n;
    }
    o.excess = ctsar__learner_excess(l, &range);
    return o;
}

typedef struct course {
    double all, late;  /* seconds of all passes, and of the last ten */
    double best;       /* of one by the best version */
    double most_tried; /* part of a range, after the first one */
    outcome last, first;
} course;

static course run(unit *u, ctsar__learner *l, long n)
{
    course c = {.best = best_time(u, n)};
    for (int pass = 0; pass < PASSES; ++pass) {
        outcome o = execute(u, l, n);
        c.all += o.seconds;
        c.late += pass >= PASSES - 10 ? o.seconds : 0;
        if (pass > 0)
            c.most_tried = fmax(c.most_tried, (double)o.on_trial / (double)n);
        c.last = o;
        c.first = pass ? c.first : o;
    }
    return c;
}

/* Units of four to five versions: a slow one, two that cross over, one with much overhead. */
static const unit units[] = {
    {.way = {{0, 30e-6}, {2e-6, 5e-6}, {5e-6, 1e-6}, {100e-6, .9e-6}}, .ways = 4},
    {.way = {{0, 1e-6}, {0, 2e-6}, {0, 4e-6}, {0, 8e-6}}, .ways = 4},
    {.way = {{50e-6, 1e-6}, {0, 1.2e-6}, {0, 10e-6}}, .ways = 3},
    {.way = {{0, 3e-6}, {0, 3e-6}, {0, 3e-6}, {0, 3e-6}, {0, 2.9e-6}}, .ways = 5},
    {.way = {{5e-6, .1e-6}, {0, 1e-6}}, .ways = 2},
};
enum { UNITS = sizeof units / sizeof *units };

static void check_sizes(unit u, double most_after, double most_cost)
{
    for (long n = 200; n <= 2000000; n *= 10) {
        ctsar__learner l = LEARNER(u.ways);
        course c = run(&u, &l, n);
        double after = c.late / 10 / c.best, cost = c.all / PASSES / c.best - 1;
        if (after > most_after || cost > most_cost)
            fail_msg("%ld iterations: %.4f after learning, which cost %.4f", n, after, cost);
        assert_true(c.most_tried <= .05);
    }
}

static void the_fastest_is_found_over_four_decades_of_size(void **state)
{
    (void)state;
    for (int i = 0; i < UNITS; ++i)
        check_sizes(units[i], 1.02, .03);
}

static void noise_and_cold_starts_do_not_hide_it(void **state)
{
    (void)state;
    for (int i = 0; i < UNITS; ++i)
        for (uint64_t seed = 1; seed <= 20; ++seed) {
            unit u = units[i];
            u.noise = .05;
            u.seed.x = seed;
            u.cold = 1e-3;
            ctsar__learner l = LEARNER(u.ways);
            long n = 200000;
            course c = run(&u, &l, n);
            if (c.late / 10 > 1.06 * c.best)
                fail_msg("unit %d, seed %d: %.4f", i, (int)seed, c.late / 10 / c.best);
        }
}

/* As where others use the machine: what small parts took says little of ranges. */
static void parts_that_are_faster_than_ranges_mislead_nobody(void **state)
{
    (void)state;
    unit u = {.way = {{0, 1e-6}, {0, 1.9e-6}, {0, 2.5e-6}, {0, 1.8e-6}, {0, 2e-6}}, .ways = 5};
    long n = 200000;
    u.crowd = n / 4;
    ctsar__learner l = LEARNER(u.ways);
    course c = run(&u, &l, n);
    assert_float_equal(c.late / 10, c.best, .02 * c.best);
    assert_true(c.all / PASSES < 1.03 * c.best);
}

/* One that keeps what it uses in a cache, beside one that is faster where all fits. */
static void one_that_is_better_for_whole_ranges_alone_is_found(void **state)
{
    (void)state;
    unit u = {.way = {{0, 1e-6}, {100e-3, 1.1e-6}}, .ways = 2};
    ctsar__learner l = LEARNER(u.ways);
    long n = 200000;
    run(&u, &l, n);
    u.crowd = n / 4;
    u.way[1] = (way){0, .5e-6}; /* 1.5 times, and 3 times as fast as the other one's range */
    for (int i = 0; i < 4; ++i)
        run(&u, &l, n);
    course c = run(&u, &l, n);
    assert_float_equal(c.late / 10, c.best, .02 * c.best);
}

/* Others took the processor from its first whole range, as the next best one showed. */
static void one_range_that_was_disturbed_does_not_hide_it(void **state)
{
    (void)state;
    unit u = {.way = {{0, .2e-6}, {0, .07e-6}}, .ways = 2};
    ctsar__learner l = LEARNER(u.ways);
    ctsar__version_range range = {.work = 9000, .n = 9000};
    const ctsar__version_choice whole = {.version = 1, .n = 9000};
    ctsar__learner_begin(&l, &whole);
    ctsar__learner_end(&l, &range, &whole, 9000, 9000 * 1.4e-6);
    run(&u, &l, 9000);
    course c = run(&u, &l, 9000);
    assert_float_equal(c.late / 10, c.best, .02 * c.best);
}

/* The first launch takes as long as twenty ranges. */
static void cold_starts_do_not_hide_it_for_short_ranges_either(void **state)
{
    (void)state;
    unit u = {.way = {{0, 1.3e-6}, {0, .2e-6}, {.5e-6, .05e-6}}, .ways = 3, .cold = 20e-6};
    ctsar__learner l = LEARNER(u.ways);
    l.grain = 1e-6;
    course c = run(&u, &l, 10);
    assert_float_equal(c.late / 10, c.best, .02 * c.best);
}

/* Of launches that are about as short as the clock can show, few are timed. */
static void short_launches_are_timed_seldom(void **state)
{
    (void)state;
    for (int i = 0; i < 2; ++i) {
        unit u = {.way = {{0, i ? 1e-3 : 1e-6}, {0, i ? 2e-3 : 2e-6}}, .ways = 2};
        ctsar__learner l = LEARNER(u.ways);
        l.grain = 1e-6;
        for (int k = 0; k < 10; ++k)
            run(&u, &l, 2);
        int timed = 0;
        for (int pass = 0; pass < 640; ++pass)
            if (ctsar__learner_settled(&l, 2) < 0) {
                execute(&u, &l, 2);
                ++timed;
            }
        assert_in_range(timed, i ? 70 : 5, i ? 90 : 20);
    }
}

static void sizes_have_versions_of_their_own(void **state)
{
    (void)state;
    unit u = {.way = {{0, 1e-6}, {1e-3, .1e-6}}, .ways = 2};
    ctsar__learner l = LEARNER(2);
    course small = {0}, large = {0};
    for (int i = 0; i < 3; ++i) {
        small = run(&u, &l, 200);
        large = run(&u, &l, 200000);
    }
    assert_float_equal(small.late / 10, small.best, .02 * small.best);
    assert_float_equal(large.late / 10, large.best, .02 * large.best);
}

static void small_ranges_are_learned_too(void **state)
{
    (void)state;
    for (long n = 1; n <= 50; n = n * 3 + 1) {
        unit u = {.way = {{0, 2e-6}, {0, 1e-6}, {0, 3e-6}}, .ways = 3};
        ctsar__learner l = LEARNER(3);
        course c = run(&u, &l, n);
        assert_float_equal(c.late / 10, c.best, .02 * c.best);
    }
}

/* What a slow version took says nothing of the unit. */
static void what_trials_cost_is_known(void **state)
{
    (void)state;
    unit u = units[0];
    ctsar__learner l = LEARNER(u.ways);
    long n = 100000;
    outcome o = execute(&u, &l, n);
    assert_true(o.seconds > 1.1 * best_time(&u, n));
    assert_float_equal(o.seconds - o.excess, best_time(&u, n), .03 * best_time(&u, n));
}

static void what_is_hopeless_is_tried_no_more(void **state)
{
    (void)state;
    unit u = {.way = {{0, 100e-6}, {0, 1e-6}}, .ways = 2};
    ctsar__learner l = LEARNER(2);
    run(&u, &l, 10000);
    assert_in_range(l.v[0].launches, 1, 3);
}

static void a_best_one_that_slows_down_has_others_asked(void **state)
{
    (void)state;
    unit u = {.way = {{0, 1e-6}, {0, 2e-6}}, .ways = 2};
    ctsar__learner l = LEARNER(2);
    run(&u, &l, 20000);
    u.way[0].p = 5e-6;
    course c = run(&u, &l, 20000);
    assert_float_equal(c.late / 10, c.best, .02 * c.best);
    assert_true(c.all / PASSES < 1.15 * c.best);
}

/* What is fresh the history is told. */
static void what_says_nothing_any_more_is_not_told(void **state)
{
    (void)state;
    ctsar__version_state s = {.launches = 0};
    for (int class = 10; class < 14; ++class)
        ctsar__version_observe(&s, class, ldexp(1.5, class - CTSAR__CLASS_OF_ONE), 1e-6);
    ctsar__version_forget(&s, 11, 12);
    for (int class = 10; class < 14; ++class)
        assert_int_equal(s.rate[class].fresh, class == 10 || class == 13);
}

static void what_becomes_faster_is_found(void **state)
{
    (void)state;
    unit u = {.way = {{0, 1e-6}, {0, 2e-6}}, .ways = 2};
    ctsar__learner l = LEARNER(2);
    run(&u, &l, 20000);
    u.way[1].p = .5e-6;
    for (int i = 0; i < 20; ++i)
        run(&u, &l, 20000);
    course c = run(&u, &l, 20000);
    assert_float_equal(c.late / 10, c.best, .02 * c.best);
}

static void hints_end_trials(void **state)
{
    (void)state;
    for (int i = 0; i < UNITS; ++i) {
        unit u = units[i];
        long n = 20000;
        ctsar__learner before = LEARNER(u.ways), l = LEARNER(u.ways);
        run(&u, &before, n);
        for (int v = 0; v < u.ways; ++v)
            for (int c = 0; c < CTSAR__CLASSES; ++c)
                if (before.v[v].rate[c].count)
                    ctsar__learner_hint(&l, v, c, before.v[v].rate[c].rate, 1);
        for (int pass = 0; pass < PASSES; ++pass) {
            outcome o = execute(&u, &l, n);
            assert_int_equal(o.trials, 0);
            assert_float_equal(o.seconds, best_time(&u, n), .02 * best_time(&u, n));
        }
    }
}

static void what_is_forced_is_used_where_it_can_be(void **state)
{
    (void)state;
    unit u = units[0];
    ctsar__learner l = LEARNER(u.ways);
    l.forced = 1;
    outcome o = execute(&u, &l, 1000);
    assert_int_equal(o.trials, 0);
    assert_float_equal(o.seconds, time_of(&u, 0, 1000), 1e-12);
    l.v[0].out = true;
    execute(&u, &l, 1000);
    assert_int_equal(l.v[0].launches, 1);
}

static void what_does_not_fit_or_has_failed_is_not_chosen(void **state)
{
    (void)state;
    ctsar__learner l = LEARNER(2);
    const bool first[] = {true, false}, both[] = {true, true};
    ctsar__version_range r = {.work = 10, .n = 10};
    assert_int_equal(ctsar__learner_choose(&l, &r, 10, first).version, 1);
    assert_int_equal(ctsar__learner_choose(&l, &r, 10, both).version, -1);
    ctsar__version_choice c = ctsar__learner_choose(&l, &r, 10, NULL);
    l.v[c.version].out = true;
    assert_int_not_equal(ctsar__learner_choose(&l, &r, 10, NULL).version, c.version);
}

/* Who begins and fails leaves the learner as it was; who is refused by a guard leaves it to those
 * who have begun. */
static void what_has_shown_nothing_is_no_trial(void **state)
{
    (void)state;
    ctsar__learner l = LEARNER(2);
    ctsar__version_range r = {.work = 1000, .n = 1000};
    for (int i = 0; i < 2 * CTSAR__TRIALS; ++i) {
        ctsar__version_choice c = ctsar__learner_choose(&l, &r, 1000, NULL);
        assert_true(c.trial);
        assert_int_equal(c.version, 0);
        assert_int_equal(c.n, 2);
        ctsar__learner_begin(&l, &c);
        ctsar__learner_cancel(&l, &c);
        assert_int_equal(l.v[0].pending, 0);
        assert_int_equal(l.v[0].tries[ctsar__class_of(1000)], 0);
    }
    ctsar__version_choice c = ctsar__learner_choose(&l, &r, 1000, NULL);
    ctsar__learner_begin(&l, &c);
    ctsar__learner_refuse(&l, &r, &c);
    assert_int_equal(l.v[0].pending, 1);
    assert_int_equal(l.v[0].tries[ctsar__class_of(1000)], 1);
}

/* Several slots of an accelerator ask before the first has ended. */
static void a_trial_under_way_is_not_begun_again(void **state)
{
    (void)state;
    ctsar__learner l = LEARNER(3);
    ctsar__version_range r = {.work = 10000, .n = 10000};
    bool seen[3] = {false};
    for (int i = 0; i < 3; ++i) {
        ctsar__version_choice c = ctsar__learner_choose(&l, &r, 10000, NULL);
        assert_true(c.trial);
        assert_false(seen[c.version]);
        seen[c.version] = true;
        ctsar__learner_begin(&l, &c);
    }
}

static void strange_times_and_works_do_no_harm(void **state)
{
    (void)state;
    ctsar__learner l = LEARNER(2);
    const double times[] = {0, 1e-300, 1e300, -1, NAN};
    for (int i = 0; i < 40; ++i) {
        ctsar__version_range r = {.work = i % 3 ? 0 : ldexp(1, i * 50 - 1000), .n = 7};
        for (long left = 7; left > 0;) {
            ctsar__version_choice c = ctsar__learner_choose(&l, &r, left, NULL);
            assert_in_range(c.n, 1, left);
            ctsar__learner_begin(&l, &c);
            ctsar__learner_end(&l, &r, &c, r.work / 7, times[i % 5]);
            left -= c.n;
        }
        ctsar__learner_excess(&l, &r);
    }
    ctsar__learner_hint(&l, 0, 3, NAN, 1);
    ctsar__learner_hint(&l, 0, CTSAR__CLASSES, 1, 1);
}

/* Two to five versions of 1 to 30 us an iteration, which take 0.1 to 10 us to begin. */
static unit random_family(random_state *seed)
{
    unit u = {.ways = 2 + (int)(4 * random_unit(seed)), .noise = .01, .seed = *seed};
    for (int v = 0; v < u.ways; ++v)
        u.way[v] = (way){random_log(seed, 1e-7, 1e-5), random_log(seed, 1e-6, 3e-5)};
    return u;
}

static int best_of(const unit *u, long n)
{
    int best = 0;
    for (int v = 1; v < u->ways; ++v)
        best = time_of(u, v, n) < time_of(u, best, n) ? v : best;
    return best;
}

/* Do most of the last ranges take what the best version takes?  *all: what all took, by that. */
static bool settled_at(unit *u, ctsar__learner *l, long n, int ranges, double *all)
{
    double best = best_time(u, n), sum = 0;
    int right = 0;
    for (int i = 0; i < ranges; ++i) {
        double t = execute(u, l, n).seconds;
        sum += t;
        right += i >= ranges - 11 && t < 1.1 * best;
    }
    *all = sum / ranges / best;
    return right > 5;
}

/* Parts of such ranges are single iterations, which say nothing of what takes long to begin. */
static void short_ranges_are_not_judged_by_single_iterations_for_ever(void **state)
{
    enum { FAMILIES = 500, BEFORE = 100, AFTER = 3000 };
    random_state seed = {1};
    int missed = 0, missed_again = 0;
    double cost = 0, all;
    (void)state;
    for (int i = 0; i < FAMILIES; ++i) {
        unit u = random_family(&seed);
        ctsar__learner l = LEARNER(u.ways), other = LEARNER(u.ways);
        long n = (long)random_log(&seed, 1, 1000);
        missed += !settled_at(&u, &l, n, AFTER, &all);
        cost += all / FAMILIES;
        (void)settled_at(&u, &other, n, BEFORE, &all);
        u.way[best_of(&u, n)].p *= random_log(&seed, 2, 20); /* it gets much slower */
        missed_again += !settled_at(&u, &other, n, AFTER, &all);
    }
    if (missed > FAMILIES / 100 || missed_again > FAMILIES / 100 || cost > 1.01)
        fail_msg("%d and %d missed of %d; %.3f of the best's time", missed, missed_again,
                 (int)FAMILIES, cost);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_fastest_is_found_over_four_decades_of_size),
        cmocka_unit_test(noise_and_cold_starts_do_not_hide_it),
        cmocka_unit_test(parts_that_are_faster_than_ranges_mislead_nobody),
        cmocka_unit_test(one_that_is_better_for_whole_ranges_alone_is_found),
        cmocka_unit_test(one_range_that_was_disturbed_does_not_hide_it),
        cmocka_unit_test(cold_starts_do_not_hide_it_for_short_ranges_either),
        cmocka_unit_test(short_launches_are_timed_seldom),
        cmocka_unit_test(sizes_have_versions_of_their_own),
        cmocka_unit_test(small_ranges_are_learned_too),
        cmocka_unit_test(what_trials_cost_is_known),
        cmocka_unit_test(what_is_hopeless_is_tried_no_more),
        cmocka_unit_test(a_best_one_that_slows_down_has_others_asked),
        cmocka_unit_test(what_says_nothing_any_more_is_not_told),
        cmocka_unit_test(what_becomes_faster_is_found),
        cmocka_unit_test(short_ranges_are_not_judged_by_single_iterations_for_ever),
        cmocka_unit_test(hints_end_trials),
        cmocka_unit_test(what_is_forced_is_used_where_it_can_be),
        cmocka_unit_test(what_does_not_fit_or_has_failed_is_not_chosen),
        cmocka_unit_test(what_has_shown_nothing_is_no_trial),
        cmocka_unit_test(a_trial_under_way_is_not_begun_again),
        cmocka_unit_test(strange_times_and_works_do_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

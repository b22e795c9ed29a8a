/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The filter, rule by rule, and what is assumed of units that were never measured. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <float.h>
#include <math.h>

#include "sched/math/rate.h"
#include "support/random.h"

/* Two accelerators and cores: defaults 1, 2 and 8 s, overheads 0.1, 0.2 and 0.3 s. */
static const double default_time[] = {1, 2, 8}, overhead[] = {0.1, 0.2, 0.3};
static const ctsar__sched_env env = {.accs = 2, .time = default_time, .overhead = overhead};
static const ctsar__team two_and_two = {2, 2};

enum { FIRST_ACC = 2 }; /* its number in that team */

static ctsar__rates make_rates(void)
{
    ctsar__rates r;
    assert_int_equal(ctsar__rates_init(&r, &env), CTSAR_OK);
    return r;
}

/* `unit` takes p seconds for each of n iterations besides the fixed part. */
static void observe(ctsar__rates *r, int unit, long n, double p, double fixed)
{
    ctsar__sample s = {.unit = unit,
                       .team = two_and_two,
                       .range = {10, 10 + n},
                       .seconds = fixed + p * (double)n,
                       .fixed = fixed};
    ctsar__rates_observe(r, &s);
}

static double p_of(const ctsar__rates *r, int unit)
{
    double o[4], p[4];
    ctsar__rates_view(r, two_and_two, o, p);
    return p[unit];
}

static double o_of(const ctsar__rates *r, int unit)
{
    double o[4], p[4];
    ctsar__rates_view(r, two_and_two, o, p);
    return o[unit];
}

static void assert_near(double a, double b)
{
    assert_true(fabs(a - b) <= 1e-12 * fabs(b));
}

/* As a device's that gets hot: of a mean the last samples would be far off. */
static void a_unit_that_gets_slower_is_followed(void **state)
{
    (void)state;
    const double each[] = {1.03, 1.1, 0.95};
    for (int i = 0; i < 3; i++) {
        ctsar__rates r = make_rates();
        double p = 1;
        for (int n = 0; n < 20; n++)
            observe(&r, FIRST_ACC, 100, 1, 0.1);
        for (int n = 0; n < 20; n++)
            observe(&r, FIRST_ACC, 100, p *= each[i], 0.1);
        double off = fabs(log(p / p_of(&r, FIRST_ACC)));
        assert_true(off < log(1.25));
        ctsar__rates_free(&r);
    }
}

/* A worker that was woken late, say. */
static void an_overhead_that_is_longer_now_and_then_hardly_counts(void **state)
{
    (void)state;
    ctsar__rates r = make_rates();
    for (int n = 0; n < 12; n++)
        observe(&r, FIRST_ACC, 100, 1, 0.1);
    observe(&r, FIRST_ACC, 100, 1, 3.1);
    assert_true(o_of(&r, FIRST_ACC) < 0.11);
    observe(&r, FIRST_ACC, 100, 1, 0.1);
    observe(&r, FIRST_ACC, 100, 1, 3.1);
    assert_true(o_of(&r, FIRST_ACC) < 0.11);
    observe(&r, FIRST_ACC, 100, 1, 6.1); /* of two the shorter one counts */
    assert_in_range((long)(o_of(&r, FIRST_ACC) * 1e6), 300000, 500000);
    for (int n = 0; n < 3; n++)
        observe(&r, FIRST_ACC, 100, 1, 0.1);
    assert_true(o_of(&r, FIRST_ACC) < 0.15);
    for (int n = 0; n < 30; n++) /* it is that long now */
        observe(&r, FIRST_ACC, 100, 1, 3.1);
    assert_true(o_of(&r, FIRST_ACC) > 2.9);
    ctsar__rates_free(&r);
}

static void rates_start_as_the_defaults(void **state)
{
    (void)state;
    ctsar__rates r = make_rates();
    const double p[] = {8, 8, 1, 2}, o[] = {0.3, 0.3, 0.1, 0.2};
    for (int u = 0; u < 4; u++) {
        assert_near(p_of(&r, u), p[u]);
        assert_near(o_of(&r, u), o[u]);
    }
    ctsar__rates_free(&r);
}

static void first_sample_replaces_the_default(void **state)
{
    (void)state;
    ctsar__rates r = make_rates();
    observe(&r, FIRST_ACC, 100, 5, 0.5);
    assert_near(p_of(&r, FIRST_ACC), 5);
    assert_near(o_of(&r, FIRST_ACC), 0.5);
    ctsar__rates_free(&r);
}

static void fixed_part_is_no_part_of_the_time_per_iteration(void **state)
{
    (void)state;
    ctsar__rates r = make_rates();
    observe(&r, 0, 100, 2, 1000);
    assert_near(p_of(&r, 0), 2);
    assert_near(o_of(&r, 0), 1000);
    ctsar__rates_free(&r);
}

static void a_twentieth_of_the_time_is_variable_however_large_the_fixed_part(void **state)
{
    (void)state;
    ctsar__rates r = make_rates();
    ctsar__sample s = {.unit = 0, .team = two_and_two, .range = {0, 10}, .seconds = 4, .fixed = 9};
    ctsar__rates_observe(&r, &s);
    assert_near(p_of(&r, 0), 0.05 * 4 / 10);
    assert_near(o_of(&r, 0), 4);
    ctsar__rates_free(&r);
}

static void exact_times_need_no_guard(void **state)
{
    (void)state;
    ctsar__sched_env exact = env;
    exact.exact = true;
    ctsar__rates r;
    assert_int_equal(ctsar__rates_init(&r, &exact), CTSAR_OK);
    observe(&r, 0, 64, 0x1p-10, 4096);
    assert_near(p_of(&r, 0), 0x1p-10);
    ctsar__rates_free(&r);
}

static void second_sample_replaces_the_first_unless_it_is_much_slower(void **state)
{
    (void)state;
    const struct {
        double second, p;
    } cases[] = {{1, 1}, {0.001, 0.001}, {24, 24}, {26, 10}};
    for (int i = 0; i < 4; i++) {
        ctsar__rates r = make_rates();
        observe(&r, 0, 100, 10, 0);
        observe(&r, 0, 100, cases[i].second, 0);
        assert_near(p_of(&r, 0), cases[i].p);
        ctsar__rates_free(&r);
    }
}

static ctsar__rates settled_at(double p)
{
    ctsar__rates r = make_rates();
    for (int i = 0; i < 20; i++)
        observe(&r, 0, 100, p, 0);
    return r;
}

static void small_deviations_move_the_rate_a_little(void **state)
{
    (void)state;
    ctsar__rates r = settled_at(10);
    observe(&r, 0, 100, 12, 0);
    assert_near(p_of(&r, 0), 10 * pow(1.2, 0.1));
    ctsar__rates_free(&r);
    r = make_rates();
    observe(&r, 0, 100, 10, 0);
    observe(&r, 0, 100, 10, 0);
    observe(&r, 0, 100, 12, 0);
    assert_near(p_of(&r, 0), 10 * cbrt(1.2));
    ctsar__rates_free(&r);
}

static void a_single_outlier_moves_nothing(void **state)
{
    (void)state;
    ctsar__rates r = settled_at(10);
    observe(&r, 0, 100, 1e9, 0);
    assert_near(p_of(&r, 0), 10);
    observe(&r, 0, 100, 10, 0);
    observe(&r, 0, 100, 1e9, 0); /* the first one is forgotten */
    assert_near(p_of(&r, 0), 10);
    observe(&r, 0, 100, 1e-9, 0); /* nor do two on different sides count together */
    assert_near(p_of(&r, 0), 10);
    ctsar__rates_free(&r);
}

static void a_lasting_change_is_followed_from_its_second_sample(void **state)
{
    (void)state;
    const double to[] = {20, 1e6, 5, 1e-6};
    for (int i = 0; i < 4; i++) {
        ctsar__rates r = settled_at(10);
        observe(&r, 0, 100, to[i], 0);
        observe(&r, 0, 100, to[i], 0);
        assert_near(p_of(&r, 0), to[i]);
        ctsar__rates_free(&r);
    }
}

static void noise_averages_out(void **state)
{
    (void)state;
    random_state random = {1};
    ctsar__rates r = make_rates();
    for (int i = 0; i < 200; i++)
        observe(&r, 0, 100, 10 * (0.9 + 0.2 * random_unit(&random)), 0);
    assert_true(fabs(p_of(&r, 0) - 10) < 0.5);
    ctsar__rates_free(&r);
}

static void a_changed_share_starts_anew(void **state)
{
    (void)state;
    const struct {
        long n;
        double p;
    } cases[] = {{126, 12}, {74, 12}, {124, 10 * 1.0184}, {76, 10 * 1.0184}};
    for (int i = 0; i < 4; i++) {
        ctsar__rates r = settled_at(10);
        observe(&r, 0, cases[i].n, 12, 0);
        assert_true(fabs(p_of(&r, 0) - cases[i].p) < 1e-3);
        ctsar__rates_free(&r);
    }
}

static void samples_that_say_nothing_are_ignored(void **state)
{
    (void)state;
    ctsar__rates r = make_rates();
    const ctsar__sample bad[] = {
        {0, two_and_two, {5, 5}, 1, 0, 0, 0, 0},
        {0, two_and_two, {5, 3}, 1, 0, 0, 0, 0},
        {0, two_and_two, {0, 9}, NAN, 0, 0, 0, 0},
        {0, two_and_two, {0, 9}, INFINITY, 0, 0, 0, 0},
        {0, two_and_two, {0, 9}, -1, 0, 0, 0, 0},
        {0, two_and_two, {0, 9}, 1, NAN, 0, 0, 0},
        {0, two_and_two, {0, 9}, 1, -1, 0, 0, 0},
        {-1, two_and_two, {0, 9}, 1, 0, 0, 0, 0},
        {4, two_and_two, {0, 9}, 1, 0, 0, 0, 0},
        {2, {2, 3}, {0, 9}, 1, 0, 0, 0, 0},
        {1, two_and_two, {0, 9}, 1, INFINITY, 0, 0, 0},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        ctsar__rates_observe(&r, &bad[i]);
    assert_near(p_of(&r, 0), 8);
    assert_near(p_of(&r, 1), 8);
    assert_near(p_of(&r, 2), 1);
    assert_near(p_of(&r, 3), 2);
    ctsar__rates_free(&r);
}

static void a_unit_never_measured_is_scaled_as_the_measured_ones_are(void **state)
{
    (void)state;
    ctsar__rates r = make_rates();
    observe(&r, FIRST_ACC, 100, 4, 0); /* four times its default */
    assert_near(p_of(&r, 0), 4 * 8);
    assert_near(p_of(&r, FIRST_ACC + 1), 4 * 2);
    observe(&r, 0, 100, 8 * 9, 0); /* nine times: sqrt(4 * 9) = 6 */
    assert_near(p_of(&r, FIRST_ACC + 1), 6 * 2);
    assert_near(o_of(&r, FIRST_ACC + 1), 0.2);
    ctsar__rates_free(&r);
}

static void a_core_never_measured_counts_as_the_slowest_measured_one(void **state)
{
    (void)state;
    ctsar__rates r = make_rates();
    double o[7], p[7];
    observe(&r, 0, 100, 3, 0.01);
    observe(&r, 1, 100, 5, 0.02);
    ctsar__rates_view(&r, (ctsar__team){5, 2}, o, p);
    for (int u = 2; u < 5; u++) {
        assert_near(p[u], 5);
        assert_near(o[u], 0.02);
    }
    ctsar__rates_free(&r);
}

/* Core 0 takes `first` and core 1 takes 1 s, in so many samples; of core 0. */
static double p_beside(double first, int samples)
{
    ctsar__rates r = make_rates();
    for (int i = 0; i < samples; i++) {
        observe(&r, 0, 100, first, 0);
        observe(&r, 1, 100, 1, 0);
    }
    double p = p_of(&r, 0);
    ctsar__rates_free(&r);
    return p;
}

static void
cores_that_differ_by_a_little_count_as_alike_until_many_samples_say_otherwise(void **state)
{
    (void)state;
    assert_true(p_beside(1.08, 1) < 1.055);
    assert_true(p_beside(1.08, 100) > 1.075);
    assert_near(p_beside(2, 1), 2);
    assert_near(p_beside(1, 1), 1);
}

static void rates_outlive_a_team_that_shrinks_and_grows(void **state)
{
    (void)state;
    ctsar__rates r = make_rates();
    double o[6], p[6];
    const ctsar__team small = {1, 2}, large = {4, 2};
    ctsar__sample s = {.unit = 3, .team = large, .range = {0, 10}, .seconds = 70};
    ctsar__rates_observe(&r, &s);
    s = (ctsar__sample){.unit = 1, .team = small, .range = {0, 10}, .seconds = 30};
    ctsar__rates_observe(&r, &s); /* unit 1 of the small team is the first accelerator */
    ctsar__rates_view(&r, small, o, p);
    assert_near(p[0], 7); /* core 0 was not measured, core 3 was */
    assert_near(p[1], 3);
    ctsar__rates_view(&r, large, o, p);
    assert_near(p[3], 7);
    assert_near(p[4], 3);
    ctsar__rates_free(&r);
}

static void rates_stay_positive_and_finite_whatever_is_observed(void **state)
{
    (void)state;
    random_state random = {2};
    const double times[] = {0, DBL_TRUE_MIN, DBL_MIN, 1e-12, 1, 1e12, DBL_MAX};
    for (int repeat = 0; repeat < 200; repeat++) {
        ctsar__rates r = make_rates();
        for (int i = 0; i < 50; i++) {
            ctsar__sample s = {.unit = (int)random_long(&random, 0, 3),
                               .team = two_and_two,
                               .range = {0, (long)random_log(&random, 1, 1e12)},
                               .seconds = times[random_long(&random, 0, 6)],
                               .fixed = times[random_long(&random, 0, 6)]};
            ctsar__rates_observe(&r, &s);
            for (int u = 0; u < 4; u++) {
                assert_true(p_of(&r, u) > 0 && isfinite(p_of(&r, u)));
                assert_true(o_of(&r, u) >= 0 && isfinite(o_of(&r, u)));
            }
        }
        ctsar__rates_free(&r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_overhead_that_is_longer_now_and_then_hardly_counts),
        cmocka_unit_test(rates_start_as_the_defaults),
        cmocka_unit_test(first_sample_replaces_the_default),
        cmocka_unit_test(fixed_part_is_no_part_of_the_time_per_iteration),
        cmocka_unit_test(a_twentieth_of_the_time_is_variable_however_large_the_fixed_part),
        cmocka_unit_test(exact_times_need_no_guard),
        cmocka_unit_test(second_sample_replaces_the_first_unless_it_is_much_slower),
        cmocka_unit_test(small_deviations_move_the_rate_a_little),
        cmocka_unit_test(a_single_outlier_moves_nothing),
        cmocka_unit_test(a_lasting_change_is_followed_from_its_second_sample),
        cmocka_unit_test(noise_averages_out),
        cmocka_unit_test(a_changed_share_starts_anew),
        cmocka_unit_test(samples_that_say_nothing_are_ignored),
        cmocka_unit_test(a_unit_never_measured_is_scaled_as_the_measured_ones_are),
        cmocka_unit_test(a_core_never_measured_counts_as_the_slowest_measured_one),
        cmocka_unit_test(
            cores_that_differ_by_a_little_count_as_alike_until_many_samples_say_otherwise),
        cmocka_unit_test(a_unit_that_gets_slower_is_followed),
        cmocka_unit_test(rates_outlive_a_team_that_shrinks_and_grows),
        cmocka_unit_test(rates_stay_positive_and_finite_whatever_is_observed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

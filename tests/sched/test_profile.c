/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The cost profile against known costs, timed by units of known speed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <float.h>
#include <limits.h>

#include "sched/math/cost.h"
#include "sched/math/profile_fit.h"
#include "support/random.h"

enum { N = 4096 };
static const ctsar__team two_and_one = {2, 1};
static const double speed[] = {1e-3, 1.3e-3, 1e-4}; /* seconds per work */
static double before[N + 1];                        /* true work of the iterations before each */

static double true_work(long lo, long hi)
{
    return before[hi] - before[lo];
}

typedef double (*cost_shape)(double x, random_state *r);

static double even(double x, random_state *r)
{
    (void)x, (void)r;
    return 1;
}
static double falling(double x, random_state *r)
{
    (void)r;
    return 2 * (1 - x);
}
static double stepped(double x, random_state *r)
{
    (void)r;
    return x < 0.3 ? 0.5 : x < 0.55 ? 3 : 0.4;
}
static double scattered(double x, random_state *r)
{
    (void)x;
    return -log(1 - random_unit(r));
}

static void draw_costs(cost_shape shape, random_state *r)
{
    for (long i = 0; i < N; i++)
        before[i + 1] = before[i] + shape((i + 0.5) / N, r);
    double mean = before[N] / N;
    for (long i = 0; i <= N; i++)
        before[i] /= mean;
}

static void time_range(ctsar__profile *f, int unit, ctsar__range range, double noise,
                       random_state *r)
{
    double seconds = speed[unit] * true_work(range.lo, range.hi) * exp(noise * random_normal(r));
    ctsar__profile_add(f, &(ctsar__sample){.unit = unit,
                                           .team = two_and_one,
                                           .range = range,
                                           .seconds = 1e-4 + seconds,
                                           .fixed = 1e-4});
}

/* Cores from the front, the accelerator from the back or, if `mixed`, anywhere. */
static void train(ctsar__profile *f, bool mixed, double noise, random_state *r)
{
    long lo = 0, hi = N;
    ctsar__profile_begin(f, N, two_and_one, 0);
    while (lo < hi) {
        int unit = (int)random_long(r, 0, 2);
        long length = random_long(r, 5, 15), left = hi - lo;
        length = length < left ? length : left;
        if (unit < 2 || mixed)
            time_range(f, unit, (ctsar__range){lo, lo + length}, noise, r), lo += length;
        else
            time_range(f, unit, (ctsar__range){hi - length, hi}, noise, r), hi -= length;
    }
    assert_true(ctsar__profile_fit(f));
}

static double work_in(const ctsar__profile *f, long lo, long hi)
{
    ctsar__cost cost = ctsar__profile_cost(f);
    return cost.work(cost.data, lo, hi);
}

/* The largest relative error of the work in an eighth of the space. */
static double worst_eighth(const ctsar__profile *f)
{
    double worst = 0;
    for (int k = 0; k < 8; k++) {
        ctsar__range part = ctsar__part_of(N, k, 8);
        double found = work_in(f, part.lo, part.hi);
        worst = fmax(worst, fabs(found / true_work(part.lo, part.hi) - 1));
    }
    return worst;
}

static void profile_finds_costs_and_speeds(void **state)
{
    (void)state;
    const struct {
        cost_shape shape;
        double error;
    } cases[] = {{even, 0.02}, {falling, 0.04}, {stepped, 0.05}, {scattered, 0.15}};
    for (int i = 0; i < 4; i++)
        for (int seed = 0; seed < 10; seed++) {
            random_state r = {(uint64_t)seed};
            ctsar__profile f = {0};
            draw_costs(cases[i].shape, &r);
            train(&f, true, 0.02, &r);
            assert_true(worst_eighth(&f) < cases[i].error);
            for (int u = 0; u < 3; u++)
                assert_true(fabs(f.p[u] / speed[u] - 1) < cases[i].error);
            ctsar__profile_free(&f);
        }
}

/* Where no bin has ranges of both kinds, only the place where they meet tells how the two parts
 * compare. */
static void profile_joins_parts_that_have_no_unit_in_common(void **state)
{
    (void)state;
    for (int seed = 0; seed < 20; seed++) {
        random_state r = {(uint64_t)seed};
        ctsar__profile f = {0};
        draw_costs(falling, &r);
        train(&f, false, 0.01, &r);
        assert_true(worst_eighth(&f) < 0.15);
        ctsar__profile_free(&f);
    }
}

/* Where the two parts meet ranges are short: what they take is overhead, and a bit of it counts for
 * the iterations'. */
static void ranges_that_are_all_overhead_tell_nothing(void **state)
{
    (void)state;
    enum { TINY = 8, LENGTH = N / 64 };
    random_state r = {1};
    ctsar__profile f = {0};
    draw_costs(even, &r);
    ctsar__profile_begin(&f, N, two_and_one, 0);
    for (long lo = 0; lo < N; lo += LENGTH) {
        int unit = lo < N / 2 ? (int)(lo / LENGTH % 2) : 2;
        time_range(&f, unit, (ctsar__range){lo + (lo == N / 2 ? TINY : 0), lo + LENGTH}, 0.01, &r);
    }
    for (long i = N / 2; i < N / 2 + TINY; i++)
        ctsar__profile_add(&f, &(ctsar__sample){.unit = 2,
                                                .team = two_and_one,
                                                .range = {i, i + 1},
                                                .seconds = 1e-2 + 8e-4,
                                                .fixed = 1e-2});
    assert_true(ctsar__profile_fit(&f));
    assert_true(worst_eighth(&f) < 0.05);
    assert_true(fabs(f.p[2] / speed[2] - 1) < 0.05);
    ctsar__profile_free(&f);
}

/* Ranges of cores and of the accelerator have no iteration in common: nothing says that
 * another fit knows better. */
static void how_units_compare_does_not_drift_with_repeated_fits(void **state)
{
    (void)state;
    for (int seed = 0; seed < 10; seed++) {
        random_state r = {(uint64_t)seed};
        ctsar__profile f = {0};
        draw_costs(scattered, &r);
        train(&f, false, 0.02, &r);
        double ratio = f.p[0] / f.p[2];
        for (int i = 0; i < 20; i++)
            assert_true(ctsar__profile_fit(&f));
        assert_true(fabs(f.p[0] / f.p[2] / ratio - 1) < 0.01);
        ctsar__profile_free(&f);
    }
}

enum { CORES = 16 };

/* Each core times `each` iterations of costs that are scattered; core 0 is `slower`. */
static void time_cores(ctsar__profile *f, int each, double slower, random_state *r)
{
    const ctsar__team cores = {CORES, 0};
    draw_costs(scattered, r);
    ctsar__profile_begin(f, N, cores, 0);
    for (long i = 0; i < each * CORES; i++) {
        int unit = (int)(i % CORES);
        ctsar__range one = {i * N / (each * CORES), i * N / (each * CORES) + 1};
        double seconds = 1e-3 * true_work(one.lo, one.hi) * (unit == 0 ? slower : 1);
        ctsar__profile_add(
            f, &(ctsar__sample){.unit = unit, .team = cores, .range = one, .seconds = seconds});
    }
    assert_true(ctsar__profile_fit(f));
}

static void units_of_a_kind_are_alike_until_their_ranges_show_otherwise(void **state)
{
    (void)state;
    for (int seed = 0; seed < 10; seed++) {
        random_state r = {(uint64_t)seed};
        ctsar__profile few = {0}, many = {0};
        time_cores(&few, 4, 1, &r);
        time_cores(&many, 200, 2, &r);
        for (int u = 0; u < CORES; u++) {
            assert_true(fabs(few.p[u] / few.p[1] - 1) < 1e-9);
            assert_true(fabs(many.p[u] / many.p[1] / (u == 0 ? 2 : 1) - 1) < 0.3);
        }
        ctsar__profile_free(&few);
        ctsar__profile_free(&many);
    }
}

/* Two accelerators, of which the slow one had one short range. */
static void accelerators_are_each_a_kind(void **state)
{
    (void)state;
    const ctsar__team team = {2, 2};
    random_state r = {4};
    ctsar__profile f = {0};
    draw_costs(scattered, &r);
    ctsar__profile_begin(&f, N, team, 0);
    for (long lo = 0; lo < N; lo += 32) {
        int unit = lo == N / 2 ? 3 : (int)(lo / 32 % 3);
        long length = unit == 3 ? 1 : 32;
        double p = unit == 3 ? 5e-3 : speed[unit], seconds = p * true_work(lo, lo + length);
        ctsar__profile_add(
            &f, &(ctsar__sample){
                    .unit = unit, .team = team, .range = {lo, lo + length}, .seconds = seconds});
    }
    assert_true(ctsar__profile_fit(&f));
    assert_true(f.p[3] > 10 * f.p[2]); /* fifty times, but its iteration's cost is not known */
    ctsar__profile_free(&f);
}

/* First cores alone, then the accelerator, too: it is found as fast as it is. */
static void a_kind_without_ranges_is_not_known_until_it_has_some(void **state)
{
    (void)state;
    random_state r = {5};
    ctsar__profile f = {0};
    draw_costs(even, &r);
    ctsar__profile_begin(&f, N, two_and_one, 0);
    for (long lo = 0; lo < N; lo += 32)
        time_range(&f, (lo / 32) % 2, (ctsar__range){lo, lo + 32}, 0, &r);
    assert_true(ctsar__profile_fit(&f));
    assert_true(f.p[2] == 0);
    for (long lo = N / 2; lo < N; lo += 256)
        time_range(&f, 2, (ctsar__range){lo, lo + 256}, 0, &r);
    assert_true(ctsar__profile_fit(&f));
    assert_true(fabs(f.p[2] / speed[2] - 1) < 0.01 && fabs(f.p[0] / speed[0] - 1) < 0.01);
    ctsar__profile_free(&f);
}

static void profile_survives_outliers(void **state)
{
    (void)state;
    random_state r = {3};
    ctsar__profile f = {0};
    draw_costs(falling, &r);
    train(&f, true, 0.02, &r);
    for (int i = 0; i < f.timings; i += 50)
        f.timing[i].seconds *= 5;
    assert_true(ctsar__profile_fit(&f));
    assert_true(worst_eighth(&f) < 0.15);
    ctsar__profile_free(&f);
}

static void work_is_additive_and_sums_to_the_iterations(void **state)
{
    (void)state;
    random_state r = {5};
    ctsar__profile f = {0};
    draw_costs(stepped, &r);
    train(&f, true, 0.02, &r);
    assert_true(fabs(work_in(&f, 0, N) - N) < 1e-6);
    for (int repeat = 0; repeat < 1000; repeat++) {
        long a = random_long(&r, 0, N), b = random_long(&r, a, N), c = random_long(&r, b, N);
        double whole = work_in(&f, a, c);
        assert_true(fabs(work_in(&f, a, b) + work_in(&f, b, c) - whole) < 1e-9 * N);
        assert_true(whole >= 0);
    }
    ctsar__profile_free(&f);
}

/* A cost that counts how often it is asked. */
static ctsar__cost asked_of;
static long asked, wrong_by; /* iterations that a guess is off */

static double asked_work(const void *data, long lo, long hi)
{
    asked++;
    return asked_of.work(data, lo, hi);
}

static long asked_near(const void *data, double work)
{
    return asked_of.near(data, work) + wrong_by;
}

static void a_search_begins_near_its_end(void **state)
{
    (void)state;
    const long off[] = {0, 1, -1, 100, LONG_MAX / 2, LONG_MIN / 2};
    random_state r = {7};
    ctsar__profile f = {0};
    draw_costs(scattered, &r);
    train(&f, true, 0.02, &r);
    asked_of = ctsar__profile_cost(&f);
    ctsar__cost counted = {asked_work, &f, asked_near}, plain = {asked_of.work, &f, NULL};
    for (int i = 0; i < 6; i++) {
        wrong_by = off[i];
        asked = 0;
        for (int repeat = 0; repeat < 1000; repeat++) {
            long lo = random_long(&r, 0, N - 1), hi = random_long(&r, lo + 1, N), room = hi - lo;
            double budget = work_in(&f, lo, random_long(&r, lo, hi)) * (1 + 1e-3 * (repeat % 3));
            assert_int_equal(ctsar__cost_from(&counted, lo, room, budget),
                             ctsar__cost_from(&plain, lo, room, budget));
            assert_int_equal(ctsar__cost_upto(&counted, hi, room, budget),
                             ctsar__cost_upto(&plain, hi, room, budget));
        }
        if (wrong_by == 0)
            assert_true(asked < 2000 * 5); /* the whole, what is before, and round the end */
    }
    ctsar__profile_free(&f);
}

static void only_the_inside_of_a_range_timed_as_a_whole_is_uncertain(void **state)
{
    (void)state;
    const ctsar__team one = {1, 0};
    random_state r = {6};
    ctsar__profile f = {0};
    draw_costs(scattered, &r);
    ctsar__profile_begin(&f, N, one, 0);
    for (long lo = 0, length; lo < N; lo += length) { /* single ones in the first half */
        length = lo < N / 2 ? 1 : 64;
        ctsar__range range = {lo, lo + length};
        ctsar__profile_add(&f, &(ctsar__sample){.unit = 0,
                                                .team = one,
                                                .range = range,
                                                .seconds = true_work(range.lo, range.hi)});
    }
    assert_true(ctsar__profile_fit(&f));
    assert_true(ctsar__profile_variance(&f, 3, 40) < 1e-9);
    assert_true(ctsar__profile_variance(&f, N / 2, N / 2 + 128) < 1e-9);
    double single = ctsar__profile_variance(&f, N - 1, N);
    double half = ctsar__profile_variance(&f, N - 32, N);
    assert_true(single > 0.1 && half > single);
    assert_true(ctsar__profile_variance(&f, N / 2 + 32, N / 2 + 96) > half);
    ctsar__profile_free(&f);
}

static void few_or_absurd_timings_do_no_harm(void **state)
{
    (void)state;
    const double absurd[] = {0, NAN, INFINITY, -1, DBL_TRUE_MIN, 1e-300, 1e300};
    ctsar__profile f = {0};
    ctsar__profile_begin(&f, 3, two_and_one, 0);
    assert_false(ctsar__profile_fit(&f));
    for (int i = 0; i < 7; i++) {
        ctsar__profile_add(&f, &(ctsar__sample){.unit = i % 3,
                                                .team = two_and_one,
                                                .range = {i % 3, i % 3 + 1},
                                                .seconds = absurd[i],
                                                .fixed = absurd[6 - i]});
        ctsar__profile_fit(&f);
    }
    if (f.bins)
        assert_true(work_in(&f, 0, 3) > 0);
    ctsar__profile_free(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(profile_finds_costs_and_speeds),
        cmocka_unit_test(profile_joins_parts_that_have_no_unit_in_common),
        cmocka_unit_test(ranges_that_are_all_overhead_tell_nothing),
        cmocka_unit_test(how_units_compare_does_not_drift_with_repeated_fits),
        cmocka_unit_test(units_of_a_kind_are_alike_until_their_ranges_show_otherwise),
        cmocka_unit_test(accelerators_are_each_a_kind),
        cmocka_unit_test(a_kind_without_ranges_is_not_known_until_it_has_some),
        cmocka_unit_test(profile_survives_outliers),
        cmocka_unit_test(work_is_additive_and_sums_to_the_iterations),
        cmocka_unit_test(a_search_begins_near_its_end),
        cmocka_unit_test(only_the_inside_of_a_range_timed_as_a_whole_is_uncertain),
        cmocka_unit_test(few_or_absurd_timings_do_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

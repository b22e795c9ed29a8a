/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Fill against its definition: a greedy that hands out one iteration after another
 * where it ends earliest finds the same pass time, and no other start of the search
 * may lead to other boundaries. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sched/math/fill.h"
#include "sched/math/lp.h"
#include "support/random.h"

enum { MOST = 64 };

typedef struct machine {
    int units;
    double o[MOST], p[MOST];
    long cap[MOST];
} machine;

static machine draw_machine(random_state *r, double p_lo, double p_hi)
{
    machine m = {.units = (int)random_long(r, 1, random_unit(r) < 0.5 ? 4 : MOST)};
    bool free = random_unit(r) < 0.3, alike = random_unit(r) < 0.2;
    for (int u = 0; u < m.units; u++) {
        m.p[u] = alike && u ? m.p[0] : random_log(r, p_lo, p_hi);
        m.o[u] = free ? 0 : m.p[u] * random_log(r, 1e-2, 1e3);
        m.cap[u] = random_unit(r) < 0.3 ? random_long(r, 0, 50) : LONG_MAX;
    }
    return m;
}

static ctsar__fill_input input_of(const machine *m, long n)
{
    return (ctsar__fill_input){.part = {0, n}, .units = m->units, .o = m->o, .p = m->p};
}

/* Do the boundaries give each iteration of the part to one unit? */
static void assert_covers(const ctsar__fill_input *in, const long *boundary)
{
    assert_int_equal(boundary[0], in->part.lo);
    for (int u = 0; u < in->units; u++)
        assert_true(boundary[u] <= boundary[u + 1]);
    assert_int_equal(boundary[in->units], in->part.hi > in->part.lo ? in->part.hi : in->part.lo);
}

static double end_of(const ctsar__fill_input *in, const long *boundary, int u)
{
    return in->o[u] + in->p[u] * (double)(boundary[u + 1] - boundary[u]);
}

/* The smallest pass time, iteration by iteration. */
static double greedy_time(const ctsar__fill_input *in)
{
    long taken[MOST] = {0};
    double t = 0;
    for (long i = in->part.lo; i < in->part.hi; i++) {
        int best = -1;
        double end = INFINITY;
        for (int u = 0; u < in->units; u++) {
            double e = in->o[u] + in->p[u] * (double)(taken[u] + 1);
            if ((!in->cap || taken[u] < in->cap[u]) && e < end) {
                best = u;
                end = e;
            }
        }
        taken[best]++;
        t = fmax(t, end);
    }
    return t;
}

static void fill_finds_the_smallest_pass_time(void **state)
{
    (void)state;
    random_state r = {1};
    long boundary[MOST + 1];
    for (int repeat = 0; repeat < 3000; repeat++) {
        machine m = draw_machine(&r, 1e-9, 1e-7);
        ctsar__fill_input in = input_of(&m, random_long(&r, 1, 400));
        double t = ctsar__fill(&in, boundary);
        assert_covers(&in, boundary);
        assert_true(fabs(t - greedy_time(&in)) <= 1e-12 * t);
    }
}

static void fill_lets_units_that_work_end_within_one_iteration_of_the_slower(void **state)
{
    (void)state;
    random_state r = {2};
    long boundary[MOST + 1];
    for (int repeat = 0; repeat < 3000; repeat++) {
        machine m = draw_machine(&r, 1e-12, 1e3);
        ctsar__fill_input in = input_of(&m, (long)random_log(&r, 1, 1e12));
        double t = ctsar__fill(&in, boundary);
        assert_covers(&in, boundary);
        for (int u = 0; u < m.units; u++)
            if (boundary[u + 1] > boundary[u]) {
                assert_true(end_of(&in, boundary, u) <= t);
                assert_true(end_of(&in, boundary, u) + m.p[u] >= t * (1 - 1e-12));
            }
    }
}

static void fill_gives_the_same_boundaries_from_any_guess(void **state)
{
    (void)state;
    random_state r = {3};
    long boundary[MOST + 1], other[MOST + 1];
    for (int repeat = 0; repeat < 1000; repeat++) {
        machine m = draw_machine(&r, 1e-12, 1e3);
        ctsar__fill_input in = input_of(&m, (long)random_log(&r, 1, 1e12));
        double t = ctsar__fill(&in, boundary);
        const double guess[] = {
            t,        t * 0.5,   t * 2,   nextafter(t, 0), nextafter(t, INFINITY),
            t * 1e-9, t * 1e9,   1e300,   1e-300,          -1,
            NAN,      -INFINITY, INFINITY};
        for (size_t i = 0; i < sizeof guess / sizeof *guess; i++) {
            in.guess = guess[i];
            assert_true(ctsar__fill(&in, other) == t);
            assert_memory_equal(other, boundary, ((size_t)m.units + 1) * sizeof *boundary);
        }
    }
}

/* The units need not be one iteration from the LP's fractions (63 units that the LP
 * gives 0.99 each leave the 64th more than that), but none loses more than one, and
 * together they gain no more than that. */
static void fill_and_the_lp_agree_to_one_iteration_a_unit(void **state)
{
    (void)state;
    random_state r = {4};
    long boundary[MOST + 1];
    double f[MOST], o[MOST] = {0};
    for (int repeat = 0; repeat < 1000; repeat++) {
        machine m = draw_machine(&r, 1e-9, 1e3);
        long n = (long)random_log(&r, 1, 1e9);
        ctsar__fill_input in = input_of(&m, n);
        in.o = o;
        double t = ctsar__fill(&in, boundary), lp = 0, slowest = 0, more = 0;
        assert_int_equal(ctsar__lp_solve(m.units, m.p, NULL, f), CTSAR_OK);
        for (int u = 0; u < m.units; u++) {
            double gained = (double)(boundary[u + 1] - boundary[u]) - f[u] * (double)n;
            assert_true(gained >= -1 - 1e-6);
            more += fmax(gained, 0);
            slowest = fmax(slowest, m.p[u]);
            lp = fmax(lp, f[u] * m.p[u] * (double)n);
        }
        assert_true(more <= m.units + 1e-6);
        assert_true(t >= lp * (1 - 1e-9) && t <= (lp + slowest) * (1 + 1e-9));
    }
}

static void fill_keeps_caps(void **state)
{
    (void)state;
    random_state r = {5};
    long boundary[MOST + 1];
    for (int repeat = 0; repeat < 2000; repeat++) {
        machine m = draw_machine(&r, 1e-9, 1e-7);
        m.cap[random_long(&r, 0, m.units - 1)] = LONG_MAX;
        ctsar__fill_input in = input_of(&m, random_long(&r, 1, 300));
        in.cap = m.cap;
        double t = ctsar__fill(&in, boundary);
        assert_covers(&in, boundary);
        for (int u = 0; u < m.units; u++)
            assert_true(boundary[u + 1] - boundary[u] <= m.cap[u]);
        assert_true(fabs(t - greedy_time(&in)) <= 1e-12 * t);
    }
}

static void fill_ignores_caps_that_cannot_cover_the_part(void **state)
{
    (void)state;
    const double o[] = {0, 0}, p[] = {1, 1};
    const long short_of[][2] = {{3, 4}, {0, 0}, {-5, 7}};
    for (int i = 0; i < 3; i++) {
        long boundary[3];
        ctsar__fill_input in = {.part = {0, 8}, .units = 2, .o = o, .p = p, .cap = short_of[i]};
        assert_true(ctsar__fill(&in, boundary) == 4);
        assert_int_equal(boundary[1], 4);
    }
}

static void fill_gives_a_unit_with_large_overhead_nothing(void **state)
{
    (void)state;
    const double o[] = {0, 1000, 0}, p[] = {1, 1e-3, 1};
    long boundary[4];
    ctsar__fill_input in = {.part = {0, 100}, .units = 3, .o = o, .p = p};
    assert_true(ctsar__fill(&in, boundary) == 50);
    assert_int_equal(boundary[1], 50);
    assert_int_equal(boundary[2], 50);
    in.part.hi = 10000; /* now it pays */
    ctsar__fill(&in, boundary);
    assert_true(boundary[2] > boundary[1]);
}

static void fill_shares_out_any_part(void **state)
{
    (void)state;
    random_state r = {6};
    long boundary[MOST + 1], shifted[MOST + 1];
    for (int repeat = 0; repeat < 300; repeat++) {
        machine m = draw_machine(&r, 1e-9, 1e-3);
        long n = random_long(&r, 0, 100000), lo = random_long(&r, -1000000, 1000000);
        ctsar__fill_input in = input_of(&m, n);
        ctsar__fill(&in, boundary);
        in.part = (ctsar__range){lo, lo + n};
        ctsar__fill(&in, shifted);
        for (int u = 0; u <= m.units; u++)
            assert_int_equal(shifted[u], boundary[u] + lo);
    }
}

static void fill_of_nothing_gives_nothing(void **state)
{
    (void)state;
    const double o[] = {1, 2}, p[] = {1, 1};
    long boundary[3];
    ctsar__fill_input in = {.part = {7, 7}, .units = 2, .o = o, .p = p};
    assert_true(ctsar__fill(&in, boundary) == 0);
    assert_covers(&in, boundary);
    in.part.hi = 3;
    assert_true(ctsar__fill(&in, boundary) == 0);
    assert_covers(&in, boundary);
}

static void fill_leaves_units_idle_when_there_are_more_than_iterations(void **state)
{
    (void)state;
    const double o[5] = {0}, p[] = {3, 1, 3, 1, 3};
    long boundary[6];
    ctsar__fill_input in = {.part = {0, 2}, .units = 5, .o = o, .p = p};
    assert_true(ctsar__fill(&in, boundary) == 1);
    assert_int_equal(boundary[1], 0);
    assert_int_equal(boundary[2], 1);
    assert_int_equal(boundary[3], 1);
    assert_int_equal(boundary[4], 2);
}

static void fill_gives_one_unit_everything_at_any_size(void **state)
{
    (void)state;
    const double o[] = {0, 1e3}, p[] = {1e-300, 1e-12, 1, 1e3, 1e300, 1.7e308};
    const long n[] = {1, 1000, 1000000000000, LONG_MAX};
    for (int i = 0; i < 2 * 6 * 4; i++) {
        long boundary[2];
        ctsar__fill_input in = {
            .part = {0, n[i % 4]}, .units = 1, .o = &o[i / 4 % 2], .p = &p[i / 8]};
        ctsar__fill(&in, boundary);
        assert_covers(&in, boundary);
    }
}

/* Costs per iteration as prefix sums: whole numbers, so that sums are exact. */
typedef struct profile {
    double until[2001];
} profile;

static double profile_work(const void *data, long lo, long hi)
{
    const profile *f = data;
    return f->until[hi] - f->until[lo];
}

static void draw_profile(random_state *r, profile *f, long n)
{
    int shape = (int)random_long(r, 0, 3);
    for (long i = 0; i < n; i++) {
        double cost = shape == 0   ? 1
                      : shape == 1 ? (double)(n - i)
                      : shape == 2 ? (double)random_long(r, 0, 9)
                                   : (i < n / 4 ? 100 : 0);
        f->until[i + 1] = f->until[i] + cost;
    }
}

/* Can the units, in order, each with the longest range that ends by t, do all? */
static bool profile_covered_by(const ctsar__fill_input *in, double t)
{
    long at = in->part.lo;
    for (int u = 0; u < in->units; u++) {
        long end = at;
        while (end < in->part.hi && end - at < in->cap[u] && t >= in->o[u] &&
               profile_work(in->cost->data, at, end + 1) <= (t - in->o[u]) / in->p[u])
            end++;
        at = end;
    }
    return at == in->part.hi;
}

static void fill_follows_a_cost_profile(void **state)
{
    (void)state;
    random_state r = {7};
    static profile f;
    long boundary[MOST + 1], other[MOST + 1];
    const ctsar__cost cost = {.work = profile_work, .data = &f};
    for (int repeat = 0; repeat < 300; repeat++) {
        machine m = draw_machine(&r, 1e-6, 1e-4);
        m.cap[0] = LONG_MAX;
        ctsar__fill_input in = input_of(&m, random_long(&r, 1, 2000));
        draw_profile(&r, &f, in.part.hi);
        in.cost = &cost;
        in.cap = m.cap;
        double t = ctsar__fill(&in, boundary);
        assert_covers(&in, boundary);
        assert_true(profile_covered_by(&in, t * (1 + 1e-12) + 1e-300));
        assert_false(t > 0 && profile_covered_by(&in, t * (1 - 1e-9)));
        for (int u = 0; u < m.units; u++)
            assert_true(boundary[u + 1] - boundary[u] <= m.cap[u]);
        in.guess = t * 3;
        assert_true(ctsar__fill(&in, other) == t);
        assert_memory_equal(other, boundary, ((size_t)m.units + 1) * sizeof *boundary);
    }
}

static long anywhere(const void *data, double work)
{
    (void)data;
    return (long)work;
}

static void fill_by_learned_costs_is_as_good_as_these(void **state)
{
    (void)state;
    random_state r = {9};
    static profile f;
    long boundary[MOST + 1], exact[MOST + 1];
    const ctsar__cost stated = {.work = profile_work, .data = &f};
    const ctsar__cost learned = {.work = profile_work, .data = &f, .near = anywhere};
    for (int repeat = 0; repeat < 300; repeat++) {
        machine m = draw_machine(&r, 1e-6, 1e-4);
        ctsar__fill_input in = input_of(&m, random_long(&r, 1, 2000));
        draw_profile(&r, &f, in.part.hi);
        in.cost = &stated;
        double least = ctsar__fill(&in, exact);
        in.cost = &learned;
        in.guess = random_long(&r, 0, 1) ? least * (double)random_long(&r, 1, 30) / 10 : 0;
        double t = ctsar__fill(&in, boundary);
        assert_covers(&in, boundary);
        assert_true(t >= least && t <= least * (1 + 1e-5));
    }
}

static void fill_with_a_flat_profile_is_fill_without(void **state)
{
    (void)state;
    random_state r = {8};
    static profile f;
    long boundary[MOST + 1], flat[MOST + 1];
    const ctsar__cost cost = {.work = profile_work, .data = &f};
    for (long i = 0; i < 2000; i++)
        f.until[i + 1] = (double)(i + 1);
    for (int repeat = 0; repeat < 300; repeat++) {
        machine m = draw_machine(&r, 1e-6, 1e-4);
        ctsar__fill_input in = input_of(&m, random_long(&r, 1, 2000));
        ctsar__fill(&in, boundary);
        in.cost = &cost;
        ctsar__fill(&in, flat);
        assert_memory_equal(flat, boundary, ((size_t)m.units + 1) * sizeof *boundary);
    }
}

static void fill_of_iterations_without_cost_terminates(void **state)
{
    (void)state;
    static profile f;
    const ctsar__cost cost = {.work = profile_work, .data = &f};
    const double o[] = {1e-3, 2e-3}, p[] = {1, 1}, none[] = {0, 0};
    memset(&f, 0, sizeof f);
    long boundary[3];
    ctsar__fill_input in = {
        .part = {0, 100}, .units = 2, .o = o, .p = p, .cost = &cost, .guess = 5};
    assert_true(ctsar__fill(&in, boundary) == 1e-3);
    assert_covers(&in, boundary);
    in.o = none;
    assert_true(ctsar__fill(&in, boundary) == 0);
    assert_covers(&in, boundary);
}

/* ---- Moves -------------------------------------------------------------------- */

enum { HELD = 24 };

/* Who holds the data of each iteration, and what an iteration's cost to move. */
typedef struct data {
    int holder[HELD];
    double seconds;
} data;

static double move_seconds(const void *of, ctsar__team team, int unit, ctsar__range range)
{
    const data *d = of;
    long moved = 0;
    (void)team;
    for (long i = range.lo; i < range.hi; i++)
        moved += d->holder[i] != unit;
    return (double)moved * d->seconds;
}

static double time_with_moves(const ctsar__fill_input *in, const long *boundary)
{
    double t = 0;
    for (int u = 0; u < in->units; u++)
        /* NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): units + 1 */
        if (boundary[u + 1] > boundary[u])
            t = fmax(t, end_of(in, boundary, u) +
                            move_seconds(in->move->data, in->team, u,
                                         (ctsar__range){boundary[u], boundary[u + 1]}));
    return t;
}

/* The smallest of all splits over three units. */
static double best_of_all(const ctsar__fill_input *in, long n)
{
    double best = INFINITY;
    for (long a = 0; a <= n; a++)
        for (long b = a; b <= n; b++)
            best = fmin(best, time_with_moves(in, (const long[]){0, a, b, n}));
    return best;
}

static void fill_prices_the_moves_of_data(void **state)
{
    (void)state;
    random_state r = {11};
    for (int repeat = 0; repeat < 300; repeat++) {
        machine m = {.units = 3};
        data d = {.seconds = random_log(&r, 1e-2, 1e1)};
        for (int u = 0; u < 3; u++) {
            m.p[u] = random_log(&r, 0.1, 10);
            m.o[u] = random_log(&r, 0.01, 1);
        }
        for (int i = 0; i < HELD; i++)
            d.holder[i] = (int)random_long(&r, -1, 2);
        const ctsar__move move = {move_seconds, &d};
        long n = random_long(&r, 1, HELD), boundary[4];
        ctsar__fill_input in = input_of(&m, n);
        in.move = &move;
        double t = ctsar__fill(&in, boundary);
        assert_covers(&in, boundary);
        assert_true(fabs(t - time_with_moves(&in, boundary)) <= 1e-9 * t);
        assert_true(t <= best_of_all(&in, n) * (1 + 1e-9));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fill_finds_the_smallest_pass_time),
        cmocka_unit_test(fill_lets_units_that_work_end_within_one_iteration_of_the_slower),
        cmocka_unit_test(fill_gives_the_same_boundaries_from_any_guess),
        cmocka_unit_test(fill_and_the_lp_agree_to_one_iteration_a_unit),
        cmocka_unit_test(fill_keeps_caps),
        cmocka_unit_test(fill_ignores_caps_that_cannot_cover_the_part),
        cmocka_unit_test(fill_gives_a_unit_with_large_overhead_nothing),
        cmocka_unit_test(fill_shares_out_any_part),
        cmocka_unit_test(fill_of_nothing_gives_nothing),
        cmocka_unit_test(fill_leaves_units_idle_when_there_are_more_than_iterations),
        cmocka_unit_test(fill_gives_one_unit_everything_at_any_size),
        cmocka_unit_test(fill_follows_a_cost_profile),
        cmocka_unit_test(fill_by_learned_costs_is_as_good_as_these),
        cmocka_unit_test(fill_with_a_flat_profile_is_fill_without),
        cmocka_unit_test(fill_of_iterations_without_cost_terminates),
        cmocka_unit_test(fill_prices_the_moves_of_data),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

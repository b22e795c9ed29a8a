/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Deviation minimisation: GLPK is held to the closed form, and both to what defines
 * the optimum.  Built without GLPK, the same tests hold the closed form alone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <float.h>
#include <math.h>
#include <pthread.h>
#include <string.h>

#ifdef CTSAR_WITH_GLPK
#include <glpk.h>
#endif

#include "sched/math/lp.h"
#include "sched/math/lp_closed.h"
#include "support/random.h"

enum { MOST = 64 };

static void draw_times(random_state *r, int n, double *p)
{
    for (int j = 0; j < n; j++)
        p[j] = random_log(r, 1e-9, 1e3);
}

/* What the LP minimises, in units of the smallest time. */
static double deviation(int n, const double *p, const double *f)
{
    double min = p[0], sum = 0;
    for (int j = 1; j < n; j++)
        min = fmin(min, p[j]);
    for (int j = 1; j < n; j++)
        sum += fabs(f[j] * (p[j] / min) - f[0] * (p[0] / min));
    return sum;
}

/* Are these fractions of one whole, within their caps? */
static bool feasible(int n, const double *cap, const double *f)
{
    double sum = 0, caps = 0;
    for (int j = 0; j < n; j++) {
        sum += f[j];
        caps += cap ? fmin(cap[j], 1) : 1;
    }
    for (int j = 0; j < n; j++) {
        double most = cap ? fmin(cap[j], 1) / fmin(caps, 1) : 1;
        if (!(f[j] >= 0 && f[j] <= most + 1e-9))
            return false;
    }
    return fabs(sum - 1) < 1e-12;
}

/* Do all units end together, that is f_j p_j = 1 / sum(1/p)? */
static bool ends_together(int n, const double *p, const double *f)
{
    double speed = 0;
    for (int j = 0; j < n; j++)
        speed += 1 / p[j];
    for (int j = 0; j < n; j++)
        if (fabs(f[j] * p[j] * speed - 1) > 1e-9)
            return false;
    return true;
}

static void lp_without_caps_ends_all_units_together(void **state)
{
    (void)state;
    random_state r = {1};
    double p[MOST], f[MOST], closed[MOST];
    for (int repeat = 0; repeat < 40; repeat++)
        for (int n = 1; n <= MOST; n++) {
            draw_times(&r, n, p);
            assert_int_equal(ctsar__lp_solve(n, p, NULL, f), CTSAR_OK);
            ctsar__lp_closed(n, p, NULL, closed);
            assert_true(feasible(n, NULL, f) && feasible(n, NULL, closed));
            assert_true(ends_together(n, p, f));
            assert_true(ends_together(n, p, closed));
        }
}

static void lp_ignores_caps_that_are_not_reached(void **state)
{
    (void)state;
    random_state r = {2};
    double p[MOST], cap[MOST], f[MOST], closed[MOST];
    for (int repeat = 0; repeat < 20; repeat++)
        for (int n = 2; n <= MOST; n++) {
            draw_times(&r, n, p);
            ctsar__lp_closed(n, p, NULL, closed);
            for (int j = 0; j < n; j++)
                cap[j] = fmin(closed[j] * (1.01 + random_unit(&r)), 1);
            assert_int_equal(ctsar__lp_solve(n, p, cap, f), CTSAR_OK);
            assert_true(ends_together(n, p, f));
        }
}

static void draw_caps(random_state *r, int n, double *cap)
{
    for (int j = 0; j < n; j++)
        cap[j] = random_unit(r) < 0.2 ? 1 : random_unit(r) * 4 / n;
    if (random_unit(r) < 0.2)
        cap[random_long(r, 0, n - 1)] = 0;
}

static void lp_keeps_caps_and_deviates_no_more_than_the_closed_form(void **state)
{
    (void)state;
    random_state r = {3};
    double p[MOST], cap[MOST], f[MOST], closed[MOST];
    for (int repeat = 0; repeat < 40; repeat++)
        for (int n = 2; n <= MOST; n++) {
            draw_times(&r, n, p);
            draw_caps(&r, n, cap);
            assert_int_equal(ctsar__lp_solve(n, p, cap, f), CTSAR_OK);
            ctsar__lp_closed(n, p, cap, closed);
            assert_true(feasible(n, cap, f));
            assert_true(feasible(n, cap, closed));
            assert_true(deviation(n, p, f) <= deviation(n, p, closed) * (1 + 1e-6) + 1e-6);
        }
}

/* With two units at their caps the optimum gives what they leave to the fastest of the
 * others alone (lp.h), the closed form to all of them: this tells who answered. */
static void lp_is_answered_by_the_solver_it_names(void **state)
{
    (void)state;
    const double p[] = {10, 1, 2, 2}, cap[] = {1, 1, 0.01, 0.01};
    double f[4], closed[4];
    assert_int_equal(ctsar__lp_solve(4, p, cap, f), CTSAR_OK);
    ctsar__lp_closed(4, p, cap, closed);
    bool glpk = strncmp(ctsar__lp_solver(), "GLPK ", 5) == 0;
    assert_true(glpk || strcmp(ctsar__lp_solver(), "closed form") == 0);
    assert_true(fabs(closed[0] - 0.98 / 11) < 1e-12);
    if (glpk)
        assert_true(deviation(4, p, f) < deviation(4, p, closed) - 1e-3);
    else
        assert_memory_equal(f, closed, sizeof f);
}

static void closed_form_shares_out_what_capped_units_leave_by_speed(void **state)
{
    (void)state;
    random_state r = {4};
    double p[MOST], cap[MOST], f[MOST];
    for (int repeat = 0; repeat < 2000; repeat++) {
        int n = (int)random_long(&r, 2, MOST);
        draw_times(&r, n, p);
        draw_caps(&r, n, cap);
        cap[random_long(&r, 0, n - 1)] = 1; /* so that none is widened */
        ctsar__lp_closed(n, p, cap, f);
        double last = 0; /* the end of those that are not at their cap */
        for (int j = 0; j < n; j++)
            if (f[j] < cap[j])
                last = fmax(last, f[j] * p[j]);
        for (int j = 0; j < n; j++) {
            if (f[j] < cap[j])
                assert_true(f[j] * p[j] > last * (1 - 1e-9));
            else if (last > 0)
                assert_true(f[j] * p[j] <= last * (1 + 1e-9));
        }
    }
}

static void caps_that_do_not_cover_the_whole_are_widened_in_proportion(void **state)
{
    (void)state;
    const double p[] = {1, 2, 3}, cap[] = {0.1, 0.2, 0.1};
    double f[3], closed[3];
    assert_int_equal(ctsar__lp_solve(3, p, cap, f), CTSAR_OK);
    ctsar__lp_closed(3, p, cap, closed);
    for (int j = 0; j < 3; j++) {
        assert_true(fabs(f[j] - cap[j] / 0.4) < 1e-9);
        assert_true(fabs(closed[j] - cap[j] / 0.4) < 1e-9);
    }
}

/* Warm problems of all sizes in random order, with and without caps.  Returns how
 * many answers were wrong. */
static void *solve_many(void *seed)
{
    random_state r = {(uintptr_t)seed};
    double p[MOST], cap[MOST], f[MOST];
    intptr_t wrong = 0;
    for (int repeat = 0; repeat < 1500; repeat++) {
        int n = (int)random_long(&r, 2, MOST);
        bool capped = random_unit(&r) < 0.3;
        draw_times(&r, n, p);
        draw_caps(&r, n, cap);
        cap[random_long(&r, 0, n - 1)] = 1;
        bool solved = !ctsar__lp_solve(n, p, capped ? cap : NULL, f);
        if (!solved || (capped ? !feasible(n, cap, f) : !ends_together(n, p, f)))
            wrong++;
    }
    return (void *)wrong;
}

static void lp_stays_right_when_warm_problems_are_rewritten_in_any_order(void **state)
{
    (void)state;
    assert_int_equal((intptr_t)solve_many((void *)5), 0);
}

static void lp_is_right_in_several_threads_at_once_and_after_they_ended(void **state)
{
    (void)state;
    for (int generation = 0; generation < 2; generation++) {
        pthread_t thread[4];
        for (uintptr_t i = 0; i < 4; i++)
            assert_int_equal(pthread_create(&thread[i], NULL, solve_many, (void *)(10 + i)), 0);
        for (int i = 0; i < 4; i++) {
            void *wrong;
            assert_int_equal(pthread_join(thread[i], &wrong), 0);
            assert_null(wrong);
        }
    }
}

#ifdef CTSAR_WITH_GLPK
enum { MANY = 4000 };

/* GLPK's own limit makes it fail as an allocation does that fails. */
static void *solve_without_memory(void *out)
{
    static double p[MANY], f[MANY], closed[MANY];
    random_state r = {11};
    draw_times(&r, MANY, p);
    ctsar__lp_closed(MANY, p, NULL, closed);
    *(bool *)out = ctsar__lp_solve(7, p, NULL, f) == CTSAR_OK;
    for (int repeat = 0; repeat < 3; repeat++) {
        glp_mem_limit(1); /* MB */
        bool answered = ctsar__lp_solve(MANY, p, NULL, f) == CTSAR_OK;
        *(bool *)out = *(bool *)out && answered && !memcmp(f, closed, sizeof f) &&
                       glp_term_out(GLP_ON) == GLP_ON; /* as it was */
        for (int n = 2; n <= MOST; n += 31)
            *(bool *)out = *(bool *)out && ctsar__lp_solve(n, p, NULL, f) == CTSAR_OK &&
                           ends_together(n, p, f);
    }
    return NULL;
}

static void lp_is_answered_in_closed_form_when_glpk_has_no_memory(void **state)
{
    (void)state;
    bool right = false;
    pthread_t fresh; /* what GLPK holds in this one is more than the limit, which is then none */
    assert_int_equal(pthread_create(&fresh, NULL, solve_without_memory, &right), 0);
    pthread_join(fresh, NULL);
    assert_true(right);
}
#endif

static void lp_refuses_times_that_are_not_positive_and_finite(void **state)
{
    (void)state;
    const double bad[] = {NAN, INFINITY, -INFINITY, 0, -0.0, -1e-6};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        for (int at = 0; at < 3; at++) {
            double p[] = {1, 2, 3}, f[3];
            p[at] = bad[i];
            assert_int_equal(ctsar__lp_solve(3, p, NULL, f), CTSAR_EINVAL);
        }
}

static void lp_refuses_caps_out_of_range(void **state)
{
    (void)state;
    const double p[] = {1, 2}, bad[] = {NAN, -0.1, -INFINITY};
    double f[2];
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(ctsar__lp_solve(2, p, (double[]){1, bad[i]}, f), CTSAR_EINVAL);
    assert_int_equal(ctsar__lp_solve(2, p, (double[]){0, 0}, f), CTSAR_EINVAL);
    assert_int_equal(ctsar__lp_solve(0, p, NULL, f), CTSAR_EINVAL);
    assert_int_equal(ctsar__lp_solve(2, p, (double[]){INFINITY, 0}, f), CTSAR_OK);
    assert_true(f[0] == 1 && f[1] == 0);
}

static void lp_survives_times_at_the_ends_of_what_a_double_holds(void **state)
{
    (void)state;
    const double p[] = {DBL_MAX, DBL_MIN, 1e300, 1e-300, 1};
    double f[5];
    assert_int_equal(ctsar__lp_solve(5, p, NULL, f), CTSAR_OK);
    assert_true(feasible(5, NULL, f));
    assert_true(f[1] > 0.999);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lp_without_caps_ends_all_units_together),
        cmocka_unit_test(lp_ignores_caps_that_are_not_reached),
        cmocka_unit_test(lp_keeps_caps_and_deviates_no_more_than_the_closed_form),
        cmocka_unit_test(lp_is_answered_by_the_solver_it_names),
        cmocka_unit_test(closed_form_shares_out_what_capped_units_leave_by_speed),
        cmocka_unit_test(caps_that_do_not_cover_the_whole_are_widened_in_proportion),
        cmocka_unit_test(lp_stays_right_when_warm_problems_are_rewritten_in_any_order),
        cmocka_unit_test(lp_is_right_in_several_threads_at_once_and_after_they_ended),
#ifdef CTSAR_WITH_GLPK
        cmocka_unit_test(lp_is_answered_in_closed_form_when_glpk_has_no_memory),
#endif
        cmocka_unit_test(lp_refuses_times_that_are_not_positive_and_finite),
        cmocka_unit_test(lp_refuses_caps_out_of_range),
        cmocka_unit_test(lp_survives_times_at_the_ends_of_what_a_double_holds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

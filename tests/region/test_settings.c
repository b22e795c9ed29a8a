/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The ctsar_set_ calls of scheduling: what each does, what the environment overrides, and
 * what survives a change. */
#include <limits.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "region/state.h"
#include "support/environment.h"
#include "support/execute.h"
#include "support/region.h"

enum { N = 4000 };

static int setup(void **state)
{
    int status = setup_region(state);
    units("cpu:1,emu", "speed=3", "virtual");
    return status;
}

static int teardown(void **state)
{
    int status = end_region(state);
    units_default();
    return status;
}

/* Default times are those of equal units, as emulated ones are; other accelerators' widths say
 * something else. */
static void open_region(ctsar_policy policy)
{
    static const double equal[] = {1e-6, 1e-6};
    const double *times = is_emulated() ? NULL : equal;
    assert_int_equal(ctsar_init(&s, N, policy, CTSAR_DEV_ALL, times, NULL), CTSAR_OK);
}

/* Executes a pass; returns what the accelerator got. */
static long pass(void)
{
    long on_accelerator = 0;
    declare(s, &nothing);
    do {
        ctsar_next(s, N);
        execute(s, &nothing, 1, 0, NULL);
        if (ctsar_get_type(s) == CTSAR_DEV_GPU)
            on_accelerator += CEND(s) - CSTART(s);
    } while (ctsar_loop(s));
    return on_accelerator;
}

/* ---- Values ------------------------------------------------------------------- */

static void each_call_reaches_the_policy(void **state)
{
    (void)state;
    open_region(CTSAR_STATIC);
    assert_int_equal(s->sched->env.div, 0);
    assert_false(s->sched->env.has_ratio);
    assert_int_equal(ctsar_set_policy(s, CTSAR_ADAPTIVE), CTSAR_OK);
    assert_int_equal(ctsar_set_div(s, 7), CTSAR_OK);
    assert_int_equal(ctsar_set_chunk(s, 64), CTSAR_OK);
    assert_int_equal(ctsar_set_ratio(s, 0.25), CTSAR_OK);
    assert_int_equal(ctsar_set_backoff(s, CTSAR_BACKOFF_PAPER, 5), CTSAR_OK);
    assert_string_equal(s->sched->ops->name, "adaptive");
    const ctsar__sched_env *env = &s->sched->env;
    assert_int_equal(env->div, 7);
    assert_int_equal(env->chunk, 64);
    assert_true(env->has_ratio && env->ratio == 0.25);
    assert_int_equal(env->backoff, CTSAR_BACKOFF_PAPER);
    assert_int_equal(env->backoff_passes, 5);
    assert_int_equal(ctsar_set_backoff(s, CTSAR_BACKOFF_NEVER, 0), CTSAR_OK);
    assert_int_equal(s->sched->env.backoff, CTSAR_BACKOFF_NEVER);
    assert_int_equal(s->sched->env.div, 7);
}

static void values_outside_their_range_are_refused_and_change_nothing(void **state)
{
    (void)state;
    open_region(CTSAR_STATIC);
    const ctsar__sched *before = s->sched;
    assert_error(ctsar_set_policy(s, (ctsar_policy)99), CTSAR_EINVAL, "adaptive");
    assert_error(ctsar_set_div(s, -1), CTSAR_EINVAL, "-1");
    assert_error(ctsar_set_chunk(s, SIZE_MAX), CTSAR_EINVAL, "more than");
    assert_error(ctsar_set_ratio(s, 1.5), CTSAR_EINVAL, "from 0 to 1");
    assert_error(ctsar_set_ratio(s, -0.5), CTSAR_EINVAL, "from 0 to 1");
    assert_error(ctsar_set_ratio(s, NAN), CTSAR_EINVAL, "from 0 to 1");
    assert_error(ctsar_set_backoff(s, (ctsar_backoff)9, 2), CTSAR_EINVAL, "rule 9");
    assert_error(ctsar_set_backoff(s, CTSAR_BACKOFF_FILL, -2), CTSAR_EINVAL, "-2");
    assert_ptr_equal(s->sched, before);
}

static void a_null_region_is_an_error_everywhere(void **state)
{
    (void)state;
    double weight = 1;
    assert_int_equal(ctsar_set_policy(NULL, CTSAR_STATIC), CTSAR_EINVAL);
    assert_int_equal(ctsar_set_div(NULL, 1), CTSAR_EINVAL);
    assert_int_equal(ctsar_set_chunk(NULL, 1), CTSAR_EINVAL);
    assert_int_equal(ctsar_set_ratio(NULL, 0), CTSAR_EINVAL);
    assert_int_equal(ctsar_set_backoff(NULL, CTSAR_BACKOFF_FILL, 0), CTSAR_EINVAL);
    assert_int_equal(ctsar_set_cost(NULL, NULL, NULL), CTSAR_EINVAL);
    assert_int_equal(ctsar_set_cost_weights(NULL, &weight, 1), CTSAR_EINVAL);
    assert_non_null(strstr(ctsar_last_error(NULL), "ctsar_set_cost_weights"));
}

static void nothing_is_set_while_a_pass_runs(void **state)
{
    (void)state;
    double weight = 1;
    open_region(CTSAR_STATIC);
    declare(s, &nothing);
    ctsar_next(s, N);
    execute(s, &nothing, 1, 0, NULL);
    assert_error(ctsar_set_policy(s, CTSAR_ADAPTIVE), CTSAR_ESTATE, "pass is running");
    assert_error(ctsar_set_div(s, 3), CTSAR_ESTATE, "pass is running");
    assert_error(ctsar_set_cost_weights(s, &weight, 1), CTSAR_ESTATE, "pass is running");
    while (ctsar_loop(s)) {
        ctsar_next(s, N);
        execute(s, &nothing, 1, 0, NULL);
    }
    assert_int_equal(ctsar_set_div(s, 3), CTSAR_OK);
}

/* ---- Change ----------------------------------------------------------------------- */

static void what_was_measured_survives_a_change_of_policy(void **state)
{
    (void)state;
    open_region(CTSAR_ADAPTIVE);
    assert_int_equal(pass(), N / 2);
    assert_int_equal(pass(), 3 * N / 4);
    assert_int_equal(ctsar_set_policy(s, CTSAR_STATIC), CTSAR_OK);
    assert_int_equal(pass(), 3 * N / 4);
}

static void a_call_that_changes_nothing_costs_nothing(void **state)
{
    (void)state;
    open_region(CTSAR_POLICY_DEFAULT);
    pass();
    const ctsar__sched *before = s->sched;
    ctsar_set_policy(s, CTSAR_POLICY_DEFAULT);
    ctsar_set_policy(s, before->ops->policy);
    ctsar_set_div(s, 0);
    ctsar_set_chunk(s, 0);
    ctsar_set_backoff(s, CTSAR_BACKOFF_FILL, 0);
    ctsar_set_cost(s, NULL, NULL);
    ctsar_set_name(s, "other");
    assert_ptr_equal(s->sched, before);
    ctsar_set_ratio(s, 0.5);
    assert_ptr_not_equal(s->sched, before);
}

static void decisions_are_counted_through_a_change(void **state)
{
    (void)state;
    open_region(CTSAR_ADAPTIVE);
    pass();
    long solves = s->sched->stats.solves;
    assert_true(solves > 0);
    ctsar_set_backoff(s, CTSAR_BACKOFF_NEVER, 0);
    assert_int_equal(s->sched->stats.solves, solves);
}

static void passes_under_another_policy_are_reported_apart(void **state)
{
    (void)state;
    open_region(CTSAR_ADAPTIVE);
    ctsar_set_policy(s, CTSAR_STATIC);
    assert_string_equal(s->stats.policy, "static");
    s->stats.passes = 3; /* as if there were a report */
    ctsar_set_policy(s, CTSAR_ADAPTIVE);
    assert_string_equal(s->stats.policy, "adaptive");
    assert_int_equal(s->stats.passes, 0);
}

/* ---- The environment ----------------------------------------------------------------- */

static void variables_go_before_the_code(void **state)
{
    (void)state;
    setenv("CTSAR_POLICY", "static", 1);
    setenv("CTSAR_DIV", "5", 1);
    setenv("CTSAR_RATIO", "0.5", 1);
    setenv("CTSAR_BACKOFF", "paper:4", 1);
    open_region(CTSAR_ADAPTIVE);
    const ctsar__sched *before = s->sched;
    const ctsar__sched_env *env = &before->env;
    ctsar_set_policy(s, CTSAR_ADAPTIVE);
    ctsar_set_div(s, 9);
    ctsar_set_chunk(s, 100);
    ctsar_set_ratio(s, 1);
    ctsar_set_backoff(s, CTSAR_BACKOFF_NEVER, 0);
    assert_ptr_equal(s->sched, before);
    assert_string_equal(before->ops->name, "static");
    assert_int_equal(env->div, 5);
    assert_int_equal(env->chunk, 0); /* it would go before CTSAR_DIV */
    assert_true(env->ratio == 0.5);
    assert_int_equal(env->backoff, CTSAR_BACKOFF_PAPER);
    assert_int_equal(env->backoff_passes, 4);
    static const char *const names[] = {"CTSAR_POLICY", "CTSAR_DIV", "CTSAR_RATIO",
                                        "CTSAR_BACKOFF"};
    for (int i = 0; i < 4; ++i)
        assert_string_equal(s->stats.overridden[i], names[i]);
    assert_null(s->stats.overridden[4]);
}

static void a_chunk_of_the_environment_goes_before_the_codes_div(void **state)
{
    (void)state;
    int div = 20;
    setenv("CTSAR_CHUNK", "8", 1);
    assert_int_equal(ctsar_init(&s, N, CTSAR_STATIC, CTSAR_DEV_ALL, NULL, &div), CTSAR_OK);
    assert_int_equal(s->sched->env.chunk, 8);
    assert_string_equal(s->stats.overridden[0], "CTSAR_CHUNK");
}

/* ---- Cost ------------------------------------------------------------------------------ */

static double work(long lo, long hi)
{
    const ctsar__cost *cost = &s->sched->env.cost;
    return cost->work(cost->data, lo, hi);
}

static bool near(double a, double b)
{
    return fabs(a - b) <= 1e-12 * fabs(b);
}

static void weights_are_work_in_units_of_the_average_iteration(void **state)
{
    (void)state;
    double weights[] = {100, 300, 0, 400};
    open_region(CTSAR_STATIC);
    assert_null(s->sched->env.cost.work);
    assert_int_equal(ctsar_set_cost_weights(s, weights, 4), CTSAR_OK);
    weights[0] = 1e9;
    assert_true(near(work(0, 4), 4));
    assert_true(near(work(0, 1), 0.5));
    assert_true(near(work(1, 3), 1.5));
    assert_true(work(2, 3) == 0);
    assert_true(near(work(3, 10), 2 + 6)); /* what has no weight is an average iteration */
    assert_true(near(work(20, 30), 10));
    assert_int_equal(ctsar_set_cost_weights(s, NULL, 0), CTSAR_OK);
    assert_null(s->sched->env.cost.work);
}

static void wrong_weights_are_refused(void **state)
{
    (void)state;
    open_region(CTSAR_STATIC);
    assert_error(ctsar_set_cost_weights(s, NULL, 3), CTSAR_EINVAL, "NULL");
    assert_error(ctsar_set_cost_weights(s, (double[]){1, -1}, 2), CTSAR_EINVAL, "weight 1 is -1");
    assert_error(ctsar_set_cost_weights(s, (double[]){NAN, 1}, 2), CTSAR_EINVAL, "weight 0");
    assert_error(ctsar_set_cost_weights(s, (double[]){1, INFINITY}, 2), CTSAR_EINVAL, "weight 1");
    assert_error(ctsar_set_cost_weights(s, (double[]){1e308, 1e308}, 2), CTSAR_EINVAL, "weight 1");
    assert_error(ctsar_set_cost_weights(s, (double[]){0, 0}, 2), CTSAR_EINVAL, "above 0");
    assert_error(ctsar_set_cost_weights(s, (double[]){1}, SIZE_MAX), CTSAR_ENOMEM, "weights");
    assert_null(s->sched->env.cost.work);
}

static double triangle(const void *data, long lo, long hi)
{
    double n = *(const double *)data;
    return (n - (double)lo + n - (double)hi) / 2 * (double)(hi - lo);
}

static void a_stated_function_is_work_in_the_same_units(void **state)
{
    (void)state;
    double n = N, nothing = NAN;
    open_region(CTSAR_STATIC);
    assert_int_equal(ctsar_set_cost(s, triangle, &n), CTSAR_OK);
    assert_true(near(work(0, N), N));
    assert_true(near(work(0, N / 2), 0.75 * N));
    assert_error(ctsar_set_cost(s, triangle, &nothing), CTSAR_EINVAL, "nan");
    assert_true(near(work(0, N), N));
    assert_int_equal(ctsar_set_cost(s, NULL, NULL), CTSAR_OK);
    assert_null(s->sched->env.cost.work);
}

static void a_stated_cost_moves_the_split(void **state)
{
    (void)state;
    double n = N;
    units("cpu:1,emu", "speed=1", "virtual");
    open_region(CTSAR_STATIC);
    assert_int_equal(pass(), N / 2);
    ctsar_set_cost(s, triangle, &n);
    long later = pass(); /* the core has the first iterations, and half of the work */
    assert_true(labs(later - lround(N * sqrt(0.5))) <= 1);
}

static void the_virtual_clock_follows_a_stated_cost(void **state)
{
    (void)state;
    double n = N;
    units("cpu:1,emu", "speed=1", "virtual");
    open_region(CTSAR_ADAPTIVE);
    ctsar_set_cost(s, triangle, &n);
    for (int i = 0; i < 4; ++i) /* balanced from the first pass on, and so it stays */
        assert_true(labs(pass() - lround(N * sqrt(0.5))) <= 1);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(each_call_reaches_the_policy),
        TEST(values_outside_their_range_are_refused_and_change_nothing),
        TEST(a_null_region_is_an_error_everywhere),
        TEST(nothing_is_set_while_a_pass_runs),
        TEST(what_was_measured_survives_a_change_of_policy),
        TEST(a_call_that_changes_nothing_costs_nothing),
        TEST(decisions_are_counted_through_a_change),
        TEST(passes_under_another_policy_are_reported_apart),
        TEST(variables_go_before_the_code),
        TEST(a_chunk_of_the_environment_goes_before_the_codes_div),
        TEST(weights_are_work_in_units_of_the_average_iteration),
        TEST(wrong_weights_are_refused),
        TEST(a_stated_function_is_work_in_the_same_units),
        TEST(a_stated_cost_moves_the_split),
        TEST(the_virtual_clock_follows_a_stated_cost),
    };
    return cmocka_run_group_tests_name("settings", tests, NULL, NULL);
}

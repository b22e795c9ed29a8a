/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Passes on all units against those on units of one kind alone, as measured: who is left out, and
 * until when. */
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "sched/math/backoff.h"
#include "sched/math/compare.h"
#include "sched/math/probe.h"

enum { N = 1000, LEFT = 1 /* iterations that a core executes which is to have none */ };
static const ctsar__team team = {1, 1};
enum { CORE = 0, ACC = 1 };

static ctsar__sched sched;
static ctsar__backoff backoff;

static int begin(void **state)
{
    static const double overhead[] = {0, 0};
    (void)state;
    sched = (ctsar__sched){.env = {.accs = 1, .overhead = overhead}};
    assert_int_equal(ctsar__backoff_init(&backoff, &sched), CTSAR_OK);
    return 0;
}

static int end(void **state)
{
    (void)state;
    ctsar__backoff_free(&backoff);
    return 0;
}

static void note(int unit, ctsar__range range, double seconds)
{
    const ctsar__sample sample = {.unit = unit, .team = team, .range = range, .seconds = seconds};
    ctsar__backoff_note(&backoff, &sample, (double)ctsar__range_len(range));
}

/* In which the core executes so many iterations, and both take so long. */
static void pass(long core, double seconds)
{
    assert_int_equal(ctsar__backoff_begin(&backoff, N, team), CTSAR_OK);
    note(CORE, (ctsar__range){0, core}, seconds);
    note(ACC, (ctsar__range){core, N}, seconds);
    ctsar__backoff_end_queue(&backoff, &sched, N, team, NULL);
}

static bool has_any(int unit)
{
    return ctsar__standing_allows(&backoff, team, unit, N) == LONG_MAX;
}

/* Passes on both until the accelerator is to have one alone. */
static void pass_until_alone(void)
{
    for (int i = 0; i < 100 && has_any(CORE); i++)
        pass(N / 20, 1.6e-3);
    assert_false(has_any(CORE));
}

/* Policies may have a core execute what is left when an accelerator no longer asks. */
static void what_an_accelerator_leaves_belongs_to_its_passes(void **state)
{
    (void)state;
    pass_until_alone();
    assert_int_equal(sched.stats.cores_out, 0);
    pass(LEFT, 1e-3);
    assert_int_equal(sched.stats.cores_out, 1);
    assert_false(has_any(CORE));
}

static void cores_are_back_when_passes_without_them_become_longer(void **state)
{
    (void)state;
    for (int left = 0; left <= LEFT; left++) {
        end(state);
        begin(state);
        pass_until_alone();
        for (int i = 0; i < 10; i++)
            pass(0, 1e-3);
        assert_false(has_any(CORE));
        for (int i = 0; i < 10 && !has_any(CORE); i++)
            pass(left, 3e-3);
        assert_true(has_any(CORE));
    }
}

static void no_pass_is_that_of_an_accelerator_that_is_left_out(void **state)
{
    (void)state;
    pass_until_alone();
    ctsar__backoff_hold(&backoff, &sched, team, ACC);
    ctsar__compare_settle(&backoff, team);
    assert_true(has_any(CORE));
    assert_false(has_any(ACC));
}

/* As where memory is touched for the first time: the fourth one is the first that is shorter than
 * one on the core. */
static void passes_that_are_getting_shorter_are_not_given_up(void **state)
{
    (void)state;
    const double seconds[] = {3e-3, 1.6e-3, 1.6e-3, 0.95e-3};
    for (int i = 0; i < 4; i++) {
        pass(N / 2, seconds[i]);
        backoff.compared.cores.pace = 1e-3 / N;
        backoff.compared.cores.since = 0; /* no other comparison is due */
    }
    assert_true(has_any(ACC));
    for (int i = 0; i < 20; i++)
        pass(N / 2, 0.95e-3);
    assert_int_equal(sched.stats.backoffs, 0);
    for (int i = 0; i < 20 && sched.stats.backoffs == 0; i++)
        pass(N / 2, 1.6e-3);
    assert_int_equal(sched.stats.backoffs, 1);
}

/* So that threads need not serve it then; one length alone does not come in turn with others. */
static void the_first_pass_of_cores_alone_leaves_accelerators_out(void **state)
{
    (void)state;
    for (int i = 0; i < 100 && backoff.compared.only != CTSAR__ONLY_CORES; i++)
        pass(N - N / 10, 1e-3);
    assert_int_equal(backoff.compared.only, CTSAR__ONLY_CORES);
    assert_true(backoff.left_out[0]);
}

/* It would sit the comparison out, which would count as a probe that failed; or take part in it. */
static void a_probe_waits_until_a_comparison_is_over(void **state)
{
    (void)state;
    ctsar__standing *e = NULL;
    pass(N / 20, 1.6e-3);
    ctsar__backoff_hold(&backoff, &sched, team, ACC);
    for (int comparing = 1; comparing >= 0; comparing--) {
        backoff.compared.only = comparing ? CTSAR__ONLY_CORES : CTSAR__ANYBODY;
        e = ctsar__standing_of(&backoff, team, ACC);
        e->idle = true;
        e->wait = 0;
        e->rest = 0;
        ctsar__probe_the_idle(
            &backoff, &sched,
            &(ctsar__backoff_view){
                .team = team, .part = {0, N}, .o = backoff.o, .p = backoff.p, .seconds = 1.6e-3});
        assert_int_equal(e->probe > 0, !comparing);
        assert_true(ctsar__backoff_tries(&backoff, team));
    }
    assert_int_equal(e->failed, 0);
    assert_int_equal(sched.stats.probes, 1);
}

/* As where its data have to be fetched for it. */
static void a_probe_of_who_is_to_be_tried_again_keeps_to_its_budget(void **state)
{
    (void)state;
    pass(N / 2, 1e-3);
    ctsar__backoff_hold(&backoff, &sched, team, ACC);
    ctsar__standing *e = ctsar__standing_of(&backoff, team, ACC);
    *e = (ctsar__standing){
        .out = true, .idle = true, .measured = true, .failed = 3, .wait = 9, .rest = 0.5};
    backoff.compared.factor = 2;
    backoff.compared.were = 0.5e-3 / N; /* so passes without it have become longer */
    assert_int_equal(ctsar__backoff_begin(&backoff, N, team), CTSAR_OK);
    note(CORE, (ctsar__range){0, N}, 1e-3);
    backoff.lived = 1e-3;
    ctsar__compare(
        &backoff, &sched,
        &(ctsar__backoff_view){
            .team = team, .part = {0, N}, .o = backoff.o, .p = backoff.p, .seconds = 1e-3});
    assert_true(backoff.compared.factor == 1 && e->wait == 0 && e->failed == 0);
    assert_true(e->rest == 0.5);
}

static void passes_are_counted_for_as_long_as_a_program_lives(void **state)
{
    (void)state;
    ctsar__compared *c = &backoff.compared;
    pass(N / 20, 1.6e-3);
    c->passes = c->cores.since = c->accelerators.since = INT_MAX;
    pass(N / 20, 1.6e-3);
    assert_true(c->passes > INT_MAX && c->cores.since > INT_MAX);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(what_an_accelerator_leaves_belongs_to_its_passes),
        TEST(cores_are_back_when_passes_without_them_become_longer),
        TEST(no_pass_is_that_of_an_accelerator_that_is_left_out),
        TEST(passes_that_are_getting_shorter_are_not_given_up),
        TEST(the_first_pass_of_cores_alone_leaves_accelerators_out),
        TEST(a_probe_waits_until_a_comparison_is_over),
        TEST(a_probe_of_who_is_to_be_tried_again_keeps_to_its_budget),
        TEST(passes_are_counted_for_as_long_as_a_program_lives),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What keeps a region from the sum of its units' speeds: each cause, in passes that are made up.  A
 * core and an accelerator, emu0, compute an iteration a second each, so a pass of 100 takes 50 s.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "observe/report_table.h"
#include "observe/shortfall.h"

/* ---- Passes, made up ------------------------------------------------------------------- */

static ctsar__region_stats *region_new(void)
{
    static const char *const accelerators[] = {"emu0"};
    ctsar__region_stats *r = calloc(1, sizeof *r);
    strcpy(r->name, "loop");
    strcpy(r->policy, "auto");
    if (ctsar__stats_reserve(r, 1, 1, accelerators))
        abort();
    return r;
}

static void region_free(ctsar__region_stats *r)
{
    ctsar__stats_free(r);
    free(r);
}

static const ctsar__unit_times half = {.turns = 1, .work = 50, .busy = 50};

static void timed_pass(ctsar__region_stats *r, double seconds, bool probing, double deciding,
                       ctsar__unit_times core, ctsar__unit_times accelerator)
{
    ctsar__unit_times times[] = {core, accelerator};
    const ctsar__pass_record p = {.n = 100,
                                  .seconds = seconds,
                                  .cores = 1,
                                  .iterations = (long[]){1, 1},
                                  .times = times,
                                  .probing = probing,
                                  .deciding = deciding};
    ctsar__stats_timed_pass(r, &p);
    r->passes++;
    r->seconds += seconds;
}

static void balanced_passes(ctsar__region_stats *r, int passes)
{
    for (int i = 0; i < passes; ++i)
        timed_pass(r, 50, false, 0, half, half);
}

/* A comparison: the core does all of the pass, in so many seconds. */
static void core_alone(ctsar__region_stats *r, double seconds, bool compared)
{
    const ctsar__unit_times all = {.turns = 1, .work = 100, .busy = seconds};
    timed_pass(r, seconds, compared, 0, all, (ctsar__unit_times){.waiting = seconds});
}

/* ---- What is found ------------------------------------------------------------------------ */

static bool close_to(double a, double b)
{
    return fabs(a - b) <= 1e-9 * (fabs(a) + fabs(b)) + 1e-9;
}

/* The only loss of the region, of so many seconds. */
static void assert_lost(const ctsar__region_stats *r, ctsar__loss kind, double seconds)
{
    ctsar__shortfall s;
    double sum = 0;
    assert_true(ctsar__shortfall_of(r, &s));
    for (int i = 0; i < CTSAR__LOST_KINDS; ++i) {
        assert_true(close_to(s.lost[i], i == (int)kind ? seconds : 0));
        sum += s.lost[i];
    }
    assert_true(close_to(s.bound + sum, s.measured));
    ctsar__shortfall_free(&s);
}

/* What the table says of the region's loss, or "". */
static char *line_of(ctsar__region_stats *r)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    ctsar__report_entry entry = {.live = r, .opened = 1};
    ctsar__report_table(out, &(ctsar__report_lists){.first = &entry});
    fclose(out);
    char *found = strstr(text, "add up to"), *end = found ? strchr(found, '\n') : NULL;
    char *line = found ? strndup(found - 33, (size_t)(end - found) + 33) : strdup("");
    free(text);
    return line;
}

static void assert_says(ctsar__region_stats *r, const char *expected)
{
    char *line = line_of(r);
    assert_string_equal(line, expected);
    free(line);
}

#define OF "of what its units' speeds add up to"

static void units_that_compute_all_the_time_lose_nothing(void **state)
{
    (void)state;
    ctsar__region_stats *r = region_new();
    balanced_passes(r, 4);
    assert_lost(r, CTSAR__LOST_imbalance, 0);
    assert_says(r, "");
    region_free(r);
}

static void a_comparison_is_a_trial(void **state)
{
    (void)state;
    ctsar__region_stats *r = region_new();
    balanced_passes(r, 6);
    core_alone(r, 100, true);
    r->sched.comparisons = 1;
    assert_lost(r, CTSAR__LOST_trials, 50);
    assert_says(r, "  0.88 " OF ": 12 % trials (0 probes, 1 comparison)");
    region_free(r);
}

static void what_no_kernel_hides_is_copies_and_the_rest_is_none(void **state)
{
    (void)state;
    ctsar__region_stats *r = region_new();
    const ctsar__unit_times slow = {
        .turns = 1, .work = 40, .busy = 60, .copying = 30, .hidden = 10, .loose = 30};
    const ctsar__unit_times core = {.turns = 1, .work = 60, .busy = 60};
    for (int i = 0; i < 4; ++i)
        timed_pass(r, 60, false, 0, core, slow);
    assert_lost(r, CTSAR__LOST_copies, 4 * 10);
    assert_says(r, "  0.83 " OF ": 17 % copies that no kernel hides");
    region_free(r);
}

static void copies_that_will_not_come_again_are_told_apart(void **state)
{
    (void)state;
    ctsar__region_stats *r = region_new();
    const ctsar__unit_times fetching = {
        .turns = 1, .work = 50, .busy = 80, .copying = 30, .once = 30};
    timed_pass(r, 80, false, 0, (ctsar__unit_times){.turns = 1, .work = 50, .busy = 50}, fetching);
    balanced_passes(r, 3);
    ctsar__shortfall s;
    assert_true(ctsar__shortfall_of(r, &s));
    assert_true(close_to(s.lost[CTSAR__LOST_fetches], 15));
    assert_true(close_to(s.lost[CTSAR__LOST_first_passes], 15)); /* the core's waiting */
    assert_true(close_to(s.lost[CTSAR__LOST_copies], 0));
    ctsar__shortfall_free(&s);
    region_free(r);
}

static void copies_that_come_again_are_none_that_come_once(void **state)
{
    (void)state;
    ctsar__region_stats *r = region_new();
    const ctsar__unit_times halo = {.turns = 1, .work = 40, .busy = 60, .copying = 20, .once = 20};
    for (int i = 0; i < 4; ++i)
        timed_pass(r, 60, false, 0, (ctsar__unit_times){.turns = 1, .work = 60, .busy = 60}, halo);
    assert_lost(r, CTSAR__LOST_copies, 4 * 10);
    region_free(r);
}

static void who_ends_last_is_waited_for(void **state)
{
    (void)state;
    ctsar__region_stats *r = region_new();
    const ctsar__unit_times less = {.turns = 1, .work = 40, .busy = 40, .waiting = 20};
    for (int i = 0; i < 4; ++i)
        timed_pass(r, 60, false, 0, (ctsar__unit_times){.turns = 1, .work = 60, .busy = 60}, less);
    assert_lost(r, CTSAR__LOST_imbalance, 4 * 10);
    assert_says(r, "  0.83 " OF ": 17 % waiting for the unit that ends last");
    region_free(r);
}

static void a_unit_without_a_part_is_named(void **state)
{
    (void)state;
    ctsar__region_stats *r = region_new();
    core_alone(r, 100, false);
    balanced_passes(r, 1);
    core_alone(r, 100, false);
    core_alone(r, 100, false);
    assert_lost(r, CTSAR__LOST_left_out, 3 * 50);
    assert_says(r, "  0.57 " OF ": 43 % units without a part (emu0 most)");
    region_free(r);
}

static void a_unit_that_would_gain_nothing_is_not_counted_on(void **state)
{
    (void)state;
    ctsar__region_stats *r = region_new();
    const ctsar__unit_times useless = {.turns = 1, .work = 0.01, .busy = 106, .fixed = 105};
    core_alone(r, 100, false);
    timed_pass(r, 106, true, 0,
               (ctsar__unit_times){.turns = 1, .work = 100, .busy = 100, .waiting = 6}, useless);
    core_alone(r, 100, false);
    ctsar__shortfall s;
    assert_true(ctsar__shortfall_of(r, &s));
    assert_true(fabs(s.bound - 300) < 0.1);
    assert_true(fabs(s.lost[CTSAR__LOST_trials] - 6) < 0.1);
    assert_says(r, "");
    ctsar__shortfall_free(&s);
    region_free(r);
}

static void a_core_that_is_faster_alone_is_slower_beside_others(void **state)
{
    (void)state;
    ctsar__region_stats *r = region_new();
    balanced_passes(r, 8);
    core_alone(r, 50, true);
    ctsar__shortfall s;
    assert_true(ctsar__shortfall_of(r, &s));
    assert_true(close_to(s.bound, 300)); /* nine passes of 100 at 2 + 1 a second */
    assert_true(close_to(s.lost[CTSAR__LOST_slower], 8 * 2. / 3 * 25));
    assert_true(close_to(s.lost[CTSAR__LOST_trials], 50. / 3));
    assert_true(close_to(s.measured, 450));
    ctsar__shortfall_free(&s);
    region_free(r);
}

static void first_passes_are_those_that_take_longer_than_later_ones(void **state)
{
    (void)state;
    ctsar__region_stats *r = region_new();
    core_alone(r, 100, false);
    timed_pass(r, 60, false, 0, (ctsar__unit_times){.turns = 1, .work = 60, .busy = 60},
               (ctsar__unit_times){.turns = 1, .work = 40, .busy = 40, .waiting = 20});
    balanced_passes(r, 6);
    assert_lost(r, CTSAR__LOST_first_passes, 60);
    assert_says(r, "  0.87 " OF ": 13 % learning in first passes (2)");
    region_free(r);
}

static void each_of_the_regions_that_are_merged_has_first_passes(void **state)
{
    (void)state;
    ctsar__region_stats *r = region_new();
    for (int i = 0; i < 3; ++i) {
        ctsar__region_stats *one = region_new();
        core_alone(one, 100, false);
        balanced_passes(one, 6);
        ctsar__stats_merge(r, one);
        region_free(one);
    }
    assert_lost(r, CTSAR__LOST_first_passes, 3 * 50);
    region_free(r);
}

static void what_the_scheduler_takes_between_passes_is_lost_too(void **state)
{
    (void)state;
    ctsar__region_stats *r = region_new();
    for (int i = 0; i < 4; ++i)
        timed_pass(r, 50, false, 10, half, half);
    assert_lost(r, CTSAR__LOST_scheduler, 40);
    assert_says(r, "  0.83 " OF ": 17 % the scheduler's decisions");
    region_free(r);
}

static void launches_and_waiting_before_them_stand_in_order_of_their_sizes(void **state)
{
    (void)state;
    ctsar__region_stats *r = region_new();
    const ctsar__unit_times core = {.turns = 1, .work = 60, .busy = 60};
    const ctsar__unit_times late = {.turns = 1, .work = 40, .busy = 45, .fixed = 5};
    for (int i = 0; i < 4; ++i)
        timed_pass(r, 60, false, 0, core, late);
    assert_says(r, "  0.83 " OF ": 12 % waiting before and between ranges, 4 % launches");
    region_free(r);
}

static void causes_of_one_size_are_all_named(void **state)
{
    (void)state;
    ctsar__region_stats *r = region_new();
    const ctsar__unit_times core = {.turns = 1, .work = 60, .busy = 60};
    const ctsar__unit_times late = {.turns = 1, .work = 40, .busy = 50, .fixed = 10};
    for (int i = 0; i < 4; ++i)
        timed_pass(r, 60, false, 0, core, late);
    assert_says(r, "  0.83 " OF ": 8 % waiting before and between ranges, 8 % launches");
    region_free(r);
}

static void passes_up_to_the_last_one_of_a_unit_that_is_gone_do_not_count(void **state)
{
    (void)state;
    ctsar__region_stats *r = region_new();
    core_alone(r, 100, false);
    balanced_passes(r, 1);
    core_alone(r, 100, false);
    strcpy(r->unit[1].gone, "it has failed");
    ctsar__shortfall s;
    assert_true(ctsar__shortfall_of(r, &s));
    assert_int_equal(s.from, 2);
    assert_int_equal(s.passes, 1);
    assert_true(close_to(s.bound, 100) && close_to(s.measured, 100));
    ctsar__shortfall_free(&s);
    region_free(r);
}

static void of_a_region_without_times_nothing_is_known(void **state)
{
    (void)state;
    ctsar__region_stats *r = region_new();
    ctsar__shortfall s;
    assert_false(ctsar__shortfall_of(r, &s));
    ctsar__shortfall_free(&s);
    ctsar__stats_pass(r, 100, 50, 1, (const long[]){100, 0});
    assert_false(ctsar__shortfall_of(r, &s));
    ctsar__shortfall_free(&s);
    assert_says(r, "");
    region_free(r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(units_that_compute_all_the_time_lose_nothing),
        cmocka_unit_test(a_comparison_is_a_trial),
        cmocka_unit_test(what_no_kernel_hides_is_copies_and_the_rest_is_none),
        cmocka_unit_test(copies_that_will_not_come_again_are_told_apart),
        cmocka_unit_test(copies_that_come_again_are_none_that_come_once),
        cmocka_unit_test(who_ends_last_is_waited_for),
        cmocka_unit_test(a_unit_without_a_part_is_named),
        cmocka_unit_test(a_unit_that_would_gain_nothing_is_not_counted_on),
        cmocka_unit_test(a_core_that_is_faster_alone_is_slower_beside_others),
        cmocka_unit_test(first_passes_are_those_that_take_longer_than_later_ones),
        cmocka_unit_test(each_of_the_regions_that_are_merged_has_first_passes),
        cmocka_unit_test(what_the_scheduler_takes_between_passes_is_lost_too),
        cmocka_unit_test(launches_and_waiting_before_them_stand_in_order_of_their_sizes),
        cmocka_unit_test(causes_of_one_size_are_all_named),
        cmocka_unit_test(passes_up_to_the_last_one_of_a_unit_that_is_gone_do_not_count),
        cmocka_unit_test(of_a_region_without_times_nothing_is_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

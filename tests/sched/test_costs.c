/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "machine/speed.h"
#include "sched/costs.h"

static const ctsar__costs *found = &ctsar__costs_found;

static void a_machine_up_to_twice_as_fast_or_slow_has_the_costs_found(void **state)
{
    (void)state;
    for (int ns = 30; ns <= 100; ns += 5) {
        ctsar__costs c = ctsar__costs_of(ns * 1e-9, found->look);
        assert_memory_equal(&c, found, sizeof c);
    }
}

static void on_a_slower_machine_the_library_s_work_costs_more_and_waiting_does_not(void **state)
{
    (void)state;
    ctsar__costs slow = ctsar__costs_of(1.1e-6, 2 * found->look);
    assert_true(fabs(slow.decide / found->decide - 10) < 1e-9);
    assert_true(fabs(slow.claim / found->claim - 10) < 1e-9);
    assert_true(slow.wait_cores == found->wait_cores && slow.look == 2 * found->look);
    assert_true(fabs(slow.task_brief / found->task_brief - 10) < 1e-9);
    assert_true(slow.task_wait == found->task_wait);
    ctsar__costs fast = ctsar__costs_of(11e-9, found->look);
    assert_true(fabs(fast.hand_out / found->hand_out - .4) < 1e-9);
}

static void what_cannot_have_been_measured_changes_nothing(void **state)
{
    (void)state;
    ctsar__costs c = ctsar__costs_of(0, 0);
    assert_memory_equal(&c, found, sizeof c);
}

static void a_cost_is_found_by_its_name(void **state)
{
    (void)state;
    ctsar__costs c = *found;
    *ctsar__costs_named(&c, "least_piece") *= 2;
    assert_true(c.least_piece == 2 * found->least_piece);
    assert_null(ctsar__costs_named(&c, "least_pieces"));
    assert_non_null(strstr(ctsar__costs_names(), "short_pass"));
}

static void what_is_measured_is_a_time(void **state)
{
    (void)state;
    double hand_out, look;
    ctsar__speed_measure(&hand_out, &look);
    assert_true(hand_out > 0 && isfinite(hand_out) && look > 0 && isfinite(look));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_machine_up_to_twice_as_fast_or_slow_has_the_costs_found),
        cmocka_unit_test(on_a_slower_machine_the_library_s_work_costs_more_and_waiting_does_not),
        cmocka_unit_test(what_cannot_have_been_measured_changes_nothing),
        cmocka_unit_test(a_cost_is_found_by_its_name),
        cmocka_unit_test(what_is_measured_is_a_time),
    };
    return cmocka_run_group_tests_name("costs", tests, NULL, NULL);
}

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The first pass where default times are guesses. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <limits.h>

#include "machine.h"

enum { MOST = 5000, ACC = 2 /* the accelerator's number */ };
static unsigned char done[MOST];

static const ctsar__sched_ops *const splitting[] = {&ctsar__policy_adaptive, &ctsar__policy_quick,
                                                    &ctsar__policy_split};
enum { SPLITTING = sizeof splitting / sizeof *splitting };
static const ctsar__sched_ops *const handing_out[] = {
    &ctsar__policy_chunk, &ctsar__policy_chunk_static, &ctsar__policy_chunk_dynamic,
    &ctsar__policy_hybrid};
enum { HANDING_OUT = sizeof handing_out / sizeof *handing_out };

/* Two cores at 1 us per iteration, and an accelerator of this p and overhead, in seconds, that is
 * taken for eight cores. */
static machine two_cores_and(double p, double o)
{
    return (machine){.team = {2, 1},
                     .p = {1e-6, 1e-6, p},
                     .o = {0, 0, o},
                     .time = {1e-6 / 8, 1e-6},
                     .overhead = {o, 0},
                     .guessed = true};
}

static void each_iteration_is_executed_once(void **state)
{
    (void)state;
    static const long lengths[] = {1, 7, 8, 9, 99, 100, 101, 199, 201, 1000, MOST};
    for (int i = 0; i < SPLITTING; i++)
        for (size_t k = 0; k < sizeof lengths / sizeof *lengths; k++) {
            random_state r = {k};
            machine m = draw_machine(&r, 8);
            m.guessed = true;
            ctsar__sched *s = make_policy(splitting[i], &m);
            for (int pass = 0; pass < 4; pass++)
                assert_true(play_pass(s, &m, lengths[k], NULL, NULL, done).covered);
            ctsar__sched_destroy(s);
        }
}

static void a_first_pass_that_fails_leaves_nothing_behind(void **state)
{
    (void)state;
    for (int i = 0; i < SPLITTING; i++)
        for (int rounds = 1; rounds < 3; rounds++) {
            machine m = two_cores_and(1e-6, 1e-6);
            ctsar__sched *s = make_policy(splitting[i], &m);
            for (int k = 0; k < rounds; k++) {
                played t = {0};
                play_split(s, &m, MOST, NULL, NULL, &t, NULL);
                assert_true(ctsar__sched_end(s, MOST, m.team));
            }
            ctsar__sched_abandon(s);
            for (int pass = 0; pass < 3; pass++)
                assert_true(play_pass(s, &m, MOST, NULL, NULL, done).covered);
            ctsar__sched_destroy(s);
        }
}

/* As where an accelerator fails in it, and others execute its range: of that policies are not told.
 */
static void a_first_pass_may_tell_nothing(void **state)
{
    (void)state;
    for (int i = 0; i < SPLITTING; i++)
        for (int cores = 0; cores < 3; cores++) {
            machine m = two_cores_and(1e-6, 1e-6);
            m.team.cores = cores;
            ctsar__sched *s = make_policy(splitting[i], &m);
            for (int rounds = 0; ctsar__sched_end(s, MOST, m.team); rounds++)
                assert_true(rounds < 50);
            m.team.cores = 2;
            for (int pass = 0; pass < 3; pass++)
                assert_true(play_pass(s, &m, MOST, NULL, NULL, done).covered);
            ctsar__sched_destroy(s);
        }
}

static void a_slow_accelerator_costs_the_first_pass_little(void **state)
{
    (void)state;
    for (int i = 0; i < SPLITTING; i++) {
        machine m = two_cores_and(10e-6, 20e-6);
        ctsar__sched *s = make_policy(splitting[i], &m);
        assert_true(play_pass(s, &m, MOST, NULL, NULL, done).seconds < 1.3 * MOST * 1e-6 / 2);
        ctsar__sched_destroy(s);
    }
}

static void a_fast_accelerator_is_used_in_the_first_pass(void **state)
{
    (void)state;
    for (int i = 0; i < SPLITTING; i++) {
        machine m = two_cores_and(1e-7, 20e-6);
        ctsar__sched *s = make_policy(splitting[i], &m);
        assert_true(play_pass(s, &m, MOST, NULL, NULL, done).share[ACC] > MOST / 2);
        ctsar__sched_destroy(s);
    }
}

static void no_accelerator_is_touched_where_the_pass_is_shorter_than_its_overheads(void **state)
{
    (void)state;
    for (int i = 0; i < SPLITTING; i++) {
        machine m = two_cores_and(1e-7, 1e-3);
        ctsar__sched *s = make_policy(splitting[i], &m);
        assert_int_equal(play_pass(s, &m, MOST, NULL, NULL, done).share[ACC], 0);
        assert_true(s->backed_off[0]);
        ctsar__sched_destroy(s);
    }
}

static void what_is_stated_is_no_guess(void **state)
{
    (void)state;
    machine m = two_cores_and(1e-6 / 8, 0);
    m.guessed = false;
    ctsar__sched *s = make_policy(&ctsar__policy_adaptive, &m);
    assert_int_equal(play_pass(s, &m, MOST, NULL, NULL, done).share[ACC], MOST * 8 / 10);
    ctsar__sched_destroy(s);
}

/* ---- Pieces on demand ------------------------------------------------------------------- */

static void each_piece_is_handed_out_once_whatever_is_doubted(void **state)
{
    (void)state;
    for (int i = 0; i < HANDING_OUT; i++)
        for (unsigned long seed = 0; seed < 200; seed++) {
            random_state r = {seed};
            machine m = draw_machine(&r, 100);
            long n = (long)random_log(&r, 1, MOST);
            m.guessed = true;
            ctsar__sched *s = make_policy(handing_out[i], &m);
            for (int pass = 0; pass < 4; pass++)
                assert_true(play_pass(s, &m, n, NULL, NULL, done).covered);
            ctsar__sched_destroy(s);
        }
}

/* Taken for eight cores, it is a tenth of one, or its ranges last longer than the pass. */
static void an_accelerator_that_does_not_pay_costs_pieces_on_demand_little(void **state)
{
    (void)state;
    const machine slow = two_cores_and(10e-6, 20e-6), far = two_cores_and(1e-7, 50e-3);
    for (int i = 0; i < HANDING_OUT; i++)
        for (int k = 0; k < 2; k++) {
            const machine *m = k ? &far : &slow;
            ctsar__sched *s = make_policy(handing_out[i], m);
            for (int pass = 0; pass < 3; pass++)
                assert_true(play_pass(s, m, MOST, NULL, NULL, done).seconds <
                            1.1 * MOST * 1e-6 / 2);
            assert_int_equal(s->backed_off[0], k);
            ctsar__sched_destroy(s);
        }
}

/* ---- Accelerators that are not ready yet ------------------------------------------------ */

/* Whether the accelerator is late; the scheduler reads it. */
static bool late[1];
static long keeps[] = {LONG_MAX};
static ctsar__absent lateness = {.acc = late, .late = late, .most = keeps};

static void become(bool is_late)
{
    late[0] = is_late;
    lateness.version++;
}

/* A pass in which it becomes ready in the round after `rounds`; 0: it is. */
static played pass_with_one_ready_after(int rounds, ctsar__sched *s, const machine *m)
{
    played t = {.covered = true};
    bool more = true;
    memset(done, 0, MOST);
    for (; more; t.rounds++) {
        become(t.rounds < rounds);
        t.seconds += play_split(s, m, MOST, NULL, NULL, &t, done);
        become(t.rounds + 1 < rounds);
        more = ctsar__sched_end(s, MOST, m->team);
    }
    for (int i = 0; i < MOST; i++)
        t.covered = t.covered && done[i] == 1;
    return t;
}

static void who_is_late_joins_in_the_first_pass(void **state)
{
    (void)state;
    for (int i = 0; i < SPLITTING; i++)
        for (int rounds = 1; rounds < 6; rounds++) {
            machine m = two_cores_and(1e-7, 2e-6);
            m.absent = &lateness;
            ctsar__sched *s = make_policy(splitting[i], &m);
            played t = pass_with_one_ready_after(rounds, s, &m);
            assert_true(t.covered);
            assert_true(t.share[ACC] > MOST / 4);
            ctsar__sched_destroy(s);
        }
}

/* Which is a pass of the cores, or most of one. */
static void who_is_too_late_is_tried_before_it_gets_its_share(void **state)
{
    (void)state;
    for (int i = 0; i < SPLITTING; i++)
        for (int k = 0; k < 8; k++) {
            bool slow = k % 2;
            machine m = two_cores_and(slow ? 10e-6 : 1e-7, 2e-6);
            m.absent = &lateness;
            ctsar__sched *s = make_policy(splitting[i], &m);
            for (int pass = 0; pass < 5; pass++) {
                played t =
                    pass_with_one_ready_after(pass == 3 ? 1 + k / 2 : (pass < 3) * 1000, s, &m);
                assert_true(t.covered);
                assert_true(t.seconds < 1.3 * MOST * 1e-6 / 2);
                assert_true(pass < 4 || slow || t.share[ACC] > MOST / 2);
                pass += pass == 3 && late[0]; /* a pass of one round was too short */
            }
            ctsar__sched_destroy(s);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_iteration_is_executed_once),
        cmocka_unit_test(a_first_pass_that_fails_leaves_nothing_behind),
        cmocka_unit_test(a_first_pass_may_tell_nothing),
        cmocka_unit_test(a_slow_accelerator_costs_the_first_pass_little),
        cmocka_unit_test(a_fast_accelerator_is_used_in_the_first_pass),
        cmocka_unit_test(no_accelerator_is_touched_where_the_pass_is_shorter_than_its_overheads),
        cmocka_unit_test(what_is_stated_is_no_guess),
        cmocka_unit_test(each_piece_is_handed_out_once_whatever_is_doubted),
        cmocka_unit_test(an_accelerator_that_does_not_pay_costs_pieces_on_demand_little),
        cmocka_unit_test(who_is_late_joins_in_the_first_pass),
        cmocka_unit_test(who_is_too_late_is_tried_before_it_gets_its_share),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

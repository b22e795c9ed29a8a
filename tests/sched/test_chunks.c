/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The policies that hand out pieces (chunk, chunk_static, chunk_dynamic), and hybrid, which
 * begins so. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "machine.h"

enum { N = 4000 };
static unsigned char done[N];

/* Two cores at 4 ms and an accelerator at 1 ms per iteration. */
static machine small_machine(void)
{
    return (machine){
        .team = {2, 1}, .p = {4e-3, 4e-3, 1e-3}, .time = {1e-3, 4e-3}, .overhead = {0, 0}};
}

static ctsar__sched *make(const ctsar__sched_ops *ops, const machine *m, int div, long chunk)
{
    ctsar__sched *s;
    const ctsar__sched_env env = {.accs = m->team.accs,
                                  .time = m->time,
                                  .overhead = m->overhead,
                                  .div = div,
                                  .chunk = chunk,
                                  .exact = true};
    assert_int_equal(ctsar__sched_create(ops, &env, &s), CTSAR_OK);
    return s;
}

static void chunk_hands_out_pieces_of_one_size_from_the_front(void **state)
{
    (void)state;
    const struct {
        int div;
        long chunk, piece;
    } cases[] = {{0, 0, 10}, {80, 0, 50}, {80, 7, 7}, {3, 0, 1334}, {0, 9000, 9000}};
    for (int i = 0; i < 5; i++) {
        machine m = small_machine();
        ctsar__sched *s = make(&ctsar__policy_chunk, &m, cases[i].div, cases[i].chunk);
        ctsar__range range;
        long at = 0;
        assert_int_equal(ctsar__sched_begin(s, N, m.team), CTSAR_OK);
        assert_int_equal(s->shared_piece, cases[i].piece);
        for (int unit = 0; ctsar__sched_assign(s, unit, 0, &range); unit = (unit + 1) % 3) {
            long left = N - at;
            assert_int_equal(range.lo, at);
            assert_int_equal(ctsar__range_len(range),
                             left < cases[i].piece ? left : cases[i].piece);
            at = range.hi;
        }
        assert_int_equal(at, N);
        ctsar__sched_destroy(s);
    }
}

static void chunk_static_pieces_last_equally_long(void **state)
{
    (void)state;
    machine m = small_machine();
    ctsar__sched *s = make(&ctsar__policy_chunk_static, &m, 100, 0);
    ctsar__range core, acc;
    assert_int_equal(ctsar__sched_begin(s, 6000, m.team), CTSAR_OK);
    assert_int_equal(s->shared_piece, 0);
    assert_true(ctsar__sched_assign(s, 1, 0, &core));
    assert_true(ctsar__sched_assign(s, 2, 0, &acc));
    assert_int_equal(core.lo, 0); /* 60 on average: 30, 30 and 120 */
    assert_int_equal(core.hi, 30);
    assert_int_equal(acc.lo, 6000 - 120);
    assert_int_equal(acc.hi, 6000);
    ctsar__sched_destroy(s);
}

/* By its default time the accelerator is so fast that next to nothing would be left for the cores'
 * pieces. */
static void who_has_gone_does_not_make_the_others_pieces_small(void **state)
{
    (void)state;
    static const ctsar__sched_ops *const ops[] = {&ctsar__policy_chunk_static,
                                                  &ctsar__policy_chunk_dynamic};
    for (int i = 0; i < 2; i++) {
        const double time[] = {1e-15, 4e-3}, overhead[] = {0, 0};
        const ctsar__absent absent = {.version = 1, .acc = (bool[]){true}, .most = (long[]){0}};
        const ctsar__sched_env env = {
            .accs = 1, .time = time, .overhead = overhead, .div = 100, .absent = &absent};
        const ctsar__team team = {2, 1};
        ctsar__sched *s;
        ctsar__range range;
        assert_int_equal(ctsar__sched_create(ops[i], &env, &s), CTSAR_OK);
        assert_int_equal(ctsar__sched_begin(s, 6000, team), CTSAR_OK);
        assert_true(ctsar__sched_assign(s, 0, 0, &range));
        assert_int_equal(ctsar__range_len(range), 60);
        ctsar__sched_destroy(s);
    }
}

/* The cores are said to do nothing, and are the only ones that ask until the accelerator's first
 * piece is over. */
static void pieces_of_a_unit_that_is_taken_for_slow_are_no_dust(void **state)
{
    (void)state;
    static const ctsar__sched_ops *const ops[] = {
        &ctsar__policy_chunk_static, &ctsar__policy_chunk_dynamic, &ctsar__policy_hybrid};
    enum { ASKS = 100 };
    const long n = 1L << 46;
    for (int i = 0; i < 3; i++) {
        machine m = small_machine();
        const ctsar__sched_env env = {
            .accs = 1, .time = m.time, .overhead = m.overhead, .has_ratio = true, .ratio = 1};
        ctsar__sched *s;
        ctsar__range range, acc;
        assert_int_equal(ctsar__sched_create(ops[i], &env, &s), CTSAR_OK);
        assert_int_equal(ctsar__sched_begin(s, n, m.team), CTSAR_OK);
        double now = 0;
        for (int k = 0; k < ASKS; k++) {
            bool given = ctsar__sched_assign(s, 0, now, &range);
            assert_true(given || k > 0);
            if (!given) /* better left to others */
                break;
            assert_true(k > 0 || ctsar__sched_assign(s, 2, 0, &acc));
            assert_true(ctsar__range_len(range) >= n / 1000001);
            double seconds = (double)ctsar__range_len(range) * 1e-6;
            now += seconds;
            ctsar__sched_complete(
                s, &(ctsar__sample){
                       .team = m.team, .unit = 0, .range = range, .seconds = seconds, .end = now});
        }
        ctsar__sched_destroy(s);
    }
}

static void chunk_dynamic_comes_within_two_per_cent_of_the_ideal(void **state)
{
    (void)state;
    random_state r = {1};
    for (int repeat = 0; repeat < 200; repeat++) {
        machine m = small_machine();
        m.team.cores = (int)random_long(&r, 2, 8);
        for (int u = 0; u <= m.team.cores; u++)
            m.p[u] = u < m.team.cores ? 1e-3 : random_log(&r, 1e-4, 1e-3);
        m.time[0] = m.p[m.team.cores] * random_log(&r, 0.3, 3);
        m.time[1] = 1e-3;
        ctsar__sched *s = make(&ctsar__policy_chunk_dynamic, &m, 0, 0);
        for (int pass = 0; pass < 4; pass++) {
            played t = play_pass(s, &m, N, NULL, NULL, done);
            assert_true(t.covered);
            assert_true(t.seconds <= ideal_time(&m, N) * 1.02);
        }
        ctsar__sched_destroy(s);
    }
}

/* An accelerator whose launches take as long as 100 iterations. */
static void chunk_dynamic_enlarges_pieces_that_do_not_pay(void **state)
{
    (void)state;
    machine m = small_machine();
    m.o[2] = 0.1;
    m.overhead[0] = 0.1;
    ctsar__sched *s = make(&ctsar__policy_chunk_dynamic, &m, 0, 0);
    play_pass(s, &m, N, NULL, NULL, done);
    long before = s->stats.chunks;
    play_pass(s, &m, N, NULL, NULL, done);
    ctsar__sched *fixed = make(&ctsar__policy_chunk_static, &m, 0, 0);
    double least = play_pass(fixed, &m, N, NULL, NULL, done).seconds;
    assert_true(s->stats.chunks - before < fixed->stats.chunks);
    assert_true(play_pass(s, &m, N, NULL, NULL, done).seconds < least);
    ctsar__sched_destroy(s);
    ctsar__sched_destroy(fixed);
}

/* ---- hybrid ----------------------------------------------------------------------- */

static double cost_of(long lo, long hi) /* n - i, mean 1 */
{
    double last = (double)(2 * N - lo - hi);
    return (double)(hi - lo) * last / N;
}

static double triangular(const machine *m, int u, ctsar__range range, random_state *r)
{
    (void)r;
    return m->o[u] + m->p[u] * cost_of(range.lo, range.hi);
}

static void hybrid_learns_the_cost_in_its_first_pass(void **state)
{
    (void)state;
    machine m = small_machine();
    ctsar__sched *s = make(&ctsar__policy_hybrid, &m, 0, 0);
    assert_int_equal(s->mode, CTSAR__QUEUE);
    played t = play_pass(s, &m, N, triangular, NULL, done);
    assert_true(t.covered);
    assert_int_equal(s->mode, CTSAR__SPLIT);
    assert_true(s->stats.chunks >= 3 * 32);
    for (int pass = 0; pass < 5; pass++) {
        ctsar__split split = {0};
        assert_int_equal(ctsar__sched_split(s, N, m.team, &split), CTSAR_OK);
        double longest = 0;
        for (int u = 0; u < 3; u++)
            longest = fmax(longest, triangular(&m, u, ctsar__split_range(&split, u), NULL));
        assert_true(longest < 1.05 * N / (2 / 4e-3 + 1 / 1e-3));
        ctsar__split_free(&split);
        assert_true(play_pass(s, &m, N, triangular, NULL, done).covered);
    }
    ctsar__sched_destroy(s);
}

static void hybrid_trains_in_the_first_pass_that_is_not_empty(void **state)
{
    (void)state;
    machine m = small_machine();
    ctsar__sched *s = make(&ctsar__policy_hybrid, &m, 0, 0);
    play_pass(s, &m, 0, NULL, NULL, done);
    assert_int_equal(s->mode, CTSAR__QUEUE);
    play_pass(s, &m, 1, NULL, NULL, done);
    assert_int_equal(s->mode, CTSAR__SPLIT);
    ctsar__sched_destroy(s);
}

/* What was learned of one loop says nothing about a loop over fewer iterations. */
static void hybrid_splits_another_n_evenly(void **state)
{
    (void)state;
    machine m = small_machine();
    ctsar__sched *s = make(&ctsar__policy_hybrid, &m, 0, 0);
    play_pass(s, &m, N, triangular, NULL, done);
    ctsar__split split = {0};
    assert_int_equal(ctsar__sched_split(s, N / 2, m.team, &split), CTSAR_OK);
    assert_null(ctsar__split_check(&split, 0, N / 2));
    long acc = ctsar__range_len(ctsar__split_range(&split, 2));
    assert_true(acc > N * 0.3 && acc < N * 0.365);
    ctsar__split_free(&split);
    ctsar__sched_destroy(s);
}

static void chunk_policies_say_what_units_took(void **state)
{
    (void)state;
    const ctsar__sched_ops *const ops[] = {&ctsar__policy_chunk, &ctsar__policy_chunk_static,
                                           &ctsar__policy_chunk_dynamic};
    for (int i = 0; i < 3; i++) {
        machine m = small_machine();
        ctsar__measured known[2];
        m.o[0] = m.o[1] = 1e-3;
        m.o[2] = 2e-3;
        ctsar__sched *s = make(ops[i], &m, 0, 0);
        ctsar__sched_times(s, known);
        assert_int_equal(known[0].ranges, 0);
        for (int pass = 0; pass < 3; pass++)
            play_pass(s, &m, N, NULL, NULL, done);
        ctsar__sched_times(s, known);
        for (int unit = 0; unit < 2; unit++) {
            assert_true(known[unit].ranges > 0);
            assert_true(fabs(known[unit].time / m.p[unit ? 0 : 2] - 1) < 1e-6);
            assert_true(fabs(known[unit].overhead / m.o[unit ? 0 : 2] - 1) < 1e-6);
        }
        ctsar__sched_destroy(s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chunk_hands_out_pieces_of_one_size_from_the_front),
        cmocka_unit_test(chunk_static_pieces_last_equally_long),
        cmocka_unit_test(who_has_gone_does_not_make_the_others_pieces_small),
        cmocka_unit_test(pieces_of_a_unit_that_is_taken_for_slow_are_no_dust),
        cmocka_unit_test(chunk_dynamic_comes_within_two_per_cent_of_the_ideal),
        cmocka_unit_test(chunk_dynamic_enlarges_pieces_that_do_not_pay),
        cmocka_unit_test(hybrid_learns_the_cost_in_its_first_pass),
        cmocka_unit_test(hybrid_trains_in_the_first_pass_that_is_not_empty),
        cmocka_unit_test(hybrid_splits_another_n_evenly),
        cmocka_unit_test(chunk_policies_say_what_units_took),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

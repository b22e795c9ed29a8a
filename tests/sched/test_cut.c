/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What `auto` cuts from a range, against the plainest way to find it. */
#include <limits.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "sched/math/profile_fit.h"
#include "sched/policy/auto/queue.h"
#include "support/random.h"

static bool fits(const ctsar__auto_queue *q, ctsar__range from, long length,
                 const ctsar__auto_piece *piece)
{
    long lo = piece->back ? from.hi - length : from.lo;
    return length <= piece->most && ctsar__auto_work(q, lo, lo + length) <= piece->work &&
           ctsar__auto_surely(q, lo, lo + length) <= piece->sure;
}

/* By halves of the whole range, asking for everything each time. */
static long cut(const ctsar__auto_queue *q, ctsar__range from, const ctsar__auto_piece *piece)
{
    long length = 1, over = ctsar__range_len(from);
    if (fits(q, from, over, piece))
        return over;
    while (over - length > 1) {
        long mid = length + (over - length) / 2;
        *(fits(q, from, mid, piece) ? &length : &over) = mid;
    }
    return length;
}

static void cuts_the_same(const ctsar__auto_queue *q, ctsar__range from,
                          const ctsar__auto_piece *piece)
{
    ctsar__range left = from, got = ctsar__auto_cut(q, &left, piece);
    long length = cut(q, from, piece);
    assert_int_equal(ctsar__range_len(got), length);
    assert_int_equal(piece->back ? got.hi : got.lo, piece->back ? from.hi : from.lo);
    assert_int_equal(left.lo, piece->back ? from.lo : got.hi);
    assert_int_equal(left.hi, piece->back ? got.lo : from.hi);
    assert_int_equal(ctsar__auto_fits(q, from, piece), fits(q, from, 1, piece));
}

/* Of `all`: a part, or what a quotient may become. */
static double random_amount(random_state *r, double all)
{
    static const double odd[] = {INFINITY, INFINITY, 0, -1, -INFINITY, NAN};
    long which = random_long(r, 0, 11);
    if (which < 6)
        return odd[which];
    return all * random_unit(r) * (which < 9 ? 0.1 : 1.2);
}

static void train(ctsar__profile *f, long n, random_state *r)
{
    ctsar__profile_begin(f, n, (ctsar__team){2, 1}, 0);
    long step = n / random_long(r, 1, 100) + 1;
    for (long at = 0, hi; at < n; at = hi) {
        hi = at + random_long(r, 1, step);
        hi = hi < n ? hi : n;
        double each = random_unit(r) < 0.2 ? 1e-5 : 1e-6;
        ctsar__sample s = {.unit = (int)random_long(r, 0, 2),
                           .range = {at, hi},
                           .seconds = each * (0.1 + random_unit(r)) * (double)(hi - at)};
        ctsar__profile_add(f, &s);
    }
}

static void cut_often(const ctsar__auto_queue *q, random_state *r)
{
    for (int i = 0; i < 300; i++) {
        long lo = random_long(r, 0, q->n - 1), hi = random_long(r, lo + 1, q->n);
        double all = ctsar__auto_work(q, lo, hi);
        const ctsar__auto_piece piece = {.work = random_amount(r, all),
                                         .sure = random_amount(r, all),
                                         .most = i % 3 ? LONG_MAX : random_long(r, 1, q->n),
                                         .back = i % 2};
        cuts_the_same(q, (ctsar__range){lo, hi}, &piece);
    }
}

static void what_is_cut_is_what_halving_the_range_finds(void **state)
{
    (void)state;
    static const long most[] = {40, 4096, 1000000, 1L << 50};
    random_state r = {11};
    for (int repeat = 0; repeat < 100; repeat++) {
        ctsar__profile f = {0};
        long n = random_long(&r, 1, most[repeat % 4]);
        train(&f, n, &r);
        ctsar__auto_queue q = {.n = n, .team = f.team};
        q.cores = (ctsar__auto_scatters){.scale = 1, .squares = random_unit(&r)};
        cut_often(&q, &r);
        if (ctsar__profile_fit(&f)) {
            const ctsar__cost cost = ctsar__profile_cost(&f);
            q.cost = &cost;
            cut_often(&q, &r);
            q.profile = &f;
            cut_often(&q, &r);
        }
        ctsar__profile_free(&f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_cut_is_what_halving_the_range_finds),
    };
    return cmocka_run_group_tests_name("cut", tests, NULL, NULL);
}

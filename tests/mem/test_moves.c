/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What moving persisted data is said to cost, against what it does. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "device/pace.h"
#include "mem/moves.h"
#include "mem/window.h"
#include "support/accelerator.h"
#include "support/deliver.h"
#include "support/random.h"

enum { ROWS = 40, COLS = 8, ELEM = 4, LINE = COLS * ELEM, ACCS = 2, UNITS = 1 + ACCS, HOST = -1 };

static char host[ROWS * LINE];
static ctsar__device *device[ACCS];
static ctsar__arrays region;
static ctsar__moves moves;
static unsigned long pass;

static int setup(void **state)
{
    (void)state;
    for (int a = 0; a < ACCS; ++a) {
        device[a] = accelerator(SIZE_MAX);
        ctsar__pace_note(device[a], CTSAR__WAY_IN, 1 << 20, LATENCY + 0x1p20 / BANDWIDTH);
    }
    ctsar__arrays_init(&region, device, ACCS, CTSAR__CACHE_WRITEBACK);
    pass = 1;
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    int status = ctsar__arrays_flush(&region);
    ctsar__moves_free(&moves);
    assert_int_equal(ctsar__arrays_free(&region), CTSAR_OK);
    for (int a = 0; a < ACCS; ++a)
        device[a]->backend->close(device[a]);
    return status;
}

/* ROWS x COLS elements, of which the iteration selects the dimension `assoc`; -1: it needs all. */
static ctsar__shape shape_of(int assoc, size_t halo, unsigned flags)
{
    ctsar__shape s;
    ctsar_dim dim[2] = {{ROWS, assoc == 0, assoc == 0 ? halo : 0, assoc == 0 ? halo : 0},
                        {COLS, assoc == 1, assoc == 1 ? halo : 0, assoc == 1 ? halo : 0}};
    assert_int_equal(ctsar__shape_nd(ELEM, 2, dim, flags | CTSAR_MEM_PERSIST, false, &s), CTSAR_OK);
    return s;
}

static ctsar__values values(long lo, long hi)
{
    return (ctsar__values){lo, 1, hi - lo};
}

static ctsar__array *registered(const ctsar__shape *s)
{
    ctsar__array *a;
    assert_int_equal(ctsar__arrays_register(&region, host, s, pass, &a), CTSAR_OK);
    return a;
}

/* What the unit takes for the data of the values, if it reads them; then they are written there if
 * the shape says so. */
static double executed(const ctsar__shape *s, int acc, ctsar__values v)
{
    ctsar__array *a = registered(s);
    ctsar__device *d = acc < 0 ? NULL : device[acc];
    ctsar__traffic t = {0}, late = {0};
    void *base;
    assert_int_equal(ctsar__window_base(a, AT(acc, d), NULL, &base, &t), CTSAR_OK);
    assert_int_equal(ctsar__window_fetch(a, AT(acc, d), v, pass, &t), CTSAR_OK);
    assert_int_equal(deliver_window(a, AT(acc, d), v, &late), CTSAR_OK);
    return t.seconds;
}

static double priced(const ctsar__shape *s, int acc, ctsar__values v, bool whole)
{
    registered(s);
    assert_int_equal(ctsar__moves_take(&moves, &region, pass), CTSAR_OK);
    return ctsar__moves_seconds(&moves, acc, v, whole);
}

static bool alike(double a, double b)
{
    return fabs(a - b) <= 1e-9 * (1 + fabs(b));
}

/* What so many copies of so many bytes in all take. */
static bool costs(double seconds, int copies, size_t bytes)
{
    return alike(seconds, copies * LATENCY + (double)bytes / BANDWIDTH);
}

static void who_has_nothing_lacks_what_the_range_reads_with_its_halo(void **state)
{
    (void)state;
    ctsar__shape rows = shape_of(0, 2, CTSAR_MEM_INPUT);
    assert_true(costs(priced(&rows, 0, values(10, 20), true), 1, 14 * LINE));
    assert_true(costs(priced(&rows, 0, values(0, 5), true), 1, 7 * LINE)); /* cut at the end */
    assert_true(costs(priced(&rows, 0, values(7, 7), true), 0, 0));
    assert_true(costs(priced(&rows, HOST, values(0, ROWS), true), 0, 0));
}

static void columns_count_in_all_rows(void **state)
{
    (void)state;
    ctsar__shape cols = shape_of(1, 1, CTSAR_MEM_INPUT);
    assert_true(costs(priced(&cols, 1, values(2, 5), true), 1, (3 + 2) * ELEM * ROWS));
}

static void what_the_unit_has_costs_nothing(void **state)
{
    (void)state;
    ctsar__shape rows = shape_of(0, 0, CTSAR_MEM_INPUT);
    executed(&rows, 0, values(10, 20));
    executed(&rows, 0, values(25, 30));
    assert_true(costs(priced(&rows, 0, values(10, 20), true), 0, 0));
    assert_true(costs(priced(&rows, 0, values(12, 28), true), 1, 5 * LINE));
    assert_true(costs(priced(&rows, 0, values(5, 40), true), 3, (5 + 5 + 10) * LINE));
    assert_true(costs(priced(&rows, 0, values(7, 22), true), 2, (3 + 2) * LINE));
    assert_true(costs(priced(&rows, 1, values(10, 20), true), 1, 10 * LINE));
}

static void who_wrote_is_where_others_have_to_fetch(void **state)
{
    (void)state;
    ctsar__shape rows = shape_of(0, 0, CTSAR_MEM_INOUT);
    executed(&rows, 0, values(10, 20));
    executed(&rows, HOST, values(0, 10));
    assert_true(costs(priced(&rows, HOST, values(0, ROWS), true), 1, 10 * LINE));
    assert_true(costs(priced(&rows, 0, values(5, 15), true), 1, 5 * LINE));
    /* By way of the host where devices cannot reach each other: then each byte is copied twice. */
    bool direct = device[0]->backend->copy_peer;
    double peer = priced(&rows, 1, values(10, 20), true);
    assert_true(costs(peer, direct ? 1 : 2, (direct ? 1 : 2) * 10 * LINE));
    ctsar__shape out = shape_of(0, 0, CTSAR_MEM_OUTPUT);
    pass++;
    assert_true(costs(priced(&out, HOST, values(0, ROWS), true), 0, 0)); /* nobody reads it */
}

static void what_is_whole_costs_once(void **state)
{
    (void)state;
    ctsar__shape whole = shape_of(-1, 0, CTSAR_MEM_INPUT);
    assert_true(costs(priced(&whole, 0, values(3, 4), true), 1, sizeof host));
    assert_true(costs(priced(&whole, 0, values(3, 30), true), 1, sizeof host));
    assert_true(costs(priced(&whole, 0, values(3, 4), false), 0, 0));
    executed(&whole, 0, values(0, 1));
    assert_true(costs(priced(&whole, 0, values(3, 4), true), 0, 0));
}

static void only_what_the_pass_has_registered_counts(void **state)
{
    (void)state;
    ctsar__shape rows = shape_of(0, 0, CTSAR_MEM_INPUT);
    assert_false(ctsar__arrays_persist(&region, pass));
    registered(&rows);
    assert_true(ctsar__arrays_persist(&region, pass));
    pass++;
    assert_false(ctsar__arrays_persist(&region, pass));
    assert_int_equal(ctsar__moves_take(&moves, &region, pass), CTSAR_OK);
    assert_true(ctsar__moves_seconds(&moves, 0, values(0, ROWS), true) == 0);
}

static void another_association_moves_all(void **state)
{
    (void)state;
    ctsar__shape rows = shape_of(0, 0, CTSAR_MEM_INOUT), cols = shape_of(1, 0, CTSAR_MEM_INOUT);
    executed(&rows, 0, values(0, ROWS));
    pass++;
    assert_true(costs(priced(&cols, 0, values(0, COLS), true), 1, sizeof host));
}

static void without_a_copy_so_far_nothing_has_a_price(void **state)
{
    (void)state;
    ctsar__device fresh = {.copy_overhead = LATENCY};
    assert_true(ctsar__pace_per_byte(&fresh, CTSAR__WAY_OUT) == 0);
    ctsar__pace_note(&fresh, CTSAR__WAY_IN, 1000, LATENCY + 2000);
    assert_true(alike(ctsar__pace_per_byte(&fresh, CTSAR__WAY_IN), 2));
    assert_true(alike(ctsar__pace_per_byte(&fresh, CTSAR__WAY_OUT), 2));
    ctsar__pace_note(&fresh, CTSAR__WAY_OUT, 1000, LATENCY + 4000);
    assert_true(alike(ctsar__pace_per_byte(&fresh, CTSAR__WAY_IN), 2));
    assert_true(alike(ctsar__pace_per_byte(&fresh, CTSAR__WAY_OUT), 4));
}

static void a_copy_that_was_held_up_counts_for_little_once_others_were_faster(void **state)
{
    (void)state;
    ctsar__device fresh = {.copy_overhead = 1};
    ctsar__pace_note(&fresh, CTSAR__WAY_IN, 1000, 1 + 50000);
    for (int i = 0; i < 10; ++i)
        ctsar__pace_note(&fresh, CTSAR__WAY_IN, 1000, 1 + 2000);
    double pace = ctsar__pace_per_byte(&fresh, CTSAR__WAY_IN);
    assert_true(pace > 2 && pace < 2.1);
    ctsar__pace_note(&fresh, CTSAR__WAY_IN, 10, 1); /* the overhead is all of it */
    assert_true(ctsar__pace_per_byte(&fresh, CTSAR__WAY_IN) > 1.9);
}

/* Executes the unit's part of a pass, of which all longer and shorter ones were priced. */
static void check_range(const ctsar__shape *s, int acc, long lo, long hi)
{
    double said = 0;
    for (long end = lo; end <= hi; ++end) {
        double seconds = priced(s, acc, values(lo, end), true);
        assert_true(seconds >= said);
        said = seconds;
    }
    assert_true(alike(executed(s, acc, values(lo, hi)), said));
}

/* Passes that differ in halo, direction and split. */
static void random_passes(int assoc)
{
    static const unsigned flags[] = {CTSAR_MEM_INPUT, CTSAR_MEM_OUTPUT, CTSAR_MEM_INOUT};
    random_state r = {.x = 7};
    for (; pass < 500; ++pass) {
        long n = assoc ? COLS : ROWS, lo = 0;
        size_t halo = (size_t)random_long(&r, 0, 2);
        ctsar__shape s = shape_of(assoc, halo, flags[random_long(&r, 0, 2)]);
        for (int u = 0; u < UNITS; ++u) {
            long hi = u + 1 < UNITS ? random_long(&r, lo, n) : n;
            check_range(&s, u - 1, lo, hi);
            lo = hi;
        }
        assert_int_equal(ctsar__arrays_end_pass(&region, pass, &(ctsar__traffic){0}), CTSAR_OK);
    }
}

static void a_range_of_rows_takes_what_was_said(void **state)
{
    (void)state;
    random_passes(0);
}

static void a_range_of_columns_takes_what_was_said(void **state)
{
    (void)state;
    random_passes(1);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(who_has_nothing_lacks_what_the_range_reads_with_its_halo),
        TEST(columns_count_in_all_rows),
        TEST(what_the_unit_has_costs_nothing),
        TEST(who_wrote_is_where_others_have_to_fetch),
        TEST(what_is_whole_costs_once),
        TEST(only_what_the_pass_has_registered_counts),
        TEST(another_association_moves_all),
        TEST(without_a_copy_so_far_nothing_has_a_price),
        TEST(a_copy_that_was_held_up_counts_for_little_once_others_were_faster),
        TEST(a_range_of_rows_takes_what_was_said),
        TEST(a_range_of_columns_takes_what_was_said),
    };
    return cmocka_run_group_tests_name("moves", tests, NULL, NULL);
}

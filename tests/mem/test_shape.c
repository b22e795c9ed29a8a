/* SPDX-License-Identifier: BSD-3-Clause */
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "mem/shape.h"
#include "support/random.h"

enum {
    IN = CTSAR_MEM_INPUT,
    OUT = CTSAR_MEM_OUTPUT,
    INOUT = CTSAR_MEM_INOUT,
    ROWS = CTSAR_MEM_PARTIAL,
    COLS = CTSAR_MEM_PARTIAL_COL,
    PERSIST = CTSAR_MEM_PERSIST,
    PAD = CTSAR_MEM_PAD
};

typedef struct refusal {
    size_t elem, rows, cols, row_halo, col_halo;
    unsigned flags;
    bool pitch;
    int status;
    const char *says;
} refusal;

static const refusal refusals[] = {
    {0, 2, 3, 0, 0, IN, 0, CTSAR_EINVAL, "2 x 3 elements of 0 bytes; none may be 0"},
    {8, 0, 3, 0, 0, IN, 0, CTSAR_EINVAL, "0 x 3 elements of 8 bytes; none may be 0"},
    {8, 2, 0, 0, 0, IN, 0, CTSAR_EINVAL, "2 x 0 elements of 8 bytes; none may be 0"},
    {8, 2, 3, 0, 0, IN | 0x200, 0, CTSAR_EINVAL, "flags 0x201 have unknown bits, 0x200"},
    {8, 2, 3, 0, 0, IN | CTSAR_MEM_GAPS, 0, CTSAR_EINVAL, "GAPS with 0 associated dimensions"},
    {8, 2, 3, 0, 0, IN | ROWS | CTSAR_MEM_GAPS | CTSAR_MEM_PERSIST, 0, CTSAR_EINVAL,
     "GAPS with 1 associated dimensions and CTSAR_MEM_PERSIST"},
    {8, 2, 3, 0, 0, IN | CTSAR_MEM_CUT, 0, CTSAR_EINVAL, "CUT with 0 associated dimensions"},
    {8, 2, 3, 0, 0, IN | ROWS | COLS | CTSAR_MEM_CUT, 0, CTSAR_EINVAL,
     "CUT with 2 associated dimensions; it"},
    {8, 2, 3, 0, 0, IN | ROWS | CTSAR_MEM_CUT | CTSAR_MEM_PERSIST, 0, CTSAR_EINVAL,
     "CUT with 1 associated dimensions and CTSAR_MEM_PERSIST"},
    {8, 2, 3, 0, 0, IN | ROWS | CTSAR_MEM_CUT | CTSAR_MEM_GAPS, 0, CTSAR_EINVAL,
     "CUT with 1 associated dimensions and CTSAR_MEM_GAPS"},
    {8, 2, 3, 0, 0, 0x80000000u, 0, CTSAR_EINVAL, "unknown bits, 0x80000000"},
    {8, 2, 3, 0, 0, 0, 0, CTSAR_EINVAL, "flags 0 have no direction; add CTSAR_MEM_INPUT"},
    {8, 2, 3, 0, 0, ROWS, 0, CTSAR_EINVAL, "flags 0x4 have no direction"},
    {8, 2, 3, 0, 0, OUT, 0, CTSAR_EINVAL, "an output needs CTSAR_MEM_PARTIAL"},
    {8, 2, 3, 0, 0, INOUT, 0, CTSAR_EINVAL, "use ctsar_reg_reduc"},
    {8, 2, 3, 1, 0, IN, 0, CTSAR_EINVAL, "a halo of 1 below and 1 above in dimension 0 without"},
    {8, 2, 3, 0, 2, IN, 0, CTSAR_EINVAL, "a halo of 2 below and 2 above in dimension 1 without"},
    {8, 2, 3, 0, 0, IN | PAD, 0, CTSAR_EINVAL, "CTSAR_MEM_PAD needs a place to store the pitch"},
    {8, SIZE_MAX / 8 + 1, 1, 0, 0, IN | ROWS, 0, CTSAR_EOVERFLOW, "more than an address space"},
    {8, 1, SIZE_MAX / 8 + 1, 0, 0, IN, 0, CTSAR_EOVERFLOW, "more than an address space"},
    {SIZE_MAX, SIZE_MAX, SIZE_MAX, 0, 0, IN, 0, CTSAR_EOVERFLOW, "check the extents"},
    {1, (size_t)1 << 32, (size_t)1 << 32, 0, 0, IN, 0, CTSAR_EOVERFLOW, "check the extents"},
    {8, 2, 3, 0, 0, OUT | ROWS | COLS, 0, CTSAR_EINVAL, "associated in 2 dimensions"},
    {8, 2, 3, 0, 0, INOUT | ROWS | COLS, 1, CTSAR_EINVAL, "associate one dimension"},
    {8, 2, 3, 0, 0, OUT | PERSIST, 0, CTSAR_EINVAL, "an output needs"},
    {8, SIZE_MAX, 3, 0, 0, IN | PERSIST, 0, CTSAR_EOVERFLOW, "more than an address space"},
};

static void what_cannot_be_registered_is_refused_with_a_reason(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; ++i) {
        const refusal *r = &refusals[i];
        ctsar__shape shape;
        int status = ctsar__shape_2d(r->elem, r->rows, r->cols, r->row_halo, r->col_halo, r->flags,
                                     r->pitch, &shape);
        if (status != r->status || !strstr(ctsar__error_detail(), r->says))
            fail_msg("case %zu: status %d, \"%s\"; expected %d, \"%s\"", i, status,
                     ctsar__error_detail(), r->status, r->says);
    }
}

static void associated_rows_are_items_of_one_block(void **state)
{
    (void)state;
    ctsar__shape s;
    assert_int_equal(ctsar__shape_2d(8, 5, 7, 2, 0, INOUT | ROWS, true, &s), CTSAR_OK);
    ctsar__shape right = {.elem = 8,
                          .outer = 1,
                          .assoc = 5,
                          .inner = 56,
                          .row = 56,
                          .ndim = 2,
                          .extent = {5, 7},
                          .halo_below = 2,
                          .halo_above = 2,
                          .stride = 1,
                          .width = 1,
                          .flags = INOUT | ROWS};
    assert_true(ctsar__shape_equal(&s, &right));
    assert_int_equal(ctsar__shape_bytes(&s), 280);
    assert_false(ctsar__shape_whole(&s));
}

static void an_array_without_association_is_one_item(void **state)
{
    (void)state;
    ctsar__shape s;
    assert_int_equal(ctsar__shape_2d(4, 5, 7, 0, 0, IN, false, &s), CTSAR_OK);
    ctsar__shape right = {.elem = 4,
                          .outer = 1,
                          .assoc = 1,
                          .inner = 140,
                          .row = 28,
                          .ndim = 2,
                          .dim = 2,
                          .extent = {5, 7},
                          .stride = 1,
                          .width = 1,
                          .flags = IN};
    assert_true(ctsar__shape_equal(&s, &right));
    assert_int_equal(ctsar__shape_bytes(&s), 140);
    assert_true(ctsar__shape_whole(&s));
}

static void the_largest_array_that_size_t_can_count_is_accepted(void **state)
{
    (void)state;
    ctsar__shape s;
    assert_int_equal(ctsar__shape_2d(1, SIZE_MAX, 1, SIZE_MAX, 0, IN | ROWS, false, &s), CTSAR_OK);
    assert_true(ctsar__shape_bytes(&s) == SIZE_MAX);
    ctsar__items i = ctsar__shape_needs(&s, (ctsar__values){5, 1, 3});
    assert_true(i.lo == 0 && i.hi == SIZE_MAX); /* a halo that large must not wrap */
}

static void shapes_that_differ_in_anything_are_not_equal(void **state)
{
    (void)state;
    const ctsar__shape s = {.elem = 8,
                            .outer = 2,
                            .assoc = 3,
                            .inner = 24,
                            .halo_below = 1,
                            .halo_above = 1,
                            .flags = INOUT | ROWS,
                            .row = 24,
                            .packs = true,
                            .ndim = 3,
                            .dim = 1,
                            .stride = 1,
                            .width = 1,
                            .extent = {2, 3, 3}};
    ctsar__shape other[15];
    for (int i = 0; i < 15; ++i)
        other[i] = s;
    assert_true(ctsar__shape_equal(&s, &other[0]));
    other[0].elem = 4;
    other[1].outer = 1;
    other[2].assoc = 4;
    other[3].inner = 8;
    other[4].halo_below = 0;
    other[5].halo_above = 0;
    other[6].flags = IN | ROWS;
    other[7].row = 8;
    other[8].packs = false;
    other[9].ndim = 2;
    other[10].dim = 2;
    other[11].extent[1] = 4;
    other[12].stride = 2;
    other[13].offset = 1;
    other[14].width = 2;
    for (int i = 0; i < 15; ++i)
        assert_false(ctsar__shape_equal(&s, &other[i]) || ctsar__shape_equal(&other[i], &s));
}

static void values_are_covered_when_every_one_of_them_is_an_item(void **state)
{
    (void)state;
    const ctsar__shape rows = {.elem = 8,
                               .outer = 1,
                               .assoc = 10,
                               .inner = 8,
                               .stride = 1,
                               .width = 1,
                               .flags = IN | ROWS};
    const ctsar__shape whole = {.elem = 8, .outer = 1, .assoc = 1, .inner = 80, .flags = IN};
    ctsar__shape mapped = rows;
    mapped.stride = -2;
    mapped.offset = 9;
    assert_true(ctsar__shape_covers(&mapped, (ctsar__values){0, 1, 5}));
    assert_false(ctsar__shape_covers(&mapped, (ctsar__values){0, 1, 6}));
    mapped.width = 2;
    assert_false(ctsar__shape_covers(&mapped, (ctsar__values){0, 1, 5}));
    assert_true(ctsar__shape_covers(&mapped, (ctsar__values){1, 1, 4}));
    assert_false(ctsar__shape_covers(&mapped, (ctsar__values){LONG_MIN, 1, 1})); /* no overflow */
    assert_true(ctsar__shape_covers(&rows, (ctsar__values){0, 1, 10}));
    assert_false(ctsar__shape_covers(&rows, (ctsar__values){0, 1, 11}));
    assert_false(ctsar__shape_covers(&rows, (ctsar__values){-1, 1, 2}));
    assert_true(ctsar__shape_covers(&rows, (ctsar__values){0, 3, 4}));
    assert_false(ctsar__shape_covers(&rows, (ctsar__values){1, 3, 4}));
    assert_false(ctsar__shape_covers(&rows, (ctsar__values){-5, 10, 2}));
    assert_true(ctsar__shape_covers(&rows, (ctsar__values){99, 1, 0}));
    assert_true(ctsar__shape_covers(&whole, (ctsar__values){-5, 3, 100}));
}

static void of_a_cut_array_values_behind_the_end_are_covered(void **state)
{
    (void)state;
    ctsar__shape s = {.elem = 8,
                      .outer = 1,
                      .assoc = 70,
                      .inner = 8,
                      .stride = 32,
                      .width = 32,
                      .flags = IN | ROWS | CTSAR_MEM_CUT};
    assert_true(ctsar__shape_covers(&s, (ctsar__values){0, 1, 3}));
    assert_true(ctsar__shape_covers(&s, (ctsar__values){0, 1, 1000}));
    assert_false(ctsar__shape_covers(&s, (ctsar__values){-1, 1, 3})); /* only its end is cut */
    assert_false(ctsar__shape_covers(&s, (ctsar__values){LONG_MAX / 2, 1, 3})); /* no overflow */
    ctsar__items i = ctsar__shape_owns(&s, (ctsar__values){2, 1, 1});
    assert_true(i.lo == 64 && i.hi == 70);
    i = ctsar__shape_owns(&s, (ctsar__values){3, 1, 2});
    assert_true(i.lo == 0 && i.hi == 0);
    s.halo_below = 40; /* of which something is there */
    i = ctsar__shape_needs(&s, (ctsar__values){3, 1, 1});
    assert_true(i.lo == 56 && i.hi == 70);
    s.width = 8; /* with gaps, whole or not at all */
    assert_false(ctsar__shape_covers(&s, (ctsar__values){0, 1, 3}));
    s.assoc = 72;
    assert_true(ctsar__shape_covers(&s, (ctsar__values){0, 1, 9}));
    s.assoc = 90;
    i = ctsar__shape_owns(&s, (ctsar__values){0, 1, 9});
    assert_true(i.lo == 0 && i.hi == 72);
    s.width = s.stride = s.assoc = 1;
    assert_true(ctsar__shape_covers(&s, (ctsar__values){0, 1, 9}));
    assert_false(ctsar__shape_covers(&s, (ctsar__values){-1, 1, 9}));
}

static void no_values_need_and_own_nothing(void **state)
{
    (void)state;
    const ctsar__shape rows = {.elem = 8,
                               .outer = 1,
                               .assoc = 10,
                               .inner = 8,
                               .halo_below = 3,
                               .halo_above = 3,
                               .stride = 1,
                               .width = 1,
                               .flags = IN | ROWS};
    const ctsar__shape whole = {.elem = 8, .outer = 1, .assoc = 1, .inner = 80, .flags = IN};
    ctsar__items i = ctsar__shape_needs(&rows, (ctsar__values){4, 1, 0});
    assert_true(i.lo == i.hi);
    i = ctsar__shape_needs(&whole, (ctsar__values){4, 1, 0});
    assert_true(i.lo == i.hi);
    i = ctsar__shape_owns(&rows, (ctsar__values){4, 1, 0});
    assert_true(i.lo == i.hi);
}

/* Widens [lo, hi) by what one value selects, item by item. */
static void select_items(const ctsar__shape *s, long value, long below, long above, ctsar__items *i)
{
    long first = s->stride * value + s->offset;
    for (long at = first - below; at < first + (long)s->width + above; ++at) {
        if (at < 0 || at >= (long)s->assoc)
            continue;
        if ((size_t)at < i->lo)
            i->lo = (size_t)at;
        if ((size_t)at >= i->hi)
            i->hi = (size_t)at + 1;
    }
}

/* What `select_items` leaves where nothing is selected. */
static ctsar__items hull(ctsar__items i)
{
    return i.hi ? i : (ctsar__items){0, 0};
}

/* The array may end anywhere; groups that are apart are whole or not there. */
static void random_end(random_state *r, ctsar__shape *s, long step)
{
    long apart = labs(s->stride) * step;
    s->flags |= CTSAR_MEM_CUT;
    if (apart > (long)s->width)
        s->width = 1;
    s->assoc = (size_t)random_long(r, 1, (long)s->assoc);
}

/* A map, and values that are covered. */
static ctsar__values random_map(random_state *r, ctsar__shape *s)
{
    ctsar__values v = {random_long(r, -9, 9), random_long(r, 1, 5), 0};
    s->assoc = (size_t)random_long(r, 1, 60);
    s->halo_below = (size_t)random_long(r, 0, 8);
    s->halo_above = (size_t)random_long(r, 0, 8);
    s->width = (size_t)random_long(r, 1, s->assoc < 5 ? (long)s->assoc : 5);
    do
        s->stride = random_long(r, -4, 4);
    while (!s->stride);
    long apart = labs(s->stride) * v.step, room = (long)(s->assoc - s->width);
    v.count = random_long(r, 1, room / apart + 1);
    long first = s->stride > 0 ? v.lo : v.lo + (v.count - 1) * v.step;
    s->offset = random_long(r, 0, room - apart * (v.count - 1)) - s->stride * first;
    return v;
}

static void needs_and_owns_are_the_hull_of_what_each_value_selects(void **state)
{
    (void)state;
    random_state r = {7};
    for (int n = 0; n < 5000; ++n) {
        ctsar__shape s = {.elem = 1, .outer = 1, .inner = 1, .flags = IN | ROWS};
        ctsar__values v = random_map(&r, &s);
        bool cut = n % 3 == 0;
        if (cut)
            random_end(&r, &s, v.step);
        assert_true(ctsar__shape_covers(&s, v));
        ctsar__items needs = {SIZE_MAX, 0}, owns = {SIZE_MAX, 0};
        for (long i = 0; i < v.count; ++i) {
            select_items(&s, v.lo + i * v.step, 0, 0, &owns);
            select_items(&s, v.lo + i * v.step, (long)s.halo_below, (long)s.halo_above, &needs);
        }
        ctsar__items n_is = ctsar__shape_needs(&s, v), o_is = ctsar__shape_owns(&s, v);
        needs = hull(needs);
        owns = hull(owns);
        if (cut && n_is.hi > needs.hi && n_is.hi <= s.assoc)
            n_is.hi = needs.hi; /* what is cut from a halo may come with what is before it */
        if (n_is.lo != needs.lo || n_is.hi != needs.hi || o_is.lo != owns.lo || o_is.hi != owns.hi)
            fail_msg("%zu items, halo %zu/%zu, map %ld*i + %ld, width %zu, values %ld by %ld, %ld "
                     "of them: needs %zu..%zu, not %zu..%zu; owns %zu..%zu, not %zu..%zu",
                     s.assoc, s.halo_below, s.halo_above, s.stride, s.offset, s.width, v.lo, v.step,
                     v.count, n_is.lo, n_is.hi, needs.lo, needs.hi, o_is.lo, o_is.hi, owns.lo,
                     owns.hi);
    }
}

/* Whose the item is, value by value; several have it where they overlap. */
static bool selects(const ctsar__shape *s, long value, size_t item)
{
    ctsar__items own = {SIZE_MAX, 0};
    select_items(s, value, 0, 0, &own);
    return item >= own.lo && item < own.hi;
}

static void an_item_has_the_owner_that_selects_it(void **state)
{
    (void)state;
    random_state r = {8};
    for (int n = 0; n < 3000; ++n) {
        ctsar__shape s = {.elem = 1, .outer = 1, .inner = 1, .flags = IN | ROWS};
        ctsar__values v = random_map(&r, &s);
        if (n % 3 == 0)
            random_end(&r, &s, v.step);
        for (size_t item = 0; item < s.assoc; ++item) {
            bool any = false;
            long value;
            for (long i = 0; i < v.count; ++i)
                any = any || selects(&s, v.lo + i * v.step, item);
            assert_int_equal(ctsar__shape_owner(&s, v, item, &value), any);
            if (any)
                assert_true(selects(&s, value, item));
        }
    }
}

static void a_map_that_selects_nothing_is_refused(void **state)
{
    (void)state;
    const ctsar_dim rows[] = {{10, true, 0, 0}, {3, false, 0, 0}},
                    both[] = {{10, true, 0, 0}, {3, true, 0, 0}};
    const ctsar_map wrong[] = {{0, 1, 1}, {1, 0, 0}, {1, 0, 11}}, right = {-3, 9, 10};
    ctsar__shape s;
    assert_int_equal(ctsar__shape_nd(8, 2, rows, IN, false, &s), CTSAR_OK);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
        assert_int_equal(ctsar__shape_map(&s, &wrong[i]), CTSAR_EINVAL);
        assert_non_null(strstr(ctsar__error_detail(), "stride is not 0, width is 1 to"));
    }
    assert_int_equal(ctsar__shape_map(&s, &right), CTSAR_OK);
    assert_int_equal(ctsar__shape_nd(8, 2, both, IN, false, &s), CTSAR_OK);
    assert_int_equal(ctsar__shape_map(&s, &right), CTSAR_EINVAL);
    assert_non_null(strstr(ctsar__error_detail(), "set `assoc` of one"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_cannot_be_registered_is_refused_with_a_reason),
        cmocka_unit_test(associated_rows_are_items_of_one_block),
        cmocka_unit_test(an_array_without_association_is_one_item),
        cmocka_unit_test(the_largest_array_that_size_t_can_count_is_accepted),
        cmocka_unit_test(shapes_that_differ_in_anything_are_not_equal),
        cmocka_unit_test(values_are_covered_when_every_one_of_them_is_an_item),
        cmocka_unit_test(of_a_cut_array_values_behind_the_end_are_covered),
        cmocka_unit_test(no_values_need_and_own_nothing),
        cmocka_unit_test(needs_and_owns_are_the_hull_of_what_each_value_selects),
        cmocka_unit_test(an_item_has_the_owner_that_selects_it),
        cmocka_unit_test(a_map_that_selects_nothing_is_refused),
    };
    return cmocka_run_group_tests_name("shape", tests, NULL, NULL);
}

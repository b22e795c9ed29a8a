/* SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "mem/intervals.h"
#include "support/random.h"

enum { POSITIONS = 60 };

static ctsar__items random_items(random_state *r)
{
    ctsar__items i = {.lo = (size_t)random_long(r, 0, POSITIONS)};
    i.hi = (size_t)random_long(r, (long)i.lo, POSITIONS);
    return i;
}

/* Sorted, disjoint, not touching; and the positions that the model has. */
static void check(const ctsar__intervals *s, const bool *model)
{
    bool has[POSITIONS] = {false};
    for (size_t k = 0; k < s->count; ++k) {
        assert_true(s->at[k].lo < s->at[k].hi);
        assert_true(k == 0 || s->at[k - 1].hi < s->at[k].lo);
        memset(has + s->at[k].lo, true, s->at[k].hi - s->at[k].lo);
    }
    assert_memory_equal(has, model, sizeof has);
}

static bool covers(const bool *model, ctsar__items i)
{
    for (size_t p = i.lo; p < i.hi; ++p)
        if (!model[p])
            return false;
    return true;
}

static void a_set_has_what_was_added_and_not_removed_since(void **state)
{
    (void)state;
    random_state r = {3};
    for (int n = 0; n < 300; ++n) {
        ctsar__intervals s = {0};
        bool model[POSITIONS] = {false};
        for (int step = 0; step < 40; ++step) {
            ctsar__items i = random_items(&r), asked = random_items(&r);
            bool adds = random_long(&r, 0, 1);
            assert_int_equal(adds ? ctsar__intervals_add(&s, i) : ctsar__intervals_remove(&s, i),
                             CTSAR_OK);
            memset(model + i.lo, adds, i.hi - i.lo);
            check(&s, model);
            assert_true(ctsar__intervals_cover(&s, asked) == covers(model, asked));
        }
        ctsar__intervals_clear(&s);
        assert_int_equal(ctsar__intervals_hull(&s).hi, 0);
        ctsar__intervals_free(&s);
    }
}

static void the_interval_at_a_position_or_behind_it_is_found(void **state)
{
    (void)state;
    ctsar__intervals s = {0};
    assert_true(ctsar__intervals_from(&s, 0).lo == SIZE_MAX);
    assert_int_equal(ctsar__intervals_add(&s, (ctsar__items){10, 20}), CTSAR_OK);
    assert_int_equal(ctsar__intervals_add(&s, (ctsar__items){30, 40}), CTSAR_OK);
    assert_int_equal(ctsar__intervals_from(&s, 0).lo, 10);
    assert_int_equal(ctsar__intervals_from(&s, 19).lo, 10);
    assert_int_equal(ctsar__intervals_from(&s, 20).lo, 30);
    assert_true(ctsar__intervals_from(&s, 40).lo == SIZE_MAX);
    assert_int_equal(ctsar__intervals_hull(&s).lo, 10);
    assert_int_equal(ctsar__intervals_hull(&s).hi, 40);
    assert_int_equal(ctsar__intervals_add(&s, (ctsar__items){20, 30}), CTSAR_OK);
    assert_int_equal(s.count, 1); /* they touch */
    ctsar__intervals_free(&s);
}

static void hull_and_common_part_of_two(void **state)
{
    (void)state;
    ctsar__items a = {3, 7}, b = {5, 12}, none = {4, 4}, far = {20, 21};
    assert_true(ctsar__items_hull(a, b).lo == 3 && ctsar__items_hull(a, b).hi == 12);
    assert_true(ctsar__items_hull(none, b).lo == 5 && ctsar__items_hull(a, none).hi == 7);
    assert_true(ctsar__items_common(a, b).lo == 5 && ctsar__items_common(a, b).hi == 7);
    assert_true(ctsar__items_common(a, far).hi == 0 && ctsar__items_common(a, none).hi == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_set_has_what_was_added_and_not_removed_since),
        cmocka_unit_test(the_interval_at_a_position_or_behind_it_is_found),
        cmocka_unit_test(hull_and_common_part_of_two),
    };
    return cmocka_run_group_tests_name("intervals", tests, NULL, NULL);
}

/* SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "mem/layout.h"
#include "support/random.h"

static const ctsar__layout nothing;

static ctsar__shape shape(size_t elem, int ndim, const ctsar_dim *dims, unsigned flags)
{
    ctsar__shape s;
    assert_int_equal(ctsar__shape_nd(elem, ndim, dims, CTSAR_MEM_INPUT | flags, true, &s),
                     CTSAR_OK);
    return s;
}

static ctsar__shape columns(size_t rows, size_t cols, unsigned flags)
{
    const ctsar_dim dims[] = {{.extent = rows}, {.extent = cols, .assoc = true}};
    return shape(8, 2, dims, flags);
}

static void a_packed_block_has_the_window_and_at_most_an_eighth_more(void **state)
{
    (void)state;
    ctsar__device d = {.simd = 1};
    ctsar__shape s = columns(3, 100000, 0);
    for (size_t items = 1; items < 100000; items += 1 + items / 7) {
        ctsar__layout l = ctsar__layout_unit(&s, &d, items, &nothing);
        assert_in_range(l.block, items * 8, items * 9);
    }
    assert_int_equal(ctsar__layout_unit(&s, &d, 99999, &nothing).block, 100000 * 8);
}

static void the_pitch_changes_seldom_while_a_share_drifts(void **state)
{
    (void)state;
    ctsar__device d = {.simd = 1};
    ctsar__shape s = columns(3, 10000, 0);
    random_state r = {17};
    ctsar__layout l = ctsar__layout_unit(&s, &d, 4000, &nothing);
    int changes = 0;
    long items = 4000;
    for (int pass = 0; pass < 1000; ++pass) {
        items += random_long(&r, -20, 20);
        items = items < 3800 ? 3800 : items > 4200 ? 4200 : items;
        ctsar__layout next = ctsar__layout_unit(&s, &d, (size_t)items, &l);
        changes += next.block != l.block;
        l = next;
        assert_in_range(l.block, items * 8, items * 10);
    }
    assert_in_range(changes, 0, 1);
    /* One that shrinks gives room back in the end. */
    assert_in_range(ctsar__layout_unit(&s, &d, 1000, &l).block, 8000, 9000);
}

static void without_strides_blocks_lie_as_on_the_host(void **state)
{
    (void)state;
    ctsar__device d = {.simd = 16};
    ctsar__shape s = columns(3, 100, 0);
    s.packs = false;
    ctsar__layout l = ctsar__layout_unit(&s, &d, 5, &nothing), host = ctsar__layout_host(&s);
    assert_true(ctsar__layout_equal(&l, &host));
}

static void padded_rows_begin_at_whole_simd_widths_and_segments(void **state)
{
    (void)state;
    static const size_t elems[] = {1, 2, 4, 8, 12};
    random_state r = {19};
    for (int n = 0; n < 500; ++n) {
        ctsar__device d = {.simd = 1u << random_long(&r, 0, 6)};
        size_t elem = elems[random_long(&r, 0, 4)];
        ctsar_dim dims[3] = {{.extent = (size_t)random_long(&r, 1, 9)},
                             {.extent = (size_t)random_long(&r, 1, 9)},
                             {.extent = (size_t)random_long(&r, 1, 200)}};
        int assoc = (int)random_long(&r, 0, 3);
        if (assoc < 3)
            dims[assoc].assoc = true;
        ctsar__shape s = shape(elem, 3, dims, CTSAR_MEM_PAD);
        ctsar__layout l = ctsar__layout_unit(&s, &d, s.assoc, &nothing);
        size_t strides[2], room;
        ctsar__layout_strides(&s, &l, strides);
        assert_true(strides[1] >= dims[2].extent && strides[1] % d.simd == 0);
        assert_true(strides[1] * elem >= 64 || strides[1] == dims[2].extent);
        assert_int_equal(strides[0] % strides[1], 0);
        assert_true(strides[0] >= dims[1].extent * strides[1]);
        assert_int_equal(ctsar__layout_room(&s, &d, &room), CTSAR_OK);
        assert_true(room >= (s.outer - 1) * l.block + ctsar__layout_end(&l, s.assoc * s.inner));
    }
}

static void padding_that_is_more_than_an_address_space_is_refused(void **state)
{
    (void)state;
    ctsar__device d = {.simd = 32};
    const ctsar_dim dims[] = {{.extent = SIZE_MAX / 16, .assoc = true}, {.extent = 1}};
    ctsar__shape s = shape(8, 2, dims, CTSAR_MEM_PAD);
    size_t room;
    assert_int_equal(ctsar__layout_room(&s, &d, &room), CTSAR_EOVERFLOW);
}

static void strides_of_the_host_are_products_of_extents(void **state)
{
    (void)state;
    for (int assoc = 0; assoc <= 4; ++assoc) {
        ctsar_dim dims[] = {{.extent = 2}, {.extent = 3}, {.extent = 5}, {.extent = 7}};
        if (assoc < 4)
            dims[assoc].assoc = true;
        ctsar__shape s = shape(4, 4, dims, 0);
        ctsar__layout l = ctsar__layout_host(&s);
        size_t strides[3];
        ctsar__layout_strides(&s, &l, strides);
        assert_true(strides[0] == 105 && strides[1] == 35 && strides[2] == 7);
    }
}

static void positions_are_found_between_padding(void **state)
{
    (void)state;
    ctsar__layout l = {.row = 10, .pitch = 16, .block = 1000};
    assert_int_equal(ctsar__layout_at(&l, 0), 0);
    assert_int_equal(ctsar__layout_at(&l, 9), 9);
    assert_int_equal(ctsar__layout_at(&l, 10), 16);
    assert_int_equal(ctsar__layout_end(&l, 10), 10); /* an end has no padding behind it */
    assert_int_equal(ctsar__layout_end(&l, 25), 16 + 16 + 5);
    assert_int_equal(ctsar__layout_end(&l, 0), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_packed_block_has_the_window_and_at_most_an_eighth_more),
        cmocka_unit_test(the_pitch_changes_seldom_while_a_share_drifts),
        cmocka_unit_test(without_strides_blocks_lie_as_on_the_host),
        cmocka_unit_test(padded_rows_begin_at_whole_simd_widths_and_segments),
        cmocka_unit_test(padding_that_is_more_than_an_address_space_is_refused),
        cmocka_unit_test(strides_of_the_host_are_products_of_extents),
        cmocka_unit_test(positions_are_found_between_padding),
    };
    return cmocka_run_group_tests_name("layout", tests, NULL, NULL);
}

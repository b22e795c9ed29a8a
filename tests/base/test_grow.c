/* SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/grow.h"

static void a_list_keeps_its_items_while_it_grows(void **state)
{
    (void)state;
    int *list = NULL;
    size_t room = 0;
    for (size_t n = 0; n < 1000; ++n) {
        list = ctsar__grow(list, &room, n + 1, sizeof *list);
        assert_non_null(list);
        assert_true(room > n);
        list[n] = (int)n;
    }
    for (int i = 0; i < 1000; ++i)
        assert_int_equal(list[i], i);
    assert_true(room < 2100);
    free(list);
}

static void what_has_room_stays_where_it_is(void **state)
{
    (void)state;
    size_t room = 0;
    char *list = ctsar__grow(NULL, &room, 100, 1);
    assert_int_equal(room, 100);
    assert_ptr_equal(ctsar__grow(list, &room, 100, 1), list);
    assert_int_equal(room, 100);
    free(list);
}

static void what_no_memory_can_hold_changes_nothing(void **state)
{
    (void)state;
    size_t room = 0;
    char *list = ctsar__grow(NULL, &room, 10, 1);
    list[9] = 'x';
    assert_null(ctsar__grow(list, &room, SIZE_MAX / 2, 4));
    assert_int_equal(room, 10);
    assert_int_equal(list[9], 'x');
    free(list);
}

static void a_resized_list_has_room_for_so_many(void **state)
{
    (void)state;
    long *list = NULL;
    assert_true(ctsar__resize(&list, 3, sizeof *list));
    list[2] = 7;
    assert_true(ctsar__resize(&list, 50, sizeof *list));
    list[49] = 8;
    assert_int_equal(list[2], 7);
    free(list);
}

static void a_list_that_cannot_be_resized_stays(void **state)
{
    (void)state;
    long *list = NULL;
    assert_true(ctsar__resize(&list, 1, sizeof *list));
    *list = 7;
    long *before = list;
    assert_false(ctsar__resize(&list, SIZE_MAX / 2, sizeof *list)); /* is no number of bytes */
    assert_ptr_equal(list, before);
    assert_int_equal(*list, 7);
    free(list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_list_keeps_its_items_while_it_grows),
        cmocka_unit_test(what_has_room_stays_where_it_is),
        cmocka_unit_test(what_no_memory_can_hold_changes_nothing),
        cmocka_unit_test(a_resized_list_has_room_for_so_many),
        cmocka_unit_test(a_list_that_cannot_be_resized_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

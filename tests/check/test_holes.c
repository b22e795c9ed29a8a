/* SPDX-License-Identifier: BSD-3-Clause
 *
 * How many rows of a task's parts may be closed pages' neighbours: each costs the process two
 * mappings. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "check/holes.h"
#include "check/space.h"

enum { MAPPINGS = 65530, PAGES = 100 }; /* of a process, by Linux's default; between two rows */

/* Of a task with so many parts, each of so many rows of a matrix: is what lies between two rows
 * closed? */
static bool is_closed(int parts, size_t rows)
{
    const ctsar__check c = {.count = parts};
    const ctsar__tracked a = {.part = true,
                              .shape = {.ndim = 2, .extent = {rows, 1}, .outer = rows},
                              .side = {{rows, 0, rows}, {1, 0, 1}}};
    ctsar__items hole = ctsar__check_hole(&c, &a, 0, PAGES * ctsar__check_page());
    return hole.hi > hole.lo;
}

static void what_is_between_rows_is_closed(void **state)
{
    (void)state;
    assert_true(is_closed(1, 2));
    assert_true(is_closed(20, 500));
    assert_false(is_closed(1, MAPPINGS));
}

static void all_parts_of_a_task_have_mappings(void **state)
{
    (void)state;
    for (int parts = 1; parts < 200; ++parts)
        for (size_t rows = 16; rows < MAPPINGS; rows *= 2)
            assert_true(!is_closed(parts, rows) || 2 * rows * (size_t)parts < MAPPINGS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_between_rows_is_closed),
        cmocka_unit_test(all_parts_of_a_task_have_mappings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

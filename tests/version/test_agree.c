/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "version/agree.h"

static const ctsar_kernel family = {.name = "family", .tolerance = 1e-6};

enum { ALL = 1000 };

/* The first element that does not agree; ALL: all do. */
static size_t first_of(const ctsar_kernel *k, const void *a, const void *b, size_t size,
                       size_t count)
{
    ctsar__disagreement where;
    return ctsar__agree(k, a, b, size, count, &where) ? ALL : where.at / size;
}

static size_t doubles(const double *a, const double *b, size_t count)
{
    return first_of(&family, a, b, sizeof *a, count);
}

static void numbers_may_differ_by_the_tolerance(void **state)
{
    (void)state;
    const double a[] = {1, -2, 1e-9, 0}, near[] = {1 + 9e-7, -2 * (1 - 9e-7), 1e-9, 0};
    const double far[] = {1, -2, 2e-9, 0};
    assert_int_equal(doubles(a, near, 4), ALL);
    assert_int_equal(doubles(a, far, 4), 2);
    const float f[] = {1, 2}, g[] = {1, 2.00001F};
    assert_int_equal(first_of(&family, f, g, sizeof *f, 2), 1);
}

static void what_cancels_may_leave_rounding_errors(void **state)
{
    (void)state;
    const double a[] = {1000, 0}, b[] = {1000, 1e-13}, c[] = {1000, 1e-11};
    assert_int_equal(doubles(a, b, 2), ALL);
    assert_int_equal(doubles(a, c, 2), 1);
}

static void what_is_no_number_must_be_the_same(void **state)
{
    (void)state;
    const double a[] = {NAN, INFINITY, -INFINITY}, b[] = {NAN, INFINITY, INFINITY};
    const double c[] = {1, INFINITY, -INFINITY}, d[] = {NAN, 1, -INFINITY};
    assert_int_equal(doubles(a, a, 3), ALL);
    assert_int_equal(doubles(a, b, 3), 2);
    assert_int_equal(doubles(a, c, 3), 0);
    assert_int_equal(doubles(a, d, 3), 1);
    assert_int_equal(doubles(d, a, 3), 1);
}

static void elements_may_have_several_numbers(void **state)
{
    (void)state;
    const float a[2][3] = {{1, 2, 3}, {4, 5, 6}}, b[2][3] = {{1, 2, 3.000001F}, {4, 5.1F, 6}};
    ctsar_kernel rows = family;
    rows.number = CTSAR_NUMBER_FLOAT;
    ctsar__disagreement where;
    assert_false(ctsar__agree(&rows, a, b, sizeof *a, 2, &where));
    assert_int_equal(where.at, 4 * sizeof(float));
    assert_string_equal(where.first, "5");
    assert_string_equal(where.other, "5.0999999");
    rows.number = CTSAR_NUMBER_DOUBLE; /* of which 12 bytes are no multiple */
    assert_int_equal(first_of(&rows, a, b, sizeof *a, 2), 0);
}

static void other_elements_are_compared_byte_by_byte(void **state)
{
    (void)state;
    const short a[] = {1, 2, 0x0302}, b[] = {1, 2, 0x0402};
    assert_int_equal(first_of(&family, a, a, sizeof *a, 3), ALL);
    ctsar__disagreement where;
    assert_false(ctsar__agree(&family, a, b, sizeof *a, 3, &where));
    assert_int_equal(where.at, 4);
    assert_string_equal(where.first, "0x0203");
    assert_string_equal(where.other, "0x0204");
    const char many[40] = {0}, others[40] = {1};
    assert_false(ctsar__agree(&family, many, others, sizeof many, 1, &where));
    assert_int_equal(strlen(where.first), 38);
}

static bool of_one_parity(const void *first, const void *other, size_t size)
{
    int a, b;
    assert_int_equal(size, sizeof a);
    memcpy(&a, first, sizeof a);
    memcpy(&b, other, sizeof b);
    return a % 2 == b % 2;
}

static void a_family_may_compare_by_itself(void **state)
{
    (void)state;
    const ctsar_kernel own = {.name = "own", .tolerance = 1, .agrees = of_one_parity};
    const int a[] = {1, 2, 3}, b[] = {3, 4, 4};
    assert_int_equal(first_of(&own, a, b, sizeof *a, 3), 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_may_differ_by_the_tolerance),
        cmocka_unit_test(what_cancels_may_leave_rounding_errors),
        cmocka_unit_test(what_is_no_number_must_be_the_same),
        cmocka_unit_test(elements_may_have_several_numbers),
        cmocka_unit_test(other_elements_are_compared_byte_by_byte),
        cmocka_unit_test(a_family_may_compare_by_itself),
    };
    return cmocka_run_group_tests_name("agree", tests, NULL, NULL);
}

/* SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "device/engines.h"

static ctsar__engines e;

static int setup(void **state)
{
    (void)state;
    ctsar__engines_init(&e, NULL, true, true);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    ctsar__engines_free(&e);
    return 0;
}

static void an_operation_begins_when_its_slot_and_its_engine_are_free(void **state)
{
    (void)state;
    ctsar__engines_book(&e, 0, CTSAR__COPY_IN, 2, (ctsar__traced){0}); /* 0 to 2 */
    ctsar__engines_book(&e, 1, CTSAR__COPY_IN, 2, (ctsar__traced){0}); /* the engine is free at 2 */
    ctsar__engines_book(&e, 0, CTSAR__COMPUTE, 8, (ctsar__traced){0}); /* 2 to 10 */
    ctsar__engines_book(&e, 1, CTSAR__COMPUTE, 8, (ctsar__traced){0}); /* 10 to 18 */
    ctsar__engines_book(&e, 0, CTSAR__COPY_OUT, 1, (ctsar__traced){0});
    assert_true(e.slot[0] == 11 && e.slot[1] == 18);
    assert_true(e.engine[CTSAR__COPY_IN] == 4 && e.engine[CTSAR__COMPUTE] == 18 &&
                e.engine[CTSAR__COPY_OUT] == 11);
}

static void hidden_is_what_lies_beside_kernels_of_other_slots(void **state)
{
    (void)state;
    ctsar__engines_book(&e, 0, CTSAR__COPY_IN, 2,
                        (ctsar__traced){0}); /* 0 to 2: nothing else runs */
    ctsar__engines_book(&e, 0, CTSAR__COMPUTE, 3, (ctsar__traced){0});  /* 2 to 5 */
    ctsar__engines_book(&e, 1, CTSAR__COPY_IN, 4, (ctsar__traced){0});  /* 2 to 6: 3 of it */
    ctsar__engines_book(&e, 1, CTSAR__COMPUTE, 3, (ctsar__traced){0});  /* 6 to 9 */
    ctsar__engines_book(&e, 0, CTSAR__COPY_OUT, 2, (ctsar__traced){0}); /* 5 to 7: 1 of it */
    ctsar__engines_book(&e, 1, CTSAR__COPY_OUT, 2, (ctsar__traced){0}); /* 9 to 11 */
    assert_true(ctsar__engines_hidden(&e) == 4);
    ctsar__engines_reset(&e);
    assert_true(ctsar__engines_hidden(&e) == 0);
    ctsar__engines_book(&e, 0, CTSAR__COPY_IN, 1, (ctsar__traced){0});
    assert_true(e.slot[0] == 1);
}

static void many_operations_are_recorded(void **state)
{
    (void)state;
    enum { N = 1000 };
    for (int i = 0; i < N; ++i) { /* copies of one slot beside kernels of the other */
        ctsar__engines_book(&e, i % 2, CTSAR__COPY_IN, 1, (ctsar__traced){0});
        ctsar__engines_book(&e, i % 2, CTSAR__COMPUTE, 1, (ctsar__traced){0});
    }
    assert_true(ctsar__engines_hidden(&e) == N - 1);
}

static void under_the_real_clock_an_operation_has_just_ended(void **state)
{
    (void)state;
    ctsar__engines real;
    ctsar__engines_init(&real, NULL, false, true);
    ctsar__engines_book(&real, 0, CTSAR__COMPUTE, 1000, (ctsar__traced){0});
    ctsar__engines_book(&real, 1, CTSAR__COPY_IN, 500, (ctsar__traced){0});
    double hidden = ctsar__engines_hidden(&real);
    assert_true(hidden > 400 && hidden <= 500);
    ctsar__engines_free(&real);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(an_operation_begins_when_its_slot_and_its_engine_are_free),
        TEST(hidden_is_what_lies_beside_kernels_of_other_slots),
        TEST(many_operations_are_recorded),
        TEST(under_the_real_clock_an_operation_has_just_ended),
    };
    return cmocka_run_group_tests_name("engines", tests, NULL, NULL);
}

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Check mode for loops that are no regions: whether iterations meet. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "check/meet.h"
#include "ctsar.h"
#include "support/random.h"
#include "support/said.h"

static random_state random_numbers = {1};

/* One of 0 .. below - 1. */
static size_t some(size_t below)
{
    return (size_t)random_long(&random_numbers, 0, (long)below - 1);
}

/* What has touched a byte of a small memory, all of it. */
enum { BYTES = 1400, TOUCHES = 60 };
static ctsar__touch before[TOUCHES];

/* The first byte at which the touch meets one before it. */
static const char *first_met(int count, const ctsar__touch *t)
{
    for (size_t k = 0; k < t->size; ++k) {
        const char *byte = (const char *)t->at + k;
        for (int j = 0; j < count; ++j) {
            const ctsar__touch *b = &before[j];
            bool within = byte >= (const char *)b->at && byte < (const char *)b->at + b->size;
            if (within && b->iteration != t->iteration && (b->how | t->how) & CTSAR__WRITES)
                return byte;
        }
    }
    return NULL;
}

static void iterations_meet_where_a_search_of_all_pairs_says(void **state)
{
    (void)state;
    static char memory[BYTES];
    int seen[2] = {0};
    for (int round = 0; round < 300; ++round) {
        ctsar__meet *m = ctsar__meet_create();
        assert_non_null(m);
        size_t spread = some(2) ? BYTES : 90;
        for (int k = 0; k < TOUCHES; ++k) {
            size_t size = 1 + some(9);
            ctsar__met met;
            before[k] = (ctsar__touch){memory + some(spread - size), size, 1 + (unsigned)some(3),
                                       1 + (uint32_t)k / 3};
            const char *wanted = first_met(k, &before[k]);
            assert_int_equal(ctsar__meet_touch(m, &before[k], &met), CTSAR_OK);
            assert_ptr_equal(met.byte, wanted);
            if (wanted)
                assert_in_range(met.iteration, 1, before[k].iteration - 1);
            seen[wanted != NULL]++;
        }
        ctsar__meet_free(m);
    }
    assert_true(seen[0] > 2000 && seen[1] > 2000);
}

/* Many blocks, far apart: the table grows. */
static void what_is_far_apart_is_known_by_its_address(void **state)
{
    (void)state;
    enum { MANY = 5000 };
    ctsar__meet *m = ctsar__meet_create();
    ctsar__met met;
    for (uint32_t pass = 1; pass <= 2; ++pass)
        for (uintptr_t k = 0; k < MANY; ++k) {
            ctsar__touch t = {(void *)(uintptr_t)(k << 20 | 77), 8, CTSAR__WRITES, pass};
            assert_int_equal(ctsar__meet_touch(m, &t, &met), CTSAR_OK);
            assert_ptr_equal(met.byte, pass == 1 ? NULL : t.at);
        }
    ctsar__meet_free(m);
}

static void without_check_mode_loops_are_not_looked_at(void **state)
{
    (void)state;
    unsetenv("CTSAR_CHECK");
    assert_null(ctsar_check_loop("f.c:1", NULL));
}

/* Its iterations write x[index]; `index` has `n` numbers. */
static int written(const char *where, const char *unseen, const int *index, long n)
{
    static int x[8];
    ctsar_loop_check *c = ctsar_check_loop(where, unseen);
    assert_non_null(c);
    for (long i = 10; i < 10 + 2 * n; i += 2) {
        ctsar_check_iteration(c, &i);
        int *at = ctsar_check_touch(c, &x[index[i / 2 - 5]], sizeof *x, 2, "x", x);
        assert_ptr_equal(at, &x[index[i / 2 - 5]]);
    }
    return ctsar_check_loop_end(c);
}

static void iterations_that_meet_are_told_once_and_are_an_error(void **state)
{
    (void)state;
    setenv("CTSAR_CHECK", "1", 1);
    ctsar_set_error_mode(CTSAR_ERRORS_RETURN);
    listen();
    assert_int_equal(written("f.c:7", NULL, (int[]){1, 0, 3}, 3), CTSAR_OK);
    for (int k = 0; k < 2; ++k)
        assert_int_equal(written("f.c:7", NULL, (int[]){1, 0, 1, 0}, 4), CTSAR_ECHECK);
    stop_listening();
    assert_string_equal(said, "ctsar: check: f.c:7: iteration 14 writes x[1], which iteration 10 "
                              "writes, too; iterations are not independent: take away what says "
                              "that they are, and one core executes the loop\n");
    assert_string_equal(ctsar_last_error(NULL),
                        "f.c:7: ctsar_check_loop_end: CTSAR_CHECK found mistakes: what is wrong "
                        "has been printed on stderr");
    ctsar_set_error_mode(CTSAR_ERRORS_ABORT);
    unsetenv("CTSAR_CHECK");
}

static void a_note_is_no_mistake_at_the_end(void **state)
{
    (void)state;
    listen();
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        setenv("CTSAR_CHECK", "1", 1);
        ctsar_set_error_mode(CTSAR_ERRORS_RETURN);
        written("g.c:7", "x", (int[]){1, 1}, 2);
        written("g.c:8", "y", (int[]){1, 2}, 2);
        exit(0);
    }
    assert_int_equal(waitpid(child, NULL, 0), child);
    stop_listening();
    assert_int_equal(lines(said, "note: it is not looked at what functions touch"), 2);
    assert_non_null(strstr(said, "ctsar: check: 1 mistake in 1 region\n"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(iterations_meet_where_a_search_of_all_pairs_says),
        cmocka_unit_test(what_is_far_apart_is_known_by_its_address),
        cmocka_unit_test(without_check_mode_loops_are_not_looked_at),
        cmocka_unit_test(a_note_is_no_mistake_at_the_end),
        cmocka_unit_test(iterations_that_meet_are_told_once_and_are_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What is asked when a loop is reached: whether numbers are all different and rows lie apart, and
 * counting where the answer was no. */
#include <limits.h>
#include <omp.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "ctsar.h"

/* ---- Distinct numbers ------------------------------------------------------------ */

static uint64_t number = 1;

/* One of 0 .. below - 1, in an order that is always the same. */
static long some(long below)
{
    number = number * UINT64_C(6364136223846793005) + 1442695040888963407;
    return (long)((number >> 33) % (uint64_t)below);
}

static void store(void *at, int size, long k, long value)
{
    char *to = (char *)at + k * abs(size);
    memcpy(to, &value, (size_t)abs(size)); /* little-endian, as all that the library runs on */
}

static void numbers_are_distinct_as_a_search_of_all_pairs_says(void **state)
{
    (void)state;
    static const int sizes[] = {1, 2, 4, 8, -1, -2, -4, -8};
    int seen[2] = {0};
    for (int round = 0; round < 4000; ++round) {
        int size = sizes[some(8)];
        long count = some(14), stride = 1 + some(3), value[60], below = 10 + some(110);
        int64_t room[60];
        bool distinct = true;
        for (long k = 0; k < 60; ++k)
            store(room, size, k, value[k] = some(below));
        for (long i = 0; i < count; ++i)
            for (long j = 0; j < i; ++j)
                distinct = distinct && value[i * stride] != value[j * stride];
        assert_int_equal(ctsar_distinct(room, size, count, stride), distinct);
        seen[distinct]++;
    }
    assert_true(seen[0] > 500 && seen[1] > 500);
}

/* Marks the bytes of rows; whether one was marked by `wrong` already. */
static bool marked(unsigned char *bytes, const long *row, long count, const long ends[2], int own,
                   int wrong)
{
    bool met = false;
    for (long k = 0; k < count; ++k)
        for (long at = row[k] + ends[0]; at < row[k] + ends[1]; ++at) {
            met = met || (bytes[at] & wrong);
            bytes[at] |= (unsigned char)own;
        }
    return met;
}

static void rows_lie_apart_as_a_look_at_each_byte_says(void **state)
{
    (void)state;
    int seen[2] = {0};
    for (int round = 0; round < 6000; ++round) {
        static char room[400];
        unsigned char bytes[400] = {0};
        long place[2][6], count[2], ends[2][2];
        const char *rows[2][6];
        for (int side = 0; side < 2; ++side) {
            count[side] = some(7) - (side == 0 && !some(5));
            ends[side][0] = some(9) - 4;
            ends[side][1] = ends[side][0] + some(12) - 1;
            for (int k = 0; k < 6; ++k) {
                /* Often in order, or so that they only just fit. */
                place[side][k] = some(2) ? 20 + some(340) : 20 + 170 * side + 11 * k;
                rows[side][k] = room + place[side][k];
            }
        }
        bool met = marked(bytes, place[0], count[0], ends[0], 1, 1);
        met = marked(bytes, place[1], count[1], ends[1], 2, 1) || met;
        bool apart = ctsar_rows_apart(rows[0], count[0], ends[0][0], ends[0][1], rows[1], count[1],
                                      ends[1][0], ends[1][1]);
        assert_int_equal(apart, !met);
        seen[apart]++;
    }
    assert_true(seen[0] > 500 && seen[1] > 500);
}

static void of_no_rows_no_pointer_is_read(void **state)
{
    (void)state;
    const char *row = "row";
    assert_true(ctsar_rows_apart(NULL, 0, 0, 4, NULL, 5, 0, 0));
    assert_true(ctsar_rows_apart(NULL, -3, 0, 4, NULL, 1, 0, 4));
    assert_true(ctsar_rows_apart(NULL, 7, 4, 4, NULL, 1, 0, 4));
    assert_true(ctsar_rows_apart(NULL, 7, 4, 3, NULL, 1, 0, 4));
    assert_true(ctsar_rows_apart(&row, 1, 0, 4, NULL, 0, 0, 4));
    assert_true(ctsar_rows_apart(&row, 1, 0, 4, NULL, 9, 2, 2));
    assert_false(ctsar_rows_apart(&row, 1, 0, 4, &row, 1, 3, 4));
}

/* ---- Rows of one matrix ---------------------------------------------------------- */

static void rows_are_a_matrix_where_all_distances_are_equal(void **state)
{
    (void)state;
    static double room[600];
    int seen[2] = {0};
    for (int round = 0; round < 4000; ++round) {
        long count = 1 + some(5), pitch = 1 + some(12), first = some(4), end = first + 1 + some(8);
        const double *rows[5];
        for (long k = 0; k < count; ++k)
            rows[k] = room + 100 + k * pitch;
        if (some(3) == 0)
            rows[some(count)] += 1 - 2 * some(2);
        long found = -1, distance = count > 1 ? rows[1] - rows[0] : end - first;
        bool block = distance >= end - first;
        for (long k = 1; k < count; ++k)
            block = block && rows[k] - rows[k - 1] == distance;
        const double *begin = ctsar_rows_block(rows, count, first, end, sizeof *room, &found);
        assert_ptr_equal(begin, block ? rows[0] + first : NULL);
        assert_int_equal(found, block ? distance : -1);
        seen[block]++;
    }
    assert_true(seen[0] > 500 && seen[1] > 500);
}

static void of_no_matrix_no_pointer_is_read(void **state)
{
    (void)state;
    long pitch = 7;
    assert_null(ctsar_rows_block(NULL, 0, 0, 4, 8, &pitch));
    assert_null(ctsar_rows_block(NULL, -3, 0, 4, 8, &pitch));
    assert_null(ctsar_rows_block(NULL, 5, 4, 4, 8, &pitch));
    assert_null(ctsar_rows_block(NULL, 5, 4, 3, 8, &pitch));
    assert_null(ctsar_rows_block(NULL, 5, 0, 4, 0, &pitch));
    assert_null(ctsar_rows_block(NULL, 5, LONG_MIN, LONG_MAX, 1, &pitch));
    assert_null(ctsar_rows_block(NULL, 5, 0, LONG_MAX, 8, &pitch));
    assert_int_equal(pitch, 7);
}

static void rows_that_are_no_matrix_are_told(void **state)
{
    (void)state;
    static double room[100];
    char *bytes = (char *)room;
    long pitch = 7;
    const void *down[] = {room + 20, room + 10, room};
    assert_null(ctsar_rows_block(down, 3, 0, 4, 8, &pitch));
    assert_null(ctsar_rows_block(down, 2, 0, 4, 8, &pitch));
    const void *same[] = {room, room};
    assert_null(ctsar_rows_block(same, 2, 0, 1, 8, &pitch));
    const void *odd[] = {bytes, bytes + 84, bytes + 168}; /* no whole elements */
    assert_null(ctsar_rows_block(odd, 3, 0, 4, 8, &pitch));
    const void *none[] = {NULL, NULL, NULL};
    assert_null(ctsar_rows_block(none, 3, 0, 4, 8, &pitch));
    assert_null(ctsar_rows_block(none, 1, 0, 4, 8, &pitch));
    const void *end[] = {bytes, (void *)(UINTPTR_MAX - 7)}; /* the last row has no addresses */
    assert_null(ctsar_rows_block(end, 2, 0, 1, 1, &pitch));
    assert_int_equal(pitch, 7);
}

static void checked_rows_have_nothing_in_between(void **state)
{
    (void)state;
    static double room[100];
    const void *rows[] = {room, room + 10, room + 20};
    long pitch = 0;
    setenv("CTSAR_CHECK", "1", 1);
    assert_null(ctsar_rows_block(rows, 3, 0, 9, 8, &pitch));
    assert_ptr_equal(ctsar_rows_block(rows, 3, 0, 10, 8, &pitch), room);
    setenv("CTSAR_CHECK", "0", 1);
    assert_ptr_equal(ctsar_rows_block(rows, 3, 0, 9, 8, &pitch), room);
    unsetenv("CTSAR_CHECK");
}

static void the_greatest_is_found_for_all_types(void **state)
{
    (void)state;
    static const int sizes[] = {1, 2, 4, 8, -1, -2, -4, -8};
    for (int k = 0; k < 8; ++k) {
        int64_t room[8];
        const long value[] = {5, 127, 3, 99, sizes[k] < 0 ? -7 : 7};
        for (long i = 0; i < 5; ++i)
            store(room, sizes[k], i, value[i]);
        assert_int_equal(ctsar_greatest(room, sizes[k], 5, 1), 127);
        assert_int_equal(ctsar_greatest(room, sizes[k], 3, 2), sizes[k] < 0 ? 5 : 7);
        assert_int_equal(ctsar_greatest((char *)room + 4 * abs(sizes[k]), sizes[k], 1, 1),
                         value[4]);
    }
    /* Many are looked at at once, and the last ones one by one. */
    for (int k = 0; k < 8; ++k)
        for (long at = 0; at < 75; ++at) {
            int64_t room[75] = {0};
            store(room, sizes[k], at, 99);
            assert_int_equal(ctsar_greatest(room, sizes[k], 75, 1), 99);
            assert_int_equal(ctsar_greatest(room, sizes[k], at, 1), at ? 0 : -1);
        }
    assert_int_equal(ctsar_greatest(&(uint64_t){UINT64_MAX}, 8, 1, 1), LONG_MAX);
    assert_int_equal(ctsar_greatest(NULL, 4, 0, 1), -1);
}

static void numbers_ascend_where_none_is_smaller_than_the_one_before(void **state)
{
    (void)state;
    static const int sizes[] = {1, 2, 4, 8, -1, -2, -4, -8};
    for (int k = 0; k < 8; ++k) {
        int64_t room[8];
        const long value[] = {sizes[k] < 0 ? -7 : 7, 9, 9, 127, 99};
        for (long i = 0; i < 5; ++i)
            store(room, sizes[k], i, value[i]);
        assert_true(ctsar_ascending(room, sizes[k], 4, 1));
        assert_false(ctsar_ascending(room, sizes[k], 5, 1));
        assert_true(ctsar_ascending(room, sizes[k], 3, 2));
    }
    assert_true(ctsar_ascending((const signed char[]){3, -1}, 1, 2, 1)); /* as unsigned: 255 */
    assert_true(ctsar_ascending(NULL, 4, 1, 1));
}

static void a_number_below_0_is_no_subscript(void **state)
{
    (void)state;
    const signed char mixed[] = {3, -1, 4};
    assert_false(ctsar_distinct(mixed, -1, 3, 1));
    assert_true(ctsar_distinct(mixed, 1, 3, 1)); /* as unsigned: 255 */
    assert_true(ctsar_distinct(mixed, -1, 2, 2));
    const long far[] = {0, 1L << 38};
    assert_false(ctsar_distinct(far, -8, 2, 1));
}

static void of_none_and_of_one_nothing_is_read(void **state)
{
    (void)state;
    assert_true(ctsar_distinct(NULL, 4, 1, 1));
    assert_true(ctsar_distinct(NULL, 4, 0, 1));
    assert_true(ctsar_distinct(NULL, 4, -7, 1));
}

static void without_memory_nothing_is_known(void **state)
{
    (void)state;
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    skip(); /* they need more addresses than the limit leaves */
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
    skip();
#endif
#endif
    struct rlimit before;
    getrlimit(RLIMIT_AS, &before);
    struct rlimit little = {UINT64_C(1) << 30, before.rlim_max};
    const long far[] = {0, 1L << 37};
    assert_int_equal(setrlimit(RLIMIT_AS, &little), 0);
    bool known =
        ctsar_distinct(far, -8, 2, 1) || ctsar_rows_apart(far, 1L << 37, 0, 8, NULL, 0, 0, 0);
    assert_int_equal(setrlimit(RLIMIT_AS, &before), 0);
    assert_false(known);
}

/* ---- Counting -------------------------------------------------------------------- */

/* What a child that reports as `report` says writes to stderr; to be freed. */
static char *stderr_of(const char *report, void (*body)(void))
{
    FILE *file = tmpfile();
    assert_non_null(file);
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        setenv("CTSAR_REPORT", report, 1);
        dup2(fileno(file), STDERR_FILENO);
        body();
        exit(0);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    char *text = calloc(1, 4096);
    rewind(file);
    assert_true(fread(text, 1, 4095, file) < 4095);
    fclose(file);
    return text;
}

static void fail_some(void)
{
    for (int i = 0; i < 3; ++i)
        assert_false(ctsar_guard(false, "heat.c:12"));
    assert_true(ctsar_guard(true, "never.c:1"));
    assert_false(ctsar_guard(false, "sparse.c:7"));
}

static void loops_whose_guards_do_not_hold_are_counted_by_place(void **state)
{
    (void)state;
    char *text = stderr_of("1", fail_some);
    assert_string_equal(
        text,
        "ctsar: loop heat.c:12: 3 times by one core, as what splitting it takes for granted did "
        "not hold\n"
        "ctsar: loop sparse.c:7: 1 time by one core, as what splitting it takes for granted did "
        "not hold\n");
    free(text);
}

static void cores_share_a_loop_where_a_team_has_several_threads(void **state)
{
    (void)state;
    bool alone, within;
    omp_set_max_active_levels(1);
    omp_set_num_threads(1);
    alone = !ctsar_cores_share();
    omp_set_num_threads(2);
    assert_true(alone && ctsar_cores_share());
#pragma omp parallel num_threads(2)
#pragma omp single
    within = ctsar_cores_share();
    assert_false(within);
}

static void fail_around_a_region(void)
{
    ctsar_guard(false, "before.c:1");
    ctsar *s = NULL;
    ctsar_init_at(&s, 10, CTSAR_STATIC, CTSAR_DEV_CPU, NULL, NULL, "region.c:2");
    ctsar_free(&s);
    ctsar_guard(false, "before.c:1");
}

static void they_stand_behind_the_regions(void **state)
{
    (void)state;
    char *text = stderr_of("1", fail_around_a_region);
    const char *region = strstr(text, "region.c:2"), *loop = strstr(text, "loop before.c:1: 2 ");
    assert_true(region && loop && region < loop);
    free(text);
}

static void fail_under_a_wrong_environment(void)
{
    setenv("CTSAR_DEVICES", "nonsense", 1);
    fail_some();
}

static void with_the_report_off_nothing_is_counted(void **state)
{
    (void)state;
    char *text = stderr_of("0", fail_some);
    assert_string_equal(text, "");
    free(text);
    text = stderr_of("1", fail_under_a_wrong_environment); /* which regions tell of */
    assert_string_equal(text, "");
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_lie_apart_as_a_look_at_each_byte_says),
        cmocka_unit_test(of_no_rows_no_pointer_is_read),
        cmocka_unit_test(numbers_are_distinct_as_a_search_of_all_pairs_says),
        cmocka_unit_test(rows_are_a_matrix_where_all_distances_are_equal),
        cmocka_unit_test(of_no_matrix_no_pointer_is_read),
        cmocka_unit_test(rows_that_are_no_matrix_are_told),
        cmocka_unit_test(checked_rows_have_nothing_in_between),
        cmocka_unit_test(the_greatest_is_found_for_all_types),
        cmocka_unit_test(numbers_ascend_where_none_is_smaller_than_the_one_before),
        cmocka_unit_test(a_number_below_0_is_no_subscript),
        cmocka_unit_test(of_none_and_of_one_nothing_is_read),
        cmocka_unit_test(without_memory_nothing_is_known),
        cmocka_unit_test(loops_whose_guards_do_not_hold_are_counted_by_place),
        cmocka_unit_test(they_stand_behind_the_regions),
        cmocka_unit_test(with_the_report_off_nothing_is_counted),
        /* The last: a child of a process with a team has no threads. */
        cmocka_unit_test(cores_share_a_loop_where_a_team_has_several_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

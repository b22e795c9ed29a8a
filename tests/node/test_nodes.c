/* SPDX-License-Identifier: BSD-3-Clause
 *
 * To be started by mpirun: all ranks execute all tests together, each compares what it has with
 * what a serial loop gives.  As one process it passes too. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ctsar.h"
#include "support/environment.h"

enum { N = 1000 };

static void add(void *into, void *from)
{
    *(float *)into += *(float *)from;
}

static ctsar *region(const char *devices, unsigned kinds)
{
    ctsar *s = NULL;
    units_default();
    if (devices)
        setenv("CTSAR_DEVICES", devices, 1);
    ctsar_init(&s, N, CTSAR_ADAPTIVE, kinds, NULL, NULL);
    assert_non_null(s);
    return s;
}

/* Who executed each of n iterations; the array has an element more. */
static void owners_of(ctsar *s, int *owner, size_t n)
{
    memset(owner, 0xff, (n + 1) * sizeof *owner);
#pragma omp parallel
    do {
        int *o = ctsar_reg_mem(s, owner, sizeof *o, n + 1, CTSAR_MEM_PARTIAL | CTSAR_MEM_OUTPUT);
        ctsar_next(s, n);
        for (long i = CSTART(s); i < CEND(s); ++i)
            o[i] = ctsar_node();
    } while (ctsar_loop(s));
}

static long count(const int *owner, size_t n, int rank)
{
    long all = 0;
    for (size_t i = 0; i < n; ++i)
        all += owner[i] == rank;
    return all;
}

/* What each rank has as `mine`, on all: rank r executes iteration r. */
static void tell(uint64_t mine, uint64_t *all)
{
    size_t nodes = (size_t)ctsar_nodes();
    ctsar *s = region("cpu", CTSAR_DEV_ALL);
    for (size_t i = 0; i < nodes; ++i)
        all[i] = 0;
#pragma omp parallel
    do {
        uint64_t *a = ctsar_reg_mem(s, all, sizeof *a, nodes, CTSAR_MEM_PARTIAL | CTSAR_MEM_OUTPUT);
        ctsar_next(s, nodes);
        for (long i = CSTART(s); i < CEND(s); ++i)
            a[i] = mine;
    } while (ctsar_loop(s));
    ctsar_free(&s);
}

static void assert_same_on_all(uint64_t mine)
{
    uint64_t all[64] = {0};
    tell(mine, all);
    for (int r = 0; r < ctsar_nodes(); ++r)
        assert_int_equal(all[r], mine);
}

static void the_first_pass_is_divided_evenly_and_all_know_who_did_what(void **state)
{
    (void)state;
    int owner[N + 1];
    ctsar *s = region("cpu", CTSAR_DEV_ALL);
    owners_of(s, owner, N);
    for (int i = 1; i < N; ++i)
        assert_true(owner[i] >= owner[i - 1]);
    for (int r = 0; r < ctsar_nodes(); ++r)
        assert_in_range(count(owner, N, r), N / ctsar_nodes() - 1, N / ctsar_nodes() + 1);
    ctsar_free(&s);
}

static void a_node_without_iterations_takes_part(void **state)
{
    (void)state;
    int owner[3];
    ctsar *s = region("cpu,emu:1", CTSAR_DEV_ALL);
    for (size_t n = 2; n + 1 > 0; --n) {
        owners_of(s, owner, n);
        for (size_t i = 0; i < n; ++i)
            assert_in_range(owner[i], 0, ctsar_nodes() - 1);
    }
    ctsar_free(&s);
}

/* Rank r's cores take r + 1 microseconds for an iteration. */
static ctsar *unequal_nodes(void)
{
    char iter[16];
    ctsar *s = NULL;
    units_default();
    snprintf(iter, sizeof iter, "%dus", ctsar_node() + 1);
    setenv("CTSAR_VIRTUAL_ITER", iter, 1);
    setenv("CTSAR_CLOCK", "virtual", 1);
    setenv("CTSAR_DEVICES", "cpu:1", 1);
    ctsar_init(&s, N, CTSAR_ADAPTIVE, CTSAR_DEV_ALL, NULL, NULL);
    return s;
}

static void faster_nodes_get_more(void **state)
{
    (void)state;
    int owner[N + 1];
    double all = 0;
    ctsar *s = unequal_nodes();
    for (int pass = 0; pass < 4; ++pass)
        owners_of(s, owner, N);
    for (int r = 0; r < ctsar_nodes(); ++r)
        all += 1.0 / (r + 1);
    for (int r = 0; r < ctsar_nodes(); ++r)
        assert_in_range(count(owner, N, r), (long)(N / (all * (r + 1))) - 2,
                        (long)(N / (all * (r + 1))) + 2);
    ctsar_free(&s);
}

/* The later half of the iterations weighs three times as much. */
static double heavier(const void *data, long lo, long hi)
{
    long light = hi < N / 2 ? hi - lo : lo < N / 2 ? N / 2 - lo : 0;
    (void)data;
    assert_true(lo >= 0 && lo <= hi && hi <= N);
    return (double)light + 3.0 * (double)(hi - lo - light);
}

static void work_is_divided_rather_than_iterations(void **state)
{
    (void)state;
    int owner[N + 1];
    ctsar *s = region("cpu", CTSAR_DEV_ALL);
    ctsar_set_cost(s, heavier, NULL);
    owners_of(s, owner, N);
    for (int r = 0; r < ctsar_nodes(); ++r) {
        double work = 0;
        for (int i = 0; i < N; ++i)
            work += owner[i] == r ? heavier(NULL, i, i + 1) : 0;
        double each = heavier(NULL, 0, N) / ctsar_nodes();
        assert_true(work > each - 4 && work < each + 4);
    }
    ctsar_free(&s);
}

static void reductions_have_the_same_bits_on_all_nodes(void **state)
{
    (void)state;
    ctsar *s = region("cpu,emu:2", CTSAR_DEV_ALL);
    for (int pass = 0; pass < 5; ++pass) {
        float sum = 7, zero = 0;
        double exact = 7;
#pragma omp parallel
        do {
            float *own = ctsar_reg_reduc(s, &sum, &zero, sizeof sum, add);
            ctsar_next(s, N);
            for (long i = CSTART(s); i < CEND(s); ++i)
                *own += 1.0F / (float)(i + 3);
        } while (ctsar_loop(s));
        for (int i = 0; i < N; ++i)
            exact += 1.0 / (i + 3);
        assert_true(sum > exact * (1 - 1e-5) && sum < exact * (1 + 1e-5));
        uint32_t bits;
        memcpy(&bits, &sum, sizeof bits);
        assert_same_on_all(bits);
    }
    ctsar_free(&s);
}

/* Executes a pass and says how many iterations this node has executed. */
static long executed(ctsar *s, unsigned flags, int *array)
{
    long mine = 0;
#pragma omp parallel reduction(+ : mine)
    do {
        int *a = flags ? ctsar_reg_mem(s, array, sizeof *a, N, flags) : array;
        ctsar_next(s, N);
        for (long i = CSTART(s); i < CEND(s); ++i, ++mine)
            a[i] = (int)i;
    } while (ctsar_loop(s));
    for (int i = 0; i < N; ++i)
        assert_int_equal(array[i], i);
    return mine;
}

static void addresses_stay_on_their_node(void **state)
{
    (void)state;
    struct item {
        double value;
        const void *self;
    } items[N];
    for (int i = 0; i < N; ++i)
        items[i] = (struct item){-1, &items[i]};
    ctsar *s = region("cpu", CTSAR_DEV_ALL);
#pragma omp parallel
    do {
        struct item *at = ctsar_reg_mem(s, items, sizeof *at, N,
                                        CTSAR_MEM_PARTIAL | CTSAR_MEM_INOUT | CTSAR_MEM_ADDRESSES);
        ctsar_next(s, N);
        for (long i = CSTART(s); i < CEND(s); ++i)
            at[i].value = (double)i;
    } while (ctsar_loop(s));
    ctsar_free(&s);
    for (int i = 0; i < N; ++i) {
        assert_true(items[i].value == i);
        assert_ptr_equal(items[i].self, &items[i]);
    }
}

static void what_cannot_be_divided_is_executed_by_each_node(void **state)
{
    (void)state;
    static const struct {
        unsigned kinds, flags;
    } how[] = {
        {CTSAR_DEV_CPU,
         CTSAR_MEM_PARTIAL | CTSAR_MEM_OUTPUT}, /* it may write other arrays as well */
        {CTSAR_DEV_CPU, 0},
        {CTSAR_DEV_ALL, 0},
        {CTSAR_DEV_ALL, CTSAR_MEM_PARTIAL | CTSAR_MEM_OUTPUT | CTSAR_MEM_ADDRESSES},
    };
    int array[N];
    for (size_t i = 0; i < sizeof how / sizeof *how; ++i) {
        ctsar *s = region("cpu", how[i].kinds);
        memset(array, 0, sizeof array);
        assert_int_equal(executed(s, how[i].flags, array), N);
        ctsar_free(&s);
    }
    ctsar *s = region("cpu", CTSAR_DEV_ALL);
    memset(array, 0, sizeof array);
    long mine = executed(s, CTSAR_MEM_PARTIAL | CTSAR_MEM_OUTPUT, array);
    assert_true(ctsar_nodes() == 1 ? mine == N : mine < N);
    ctsar_free(&s);
}

/* Numbers behind an array's end that the last iterations select are nobody's. */
static void the_last_iterations_of_nodes_may_have_less_than_the_others(void **state)
{
    (void)state;
    static const ctsar_map how[] = {{32, 0, 32}, {2, 2, 1}, {3, 1, 1}};
    for (size_t k = 0; k < sizeof how / sizeof *how; ++k)
        for (long count = 1; count < N; count += 1 + count / 3) {
            const ctsar_dim all = {(size_t)count, true, 0, 0};
            int array[N + 1];
            for (int i = 0; i <= N; ++i)
                array[i] = i;
            ctsar *s = region("cpu", CTSAR_DEV_ALL);
#pragma omp parallel
            do {
                int *at = ctsar_reg_mem_map(s, array, sizeof *at, 1, &all, &how[k],
                                            CTSAR_MEM_INOUT | CTSAR_MEM_CUT, NULL);
                ctsar_next(s, N);
                for (long i = CSTART(s); i < CEND(s); ++i)
                    for (long j = 0; j < (long)how[k].width; ++j) {
                        long item = how[k].stride * i + how[k].offset + j;
                        if (item < count)
                            at[item] += 1000;
                    }
            } while (ctsar_loop(s));
            ctsar_free(&s);
            for (int i = 0; i <= N; ++i) {
                long stride = how[k].stride, at = i - how[k].offset;
                bool own = i < count && at >= 0 && at % stride < (long)how[k].width;
                assert_int_equal(array[i], own ? i + 1000 : i);
            }
        }
}

/* An error of rank 0's. */
static int failing_pass(ctsar *s, int *array, bool fails, unsigned persist)
{
    int status = CTSAR_OK;
#pragma omp parallel
    do {
        ctsar_reg_mem(s, array, sizeof *array, N, CTSAR_MEM_PARTIAL | CTSAR_MEM_OUTPUT | persist);
        if (fails)
            ctsar_reg_mem(s, array, sizeof *array, N, 0);
        ctsar_next(s, N);
        for (long i = CSTART(s); i < CEND(s); ++i)
            array[i] = (int)i;
    } while (ctsar_loop(s));
    if (*ctsar_last_error(s))
        status =
            strstr(ctsar_last_error(s), ctsar_strerror(CTSAR_ENODE)) ? CTSAR_ENODE : CTSAR_EINVAL;
    return status;
}

static void fail_once(unsigned persist)
{
    int array[N];
    ctsar *s = region("cpu", CTSAR_DEV_ALL);
    ctsar_set_error_mode(CTSAR_ERRORS_RETURN);
    assert_int_equal(failing_pass(s, array, ctsar_node() == 0, persist),
                     ctsar_node() == 0 ? CTSAR_EINVAL : CTSAR_ENODE);
    ctsar_set_error_mode(CTSAR_ERRORS_ABORT);
    ctsar_free(&s);
    s = region("cpu", CTSAR_DEV_ALL);
    assert_int_equal(failing_pass(s, array, false, persist), CTSAR_OK);
    ctsar_free(&s);
    for (int i = 0; i < N; ++i)
        assert_int_equal(array[i], i);
}

static void an_error_on_one_node_is_known_to_all(void **state)
{
    (void)state;
    fail_once(0);
    fail_once(CTSAR_MEM_PERSIST); /* before which the others wait for it */
}

/* What nodes have in parts is used in another way, with what they have in parts after it. */
static void arrays_in_parts_pass_between_regions(void **state)
{
    (void)state;
    enum { ROWS = 24, COLUMNS = 18 };
    static int array[ROWS][COLUMNS], model[ROWS][COLUMNS];
    static const unsigned how[] = {CTSAR_MEM_PARTIAL | CTSAR_MEM_PERSIST,
                                   CTSAR_MEM_PARTIAL_COL | CTSAR_MEM_PERSIST, CTSAR_MEM_PARTIAL};
    ctsar *s[] = {region("cpu,emu:1", CTSAR_DEV_ALL), region("cpu,emu:1", CTSAR_DEV_ALL),
                  region("cpu", CTSAR_DEV_ALL)};
    memset(array, 0, sizeof array);
    memset(model, 0, sizeof model);
    for (int pass = 0; pass < 27; ++pass) {
        int k = pass * pass % 9 % 3;
        long n = k == 1 ? COLUMNS : ROWS;
#pragma omp parallel
        do {
            int(*a)[COLUMNS] = ctsar_reg_mem_2d(s[k], array, sizeof(int), ROWS, COLUMNS, 0, 0,
                                                how[k] | CTSAR_MEM_INOUT, NULL);
            ctsar_next(s[k], (size_t)n);
            for (long i = CSTART(s[k]); i < CEND(s[k]); ++i)
                for (long j = 0; j < ROWS + COLUMNS - n; ++j)
                    *(k == 1 ? &a[j][i] : &a[i][j]) += (int)(i * j) + pass;
        } while (ctsar_loop(s[k]));
        for (long i = 0; i < n; ++i)
            for (long j = 0; j < ROWS + COLUMNS - n; ++j)
                *(k == 1 ? &model[j][i] : &model[i][j]) += (int)(i * j) + pass;
    }
    for (int k = 0; k < 3; ++k)
        ctsar_free(&s[k]);
    assert_memory_equal(array, model, sizeof array);
}

/* 0 to N - 1, of which each node has its part. */
static void persist_in_parts(ctsar *s, float *array)
{
#pragma omp parallel
    do {
        float *a = ctsar_reg_mem(s, array, sizeof *a, N,
                                 CTSAR_MEM_PARTIAL | CTSAR_MEM_OUTPUT | CTSAR_MEM_PERSIST);
        ctsar_next(s, N);
        for (long i = CSTART(s); i < CEND(s); ++i)
            a[i] = (float)i;
    } while (ctsar_loop(s));
}

static void add_ones(ctsar *s, float *to)
{
    static const float zero;
#pragma omp parallel
    do {
        float *sum = ctsar_reg_reduc(s, to, &zero, sizeof zero, add);
        ctsar_next(s, N);
        for (long i = CSTART(s); i < CEND(s); ++i)
            *sum += 1;
    } while (ctsar_loop(s));
}

/* Only one node knows the value. */
static void a_reduction_into_an_array_in_parts_is_refused(void **state)
{
    static float array[N];
    (void)state;
    ctsar *parts = region("cpu,emu:1", CTSAR_DEV_ALL), *sums = region("cpu,emu:1", CTSAR_DEV_ALL);
    ctsar_set_error_mode(CTSAR_ERRORS_RETURN);
    persist_in_parts(parts, array);
    add_ones(sums, &array[N / 3]);
    bool refused = strstr(ctsar_last_error(sums), "adds to a persisted array that nodes have in p");
    assert_int_equal(refused, ctsar_nodes() > 1);
    ctsar_free(&sums);
    sums = region("cpu,emu:1", CTSAR_DEV_ALL);
    persist_in_parts(parts, array);
    assert_int_equal(ctsar_sync_mem(parts, array), CTSAR_OK);
    add_ones(sums, &array[N / 3]);
    assert_string_equal(ctsar_last_error(sums), "");
    assert_int_equal(ctsar_sync_mem(NULL, array), CTSAR_OK);
    ctsar_set_error_mode(CTSAR_ERRORS_ABORT);
    for (int i = 0; i < N; ++i)
        assert_true(array[i] == (float)(i == N / 3 ? i + N : i));
    ctsar_free(&sums);
    ctsar_free(&parts);
}

/* A persisted stencil, whose rows wander from node to node. */
static void halos_of_persisted_arrays_are_those_of_the_other_nodes(void **state)
{
    (void)state;
    enum { ROWS = 64, COLUMNS = 8 };
    static int array[2][ROWS][COLUMNS], model[2][ROWS][COLUMNS];
    for (int i = 0; i < ROWS * COLUMNS; ++i)
        model[0][i / COLUMNS][i % COLUMNS] = i % 17;
    memcpy(array, model, sizeof array);
    ctsar *s = region("cpu,emu:1", CTSAR_DEV_ALL);
    for (int pass = 0; pass < 9; ++pass) {
        int from = pass % 2, to = !from;
#pragma omp parallel
        do {
            int(*in)[COLUMNS] =
                ctsar_reg_mem_2d(s, array[from], sizeof(int), ROWS, COLUMNS, 1, 0,
                                 CTSAR_MEM_PARTIAL | CTSAR_MEM_INPUT | CTSAR_MEM_PERSIST, NULL);
            int(*out)[COLUMNS] =
                ctsar_reg_mem_2d(s, array[to], sizeof(int), ROWS, COLUMNS, 0, 0,
                                 CTSAR_MEM_PARTIAL | CTSAR_MEM_INOUT | CTSAR_MEM_PERSIST, NULL);
            ctsar_next_range(s, 1, ROWS - 1, 1);
            for (long i = CSTART(s); i < CEND(s); ++i)
                for (int j = 0; j < COLUMNS; ++j)
                    out[i][j] = in[i - 1][j] + 3 * in[i + 1][j] + out[i][j];
        } while (ctsar_loop(s));
        for (int i = 1; i < ROWS - 1; ++i)
            for (int j = 0; j < COLUMNS; ++j)
                model[to][i][j] += model[from][i - 1][j] + 3 * model[from][i + 1][j];
    }
    ctsar_sync_mem(s, array[0]);
    ctsar_sync_mem(s, array[1]);
    ctsar_free(&s);
    assert_memory_equal(array, model, sizeof array);
}

/* What an array of which nodes have parts has on this host when it is discarded stays there, and
 * the next array at its address is like any other. */
static void what_is_discarded_is_everywhere_what_it_was(void **state)
{
    (void)state;
    static int array[N];
    ctsar *s = region("cpu", CTSAR_DEV_ALL);
    for (int round = 0; round < 3; ++round) {
        int own = 0;
        memset(array, 0, sizeof array);
        for (int pass = 1; pass < 3; ++pass) {
#pragma omp parallel num_threads(1)
            do {
                int *a = ctsar_reg_mem(s, array, sizeof *a, N,
                                       CTSAR_MEM_PARTIAL | CTSAR_MEM_INOUT | CTSAR_MEM_PERSIST);
                ctsar_next(s, N);
                own = (int)(CEND(s) - CSTART(s));
                for (long i = CSTART(s); i < CEND(s); ++i)
                    a[i] += 1;
            } while (ctsar_loop(s));
        }
        assert_int_equal(ctsar_discard(array), CTSAR_OK);
        int found = 0;
        for (int i = 0; i < N; ++i)
            found += array[i];
        assert_in_range(found, 2 * own, 2 * N - (own < N)); /* not all that others have written */
    }
    ctsar_free(&s);
}

static void nodes_are_chosen_before_they_are_used(void **state)
{
    (void)state;
    assert_in_range(ctsar_node(), 0, ctsar_nodes() - 1);
    ctsar_set_error_mode(CTSAR_ERRORS_RETURN);
    assert_int_equal(ctsar_use_comm(NULL), CTSAR_ESTATE);
    ctsar_set_error_mode(CTSAR_ERRORS_ABORT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_pass_is_divided_evenly_and_all_know_who_did_what),
        cmocka_unit_test(a_node_without_iterations_takes_part),
        cmocka_unit_test(faster_nodes_get_more),
        cmocka_unit_test(work_is_divided_rather_than_iterations),
        cmocka_unit_test(reductions_have_the_same_bits_on_all_nodes),
        cmocka_unit_test(what_cannot_be_divided_is_executed_by_each_node),
        cmocka_unit_test(the_last_iterations_of_nodes_may_have_less_than_the_others),
        cmocka_unit_test(addresses_stay_on_their_node),
        cmocka_unit_test(an_error_on_one_node_is_known_to_all),
        cmocka_unit_test(halos_of_persisted_arrays_are_those_of_the_other_nodes),
        cmocka_unit_test(arrays_in_parts_pass_between_regions),
        cmocka_unit_test(a_reduction_into_an_array_in_parts_is_refused),
        cmocka_unit_test(what_is_discarded_is_everywhere_what_it_was),
        cmocka_unit_test(nodes_are_chosen_before_they_are_used),
    };
    return cmocka_run_group_tests_name("nodes", tests, NULL, NULL);
}

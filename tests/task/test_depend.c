/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Boxes, and the dependences that follow from their overlap, against naive ones: every byte of a
 * box by itself, every pair of accesses. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/random.h"
#include "task/graph/depend.h"

enum { ROOM = 4096 };
static char memory[ROOM];
static random_state numbers;

/* Two boxes are compared; the test is linked such that this is called in its place. */
bool __real_ctsar__boxes_overlap(const ctsar__box *a, const ctsar__box *b);
bool __wrap_ctsar__boxes_overlap(const ctsar__box *a, const ctsar__box *b);
static long comparisons;

bool __wrap_ctsar__boxes_overlap(const ctsar__box *a, const ctsar__box *b)
{
    comparisons++;
    return __real_ctsar__boxes_overlap(a, b);
}

/* ---- Boxes ------------------------------------------------------------------------------ */

typedef struct access {
    int ndim;
    size_t elem;
    char *array;
    ctsar_side side[CTSAR_BOX_DIMS];
    ctsar__box box;
} access;

static size_t below(size_t n)
{
    return n ? (size_t)random_long(&numbers, 0, (long)n - 1) : 0;
}

/* A box of one of a few arrays that share the memory. */
static access random_access(void)
{
    static const size_t extents[][CTSAR_BOX_DIMS] = {{600, 0, 0, 0}, {20, 30, 0, 0},
                                                     {30, 20, 0, 0}, {6, 10, 10, 0},
                                                     {3, 5, 4, 10},  {12, 50, 0, 0}};
    size_t which = below(sizeof extents / sizeof *extents);
    access a = {.elem = 1 + below(2), .array = memory + 8 * below(3)};
    for (; a.ndim < CTSAR_BOX_DIMS && extents[which][a.ndim]; ++a.ndim) {
        ctsar_side *s = &a.side[a.ndim];
        s->extent = extents[which][a.ndim];
        s->lo = below(s->extent);
        s->count = 1 + below(s->extent - s->lo);
        if (below(3) == 0)
            *s = (ctsar_side){s->extent, 0, s->extent};
    }
    assert_int_equal(ctsar__box_make(a.array, a.elem, a.ndim, a.side, &a.box), CTSAR_OK);
    return a;
}

/* Marks the bytes of a box one by one. */
static void mark(const access *a, unsigned char *map)
{
    size_t index[CTSAR_BOX_DIMS] = {0}, total = 1;
    memset(map, 0, ROOM);
    for (int k = 0; k < a->ndim; ++k)
        total *= a->side[k].count;
    for (size_t n = 0; n < total; ++n) {
        size_t at = 0, rest = n;
        for (int k = a->ndim - 1; k >= 0; --k) {
            index[k] = a->side[k].lo + rest % a->side[k].count;
            rest /= a->side[k].count;
        }
        for (int k = 0; k < a->ndim; ++k)
            at = at * a->side[k].extent + index[k];
        for (size_t b = 0; b < a->elem; ++b)
            map[(size_t)(a->array - memory) + at * a->elem + b] = 1;
    }
}

static bool naive_overlap(const unsigned char *x, const unsigned char *y)
{
    for (int i = 0; i < ROOM; ++i)
        if (x[i] && y[i])
            return true;
    return false;
}

static void boxes_overlap_where_they_have_a_byte_in_common(void **state)
{
    static unsigned char x[ROOM], y[ROOM];
    int met = 0;
    (void)state;
    numbers.x = 1;
    for (int i = 0; i < 20000; ++i) {
        access a = random_access(), b = random_access();
        mark(&a, x);
        mark(&b, y);
        bool meet = naive_overlap(x, y);
        met += meet;
        if (ctsar__boxes_overlap(&a.box, &b.box) != meet ||
            ctsar__boxes_overlap(&b.box, &a.box) != meet)
            fail_msg("pair %d", i);
        size_t bytes = 0;
        for (int k = 0; k < ROOM; ++k)
            bytes += x[k];
        assert_int_equal(ctsar__box_bytes(&a.box), bytes);
        assert_true(ctsar__box_equal(&a.box, &b.box) <= !memcmp(x, y, ROOM));
    }
    assert_in_range(met, 2000, 18000);
}

static void equal_parts_are_equal_boxes(void **state)
{
    (void)state;
    ctsar__box a, b;
    assert_int_equal(ctsar__box_make(memory, 4, 2, (ctsar_side[]){{10, 2, 3}, {20, 0, 20}}, &a),
                     CTSAR_OK);
    assert_int_equal(ctsar__box_make(memory + 160, 1, 1, (ctsar_side[]){{240, 0, 240}}, &b),
                     CTSAR_OK);
    assert_true(ctsar__box_equal(&a, &b));
    assert_int_equal(ctsar__box_hash(&a), ctsar__box_hash(&b));
    /* A column of all planes is one column. */
    assert_int_equal(
        ctsar__box_make(memory, 1, 3, (ctsar_side[]){{4, 0, 4}, {5, 0, 5}, {8, 3, 1}}, &a),
        CTSAR_OK);
    assert_int_equal(a.levels, 1);
}

static void boxes_beyond_the_array_are_refused(void **state)
{
    static const struct {
        int ndim, status;
        size_t elem;
        ctsar_side side[2];
        const char *says;
    } wrong[] = {
        {1, CTSAR_EINVAL, 4, {{10, 5, 6}}, "dimension 0 has 10 elements, and the box 6"},
        {1, CTSAR_EINVAL, 4, {{10, 5, 0}}, "the box 0 of them"},
        {2, CTSAR_EINVAL, 4, {{10, 0, 1}, {10, 10, 1}}, "dimension 1"},
        {0, CTSAR_EINVAL, 4, {{0, 0, 0}}, "0 dimensions; it may have 1 to 4"},
        {1, CTSAR_EINVAL, 0, {{10, 0, 1}}, "elements have 0 bytes"},
        {2, CTSAR_EOVERFLOW, 8, {{SIZE_MAX / 8, 0, 1}, {4, 0, 1}}, "address space"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
        ctsar__box b;
        assert_int_equal(ctsar__box_make(memory, wrong[i].elem, wrong[i].ndim, wrong[i].side, &b),
                         wrong[i].status);
        assert_non_null(strstr(ctsar__error_detail(), wrong[i].says));
    }
}

/* ---- Dependences --------------------------------------------------------------------------- */

enum { TASKS = 60, ACCESSES = 3 };

typedef struct task {
    ctsar__vertex vertex;
    int n;
    access access[ACCESSES];
    ctsar__order mode[ACCESSES];
    unsigned char map[ACCESSES][ROOM];
} task;
static task tasks[TASKS];
static bool conflicts[TASKS][TASKS], naive[TASKS][TASKS], found[TASKS][TASKS];

static bool conflict(const task *x, int i, const task *y, int j)
{
    if (x->mode[i] == CTSAR__ORDER_READ && y->mode[j] == CTSAR__ORDER_READ)
        return false;
    if (x->mode[i] == CTSAR__ORDER_REDUCE && y->mode[j] == CTSAR__ORDER_REDUCE &&
        ctsar__box_equal(&x->access[i].box, &y->access[j].box))
        return false;
    return naive_overlap(x->map[i], y->map[j]);
}

static bool tasks_conflict(const task *x, const task *y)
{
    for (int i = 0; i < x->n; ++i)
        for (int j = 0; j < y->n; ++j)
            if (conflict(x, i, y, j))
                return true;
    return false;
}

static void close_over(bool graph[TASKS][TASKS], int tasks_made)
{
    for (int k = 0; k < tasks_made; ++k)
        for (int i = 0; i < tasks_made; ++i)
            for (int j = 0; j < tasks_made && graph[i][k]; ++j)
                graph[i][j] = graph[i][j] || graph[k][j];
}

static void make_task(task *t, unsigned long number)
{
    *t = (task){.vertex = {number}, .n = 1 + (int)below(ACCESSES)};
    for (int i = 0; i < t->n; ++i) {
        t->access[i] = random_access();
        t->mode[i] = (ctsar__order)below(3);
        mark(&t->access[i], t->map[i]);
    }
}

static void submit(ctsar__parts *parts, int at)
{
    task *t = &tasks[at];
    ctsar__pasts before = {0};
    ctsar__part *part[ACCESSES] = {NULL};
    for (int i = 0; i < t->n; ++i) {
        part[i] = ctsar__parts_find(parts, &t->access[i].box, ctsar__box_hash(&t->access[i].box));
        assert_non_null(part[i]);
        assert_true(ctsar__depend_find(part[i], t->mode[i], &before));
    }
    for (int i = 0; i < t->n; ++i) {
        assert_true(ctsar__depend_reserve(part[i], t->mode[i]));
        ctsar__depend_note(part[i], t->mode[i], &t->vertex);
    }
    for (size_t i = 0; i < before.count; ++i) {
        int earlier = (int)before.at[i].number - 1;
        assert_in_range(earlier, 0, at - 1);
        found[earlier][at] = true;
    }
    free(before.at);
}

/* What is found between two tasks is a conflict, and with what follows from it there is every
 * conflict. */
static void dependences_are_those_of_a_naive_search(void **state)
{
    (void)state;
    numbers.x = 2;
    for (int round = 0; round < 40; ++round) {
        ctsar__parts parts = {0};
        memset(naive, 0, sizeof naive);
        memset(found, 0, sizeof found);
        for (int i = 0; i < TASKS; ++i) {
            make_task(&tasks[i], (unsigned long)i + 1);
            submit(&parts, i);
            for (int j = 0; j < i; ++j)
                naive[j][i] = tasks_conflict(&tasks[j], &tasks[i]);
        }
        memcpy(conflicts, naive, sizeof naive);
        for (int i = 0; i < TASKS; ++i)
            for (int j = 0; j < TASKS; ++j)
                if (found[i][j] && !conflicts[i][j])
                    fail_msg("round %d: task %d follows %d for nothing", round, j, i);
        close_over(naive, TASKS);
        close_over(found, TASKS);
        assert_memory_equal(naive, found, sizeof naive);
        ctsar__parts_free(&parts);
    }
}

/* All room is made before any is used. */
static void a_part_may_be_accessed_twice(void **state)
{
    (void)state;
    ctsar__parts parts = {0};
    ctsar__box box;
    ctsar__vertex v[100];
    assert_int_equal(ctsar__box_make(memory, 8, 1, (ctsar_side[]){{1, 0, 1}}, &box), CTSAR_OK);
    ctsar__part *p = ctsar__parts_find(&parts, &box, ctsar__box_hash(&box));
    for (unsigned long i = 0; i < 100; ++i) {
        v[i].number = i + 1;
        for (int access = 0; access < 3; ++access)
            assert_true(ctsar__depend_reserve(p, CTSAR__ORDER_READ));
        for (int access = 0; access < 3; ++access)
            ctsar__depend_note(p, CTSAR__ORDER_READ, &v[i]);
        assert_int_equal(p->readers.count, i + 1);
        assert_true(p->readers.count <= p->readers.room);
    }
    v[99].number = 200; /* another task in the same memory */
    assert_true(ctsar__depend_reserve(p, CTSAR__ORDER_READ));
    ctsar__depend_note(p, CTSAR__ORDER_READ, &v[99]);
    assert_int_equal(p->readers.at[p->readers.count - 1].number, 200);
    ctsar__parts_free(&parts);
}

static void what_is_over_is_not_followed(void **state)
{
    (void)state;
    ctsar__parts parts = {0};
    ctsar__box box;
    ctsar__pasts before = {0};
    ctsar__vertex v[1000];
    assert_int_equal(ctsar__box_make(memory, 8, 1, (ctsar_side[]){{1, 0, 1}}, &box), CTSAR_OK);
    ctsar__part *p = ctsar__parts_find(&parts, &box, ctsar__box_hash(&box));
    for (unsigned long i = 0; i < 1000; ++i) {
        v[i].number = i + 1;
        assert_true(ctsar__depend_reserve(p, CTSAR__ORDER_READ));
        ctsar__depend_note(p, CTSAR__ORDER_READ, &v[i]);
        if (i >= 3)
            v[i - 3].number = 0;
    }
    assert_in_range(p->readers.room, 3, 32); /* the list does not grow with readers that are over */
    assert_true(ctsar__depend_find(p, CTSAR__ORDER_WRITE, &before));
    assert_int_equal(before.count, 3);
    free(before.at);
    ctsar__parts_free(&parts);
}

static void a_part_is_left_when_all_that_accessed_it_are_over(void **state)
{
    static const ctsar__order modes[] = {CTSAR__ORDER_READ,   CTSAR__ORDER_READ,
                                         CTSAR__ORDER_WRITE,  CTSAR__ORDER_REDUCE,
                                         CTSAR__ORDER_REDUCE, CTSAR__ORDER_READ};
    enum { MODES = sizeof modes / sizeof *modes };
    (void)state;
    for (int left = 0; left <= MODES; ++left) { /* one is not over yet, nor what follows it */
        ctsar__parts parts = {0};
        ctsar__box box;
        ctsar__vertex v[MODES];
        assert_int_equal(ctsar__box_make(memory, 8, 1, (ctsar_side[]){{1, 0, 1}}, &box), CTSAR_OK);
        ctsar__part *p = ctsar__parts_find(&parts, &box, ctsar__box_hash(&box));
        assert_true(ctsar__depend_is_over(p));
        for (int i = 0; i < MODES; ++i) {
            v[i].number = (unsigned long)i + 1;
            assert_true(ctsar__depend_reserve(p, modes[i]));
            ctsar__depend_note(p, modes[i], &v[i]);
            assert_false(ctsar__depend_is_over(p));
        }
        for (int i = 0; i < MODES; ++i) {
            bool follows = left < 2 && i >= 2; /* the writer follows both readers */
            v[i].number = i == left || follows ? v[i].number : 0;
        }
        assert_int_equal(ctsar__depend_is_over(p), left == MODES);
        ctsar__parts_free(&parts);
    }
}

static bool count_part(void *data, ctsar__part *p)
{
    (void)p;
    ++*(int *)data;
    return true;
}

static void parts_come_and_go(void **state)
{
    static unsigned char x[ROOM], y[ROOM];
    enum { MANY = 300 };
    (void)state;
    numbers.x = 3;
    ctsar__parts parts = {0};
    ctsar__part *part[MANY] = {NULL};
    access at[MANY];
    for (int i = 0; i < 5000; ++i) {
        size_t k = below(MANY);
        if (part[k]) {
            ctsar__part *gone = part[k];
            for (int j = 0; j < MANY; ++j)
                part[j] = part[j] == gone ? NULL : part[j];
            ctsar__parts_remove(&parts, gone);
        } else {
            at[k] = random_access();
            part[k] = ctsar__parts_find(&parts, &at[k].box, ctsar__box_hash(&at[k].box));
        }
    }
    access a = random_access();
    mark(&a, x);
    int naive_count = 0, count = 0;
    for (int k = 0; k < MANY; ++k) {
        bool again = !part[k];
        for (int j = 0; j < k; ++j)
            again = again || part[j] == part[k];
        if (again)
            continue;
        mark(&at[k], y);
        naive_count += naive_overlap(x, y);
    }
    ctsar__parts_visit(&parts, &a.box, count_part, &count);
    assert_int_equal(count, naive_count);
    assert_true(count > 0);
    ctsar__parts_free(&parts);
}

/* Narrow boxes of one array, wherever its rows begin, and one that is looked for: part of a row, of
 * a column, or of an array with rows of another length. */
static void columns_are_found_as_others_are(void **state)
{
    enum { MANY = 60, ROWS = 9, WIDTH = 37 };
    (void)state;
    numbers.x = 11;
    for (int round = 0; round < 3000; ++round) {
        char *array = memory + below(200);
        ctsar__parts parts = {0};
        ctsar__box box[MANY], wanted;
        int naive_count = 0, count = 0;
        for (int k = 0; k <= MANY; ++k) {
            ctsar_side side[] = {{ROWS, below(ROWS), 1}, {WIDTH, below(WIDTH), 1}};
            size_t rows = 1 + below(ROWS - side[0].lo), most = WIDTH - side[1].lo;
            bool looks = k == MANY;
            side[0].count = looks && below(2) ? 1 : rows;
            side[1].count = 1 + below(looks && below(2) ? most : most < 4 ? most : 4);
            side[1].extent += looks && below(4) == 0 ? 5 : 0;
            ctsar__box *b = looks ? &wanted : &box[k];
            assert_int_equal(ctsar__box_make(array, 3, 2, side, b), CTSAR_OK);
            if (!looks)
                assert_non_null(ctsar__parts_find(&parts, b, ctsar__box_hash(b)));
        }
        for (int k = 0; k < MANY; ++k) {
            bool again = false;
            for (int j = 0; j < k; ++j)
                again = again || ctsar__box_equal(&box[j], &box[k]);
            naive_count += !again && ctsar__boxes_overlap(&box[k], &wanted);
        }
        ctsar__parts_visit(&parts, &wanted, count_part, &count);
        assert_int_equal(count, naive_count);
        ctsar__parts_free(&parts);
    }
}

/* All of them reach from the first row to the last one. */
static void a_column_is_not_compared_with_all_others(void **state)
{
    enum { MANY = 4000, ROWS = 5, ELEM = 8, EACH = 40 };
    static char array[MANY * ROWS * ELEM];
    ctsar__parts parts = {0};
    ctsar_side side[] = {{ROWS, 0, ROWS}, {MANY, 0, 1}};
    ctsar__box box;
    (void)state;
    comparisons = 0;
    for (size_t j = 0; j < MANY; ++j) {
        side[1].lo = j;
        assert_int_equal(ctsar__box_make(array, ELEM, 2, side, &box), CTSAR_OK);
        assert_non_null(ctsar__parts_find(&parts, &box, ctsar__box_hash(&box)));
    }
    assert_in_range(comparisons, 0, MANY * EACH);
    comparisons = 0;
    const ctsar__box some = {.at = array + (ROWS - 1) * MANY * ELEM + ELEM, .run = 3 * ELEM};
    int count = 0;
    ctsar__parts_visit(&parts, &some, count_part, &count);
    assert_int_equal(count, 3);
    assert_in_range(comparisons, 3, EACH);
    ctsar__parts_free(&parts);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boxes_overlap_where_they_have_a_byte_in_common),
        cmocka_unit_test(equal_parts_are_equal_boxes),
        cmocka_unit_test(boxes_beyond_the_array_are_refused),
        cmocka_unit_test(dependences_are_those_of_a_naive_search),
        cmocka_unit_test(a_part_may_be_accessed_twice),
        cmocka_unit_test(what_is_over_is_not_followed),
        cmocka_unit_test(a_part_is_left_when_all_that_accessed_it_are_over),
        cmocka_unit_test(parts_come_and_go),
        cmocka_unit_test(columns_are_found_as_others_are),
        cmocka_unit_test(a_column_is_not_compared_with_all_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

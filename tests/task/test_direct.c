/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A set of one core executes a task where it is submitted, and keeps what it promises. */
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <pthread.h>
#include <unistd.h>

#include <cmocka.h>

#include "ctsar.h"
#include "mem/box.h"
#include "support/environment.h"
#include "support/random.h"
#include "support/task_set.h"
#include "task/state.h"

static void make(void)
{
    units("cpu:1", NULL, "real");
    assert_int_equal(ctsar_tasks_init(&t, CTSAR_DEV_ALL, CTSAR_PLACEMENT_DEFAULT), CTSAR_OK);
    assert_true(t->direct);
}

/* ---- What is executed at once ---------------------------------------------------------------- */

static void add_host(const ctsar_call *c)
{
    int *value = c->arg[0], *into = c->arg[1];
    for (long i = c->start; i < c->end; i += c->step)
        *into += *value;
    *value = -1; /* its own copy */
}
static const ctsar_kernel add = {.name = "add", .host = add_host};

static void a_task_is_executed_where_it_is_submitted(void **state)
{
    int by = 5, sum = 0;
    (void)state;
    make();
    for (int i = 1; i <= 40; ++i) {
        const ctsar_access a[] = {CTSAR_VALUE(&by, sizeof by), CTSAR_INOUT(&sum, sizeof sum)};
        assert_int_equal(ctsar_task(t, &add, 2, 4, a, 2, 0), CTSAR_OK);
        assert_int_equal(sum, 10 * i);
    }
    assert_int_equal(by, 5);
    assert_int_equal(t->submitted, 0);
    assert_int_equal(t->directly, 40);
    done();
    assert_int_equal(t->models, 1); /* it has been learned what they take */
}

static const size_t *seen;
static void *first_of;

static void look_host(const ctsar_call *c)
{
    first_of = c->arg[0];
    seen = c->strides[0];
    assert_int_equal(c->count, 3);
    assert_int_equal(c->groups, 1);
    if (seen) {
        assert_int_equal(seen[0], 6 * 7);
        assert_int_equal(seen[1], 7);
    }
}
static const ctsar_kernel look = {.name = "look", .host = look_host};

static void a_body_gets_boxes_as_they_lie(void **state)
{
    static float box[5][6][7];
    (void)state;
    make();
    const ctsar_access three[] = {
        CTSAR_OUT_BOX(box, sizeof(float), {5, 1, 2}, {6, 3, 3}, {7, 2, 4})};
    assert_int_equal(ctsar_task(t, &look, 0, 3, three, 1, 0), CTSAR_OK);
    assert_ptr_equal(first_of, &box[1][3][2]);
    assert_non_null(seen);
    const ctsar_access one[] = {CTSAR_OUT_BOX(box, sizeof(float), {210, 17, 2})};
    assert_int_equal(ctsar_task(t, &look, 0, 3, one, 1, 0), CTSAR_OK);
    assert_ptr_equal(first_of, (float *)box + 17);
    assert_null(seen);
    assert_int_equal(t->directly, 2);
}

/* ---- What is submitted ----------------------------------------------------------------------- */

static void sum_host(const ctsar_call *c)
{
    int *all = c->arg[0];
    for (int k = 1; k < 12; ++k)
        *all += *(const int *)c->arg[k];
}
static void plus(void *into, void *from)
{
    *(int *)into += *(int *)from;
}
static void reduce_host(const ctsar_call *c)
{
    *(int *)c->arg[0] += 3;
}

/* They are over when the call returns all the same, and those after them are executed directly. */
static void what_is_not_plain_is_executed_too(void **state)
{
    static const ctsar_kernel sum = {.name = "sum", .host = sum_host},
                              reduce = {.name = "reduce", .host = reduce_host};
    static const ctsar_kernel *const ways[] = {&add, NULL};
    static const ctsar_kernel family = {.name = "family", .versions = ways};
    static const char large[300];
    const int zero = 0;
    int x[12] = {0}, by = 1, result = 0;
    (void)state;
    make();
    ctsar_access many[12] = {CTSAR_INOUT(&x[0], sizeof *x)};
    for (int k = 1; k < 12; ++k) {
        const ctsar_access in = CTSAR_IN(&x[k], sizeof *x);
        many[k] = in;
        x[k] = 1;
    }
    const ctsar_access reduction[] = {CTSAR_REDUCTION(&result, sizeof result, &zero, plus)};
    const ctsar_access one[] = {CTSAR_VALUE(&by, sizeof by), CTSAR_INOUT(&x[0], sizeof *x),
                                CTSAR_VALUE(large, sizeof large)};
    assert_int_equal(ctsar_task(t, &sum, 0, 1, many, 12, 0), CTSAR_OK);
    assert_int_equal(x[0], 11);
    assert_int_equal(ctsar_task(t, &reduce, 0, 1, reduction, 1, 0), CTSAR_OK);
    assert_int_equal(result, 3);
    assert_int_equal(ctsar_task(t, &family, 0, 1, one, 2, 0), CTSAR_OK);
    assert_int_equal(x[0], 12);
    assert_int_equal(ctsar_task(t, &add, 0, 1, one, 3, 0), CTSAR_OK);
    assert_int_equal(x[0], 13);
    assert_int_equal(t->submitted, 4);
    assert_int_equal(t->directly, 0);
    assert_int_equal(ctsar_task(t, &add, 0, 1, one, 2, 0), CTSAR_OK);
    assert_int_equal(t->directly, 1);
    done();
    assert_int_equal(x[0], 14);
}

/* ---- Mistakes -------------------------------------------------------------------------------- */

static int executed;

static void count_host(const ctsar_call *c)
{
    (void)c;
    executed++;
}
static const ctsar_kernel count = {.name = "count", .host = count_host};

static void refuses(int expected, const ctsar_kernel *kernel, long hi, const ctsar_access *a, int n)
{
    int before = executed;
    assert_int_equal(ctsar_task(t, kernel, 0, hi, a, n, 0), expected);
    assert_int_equal(executed, before);
}

static void mistakes_are_told(void **state)
{
    static const ctsar_kernel none = {.name = "none"};
    static int x[8][8];
    (void)state;
    make();
    const ctsar_access whole = CTSAR_INOUT(x, sizeof x), nowhere = CTSAR_IN(NULL, 4),
                       empty = CTSAR_IN(x, 0), endless = CTSAR_IN(x, SIZE_MAX),
                       odd = {.kind = 9, .host = x, .size = 4},
                       sum = {.kind = CTSAR_ACCESS_REDUCTION, .host = x, .size = 4},
                       outside = CTSAR_IN_BOX(x, sizeof(int), {8, 5, 4}, {8, 0, 1}),
                       beyond = CTSAR_IN_BOX(x, sizeof(int), {8, 8, 1}, {8, 0, 1}),
                       hollow = CTSAR_IN_BOX(x, sizeof(int), {8, 5, 0}, {8, 0, 1}),
                       huge = CTSAR_IN_BOX(x, sizeof(int), {SIZE_MAX / 2, 0, 1}, {8, 0, 1}),
                       large = CTSAR_IN_BOX(x, 8, {SIZE_MAX / 8, 0, 1}),
                       last = CTSAR_IN((char *)UINTPTR_MAX - 7, 16),
                       behind = CTSAR_IN_BOX((char *)UINTPTR_MAX - 7, 8, {8, 4, 2});
    const ctsar_access *wrong[] = {&nowhere, &empty, &odd, &sum, &outside, &beyond, &hollow};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i)
        refuses(CTSAR_EINVAL, &count, 1, wrong[i], 1);
    refuses(CTSAR_EOVERFLOW, &count, 1, &endless, 1);
    refuses(CTSAR_EOVERFLOW, &count, 1, &huge, 1);
    refuses(CTSAR_EOVERFLOW, &count, 1, &large, 1);
    refuses(CTSAR_EOVERFLOW, &count, 1, &last, 1);
    refuses(CTSAR_EOVERFLOW, &count, 1, &behind, 1);
    assert_int_equal(ctsar_task(t, &count, LONG_MIN, LONG_MAX, NULL, 0, 0), CTSAR_EOVERFLOW);
    refuses(CTSAR_EINVAL, &count, 0, &whole, 1);
    refuses(CTSAR_EINVAL, &count, 1, NULL, 1);
    refuses(CTSAR_EINVAL, &count, 1, &whole, -1);
    refuses(CTSAR_EINVAL, NULL, 1, &whole, 1);
    assert_int_not_equal(ctsar_task(t, &none, 0, 1, &whole, 1, 0), CTSAR_OK);
    const ctsar_kernel nameless = {.host = count_host};
    refuses(CTSAR_EINVAL, &nameless, 1, &whole, 1);
    done();
    assert_int_equal(t->directly, 0);
}

static ctsar_access random_access(random_state *r)
{
    static char memory[400];
    static const size_t extents[][3] = {
        {20, 20, 0}, {20, 20, 0}, {10, 40, 0}, {4, 10, 10}, {400, 0, 0}};
    ctsar_access a = {.kind = (int)random_long(r, CTSAR_ACCESS_IN, CTSAR_ACCESS_INOUT),
                      .host = memory,
                      .size = 1};
    const size_t *extent = extents[random_long(r, 0, 4)];
    if (random_long(r, 0, 4) == 0) {
        a.host = memory + random_long(r, 0, 300);
        a.size = (size_t)random_long(r, 1, 100);
        return a;
    }
    for (int k = 0; k < 3 && extent[k]; ++k, ++a.sides) {
        long most = (long)extent[k], lo = random_long(r, 0, most - 1);
        a.side[k] = (ctsar_side){extent[k], (size_t)lo, (size_t)random_long(r, 1, most - lo)};
    }
    return a;
}

static ctsar__box box_of(const ctsar_access *a)
{
    const ctsar_side all = {a->size, 0, a->size};
    ctsar__box box;
    assert_int_equal(a->sides ? ctsar__box_make(a->host, a->size, a->sides, a->side, &box)
                              : ctsar__box_make(a->host, 1, 1, &all, &box),
                     CTSAR_OK);
    return box;
}

static void accesses_that_overlap_are_refused(void **state)
{
    enum { PAIRS = 2000 };
    random_state r = {.x = 7};
    int wrong = 0;
    (void)state;
    make();
    for (int i = 0; i < PAIRS; ++i) {
        const ctsar_access a[] = {random_access(&r), random_access(&r)};
        const ctsar__box x = box_of(&a[0]), y = box_of(&a[1]);
        bool reads = a[0].kind == CTSAR_ACCESS_IN && a[1].kind == CTSAR_ACCESS_IN;
        bool may = reads || ctsar__box_equal(&x, &y) || !ctsar__boxes_overlap(&x, &y);
        wrong += (ctsar_task(t, &count, 0, 1, a, 2, 0) == CTSAR_OK) != may;
    }
    assert_int_equal(wrong, 0);
    assert_in_range(t->directly, PAIRS / 8, PAIRS); /* most of those without a byte in common */
}

/* ---- Bodies and threads ---------------------------------------------------------------------- */

static int order[3], ordered;
static char shared_part;
static _Atomic bool held, holds, free_to_go;
static _Atomic int refused;

static void note_host(const ctsar_call *c)
{
    order[ordered++] = *(const int *)c->arg[0];
}
static const ctsar_kernel note = {.name = "note", .host = note_host};

static void submit_note(int what)
{
    const ctsar_access a[] = {CTSAR_VALUE(&what, sizeof what), CTSAR_INOUT(&shared_part, 1)};
    assert_int_equal(ctsar_task(t, &note, 0, 1, a, 2, 0), CTSAR_OK);
}

static void outer_host(const ctsar_call *c)
{
    submit_note(2);
    refused = ctsar_tasks_wait(t, NULL) == CTSAR_ESTATE;
    note_host(c);
}

/* What a body submits follows it, and comes before what is submitted later. */
static void a_body_submits_what_follows_it(void **state)
{
    static const ctsar_kernel outer = {.name = "outer", .host = outer_host};
    const int one = 1;
    (void)state;
    make();
    ordered = 0;
    const ctsar_access a[] = {CTSAR_VALUE(&one, sizeof one), CTSAR_INOUT(&shared_part, 1)};
    assert_int_equal(ctsar_task(t, &outer, 0, 1, a, 2, 0), CTSAR_OK);
    assert_int_equal(refused, 1);
    submit_note(3);
    for (int i = 0; i < 3; ++i)
        assert_int_equal(order[i], i + 1);
    done();
    assert_int_equal(ordered, 3);
}

static void hold_host(const ctsar_call *c)
{
    (void)c;
    holds = true;
    while (held)
        usleep(100);
    free_to_go = true;
}

static void *submit_held(void *data)
{
    static const ctsar_kernel hold = {.name = "hold", .host = hold_host};
    const ctsar_access a[] = {CTSAR_INOUT(&shared_part, 1)};
    (void)data;
    refused += ctsar_task(t, &hold, 0, 1, a, 1, 0) != CTSAR_OK;
    return NULL;
}

static void *wait_for(void *host)
{
    refused += ctsar_tasks_wait(t, host) != CTSAR_OK;
    refused += !free_to_go;
    return NULL;
}

static void after_host(const ctsar_call *c)
{
    (void)c;
    refused += !free_to_go;
}

/* While a body is executed another thread submits one that follows it, and two others wait. */
static void others_wait_for_what_is_executed(void **state)
{
    static const ctsar_kernel after = {.name = "after", .host = after_host};
    const ctsar_access a[] = {CTSAR_INOUT(&shared_part, 1)};
    pthread_t thread[3];
    (void)state;
    for (int round = 0; round < 20; ++round) {
        make();
        held = true;
        holds = free_to_go = false;
        refused = 0;
        assert_int_equal(pthread_create(&thread[0], NULL, submit_held, NULL), 0);
        while (!holds)
            usleep(100);
        if (round % 2) {
            assert_int_equal(ctsar_task(t, &after, 0, 1, a, 1, 0), CTSAR_OK);
            assert_int_equal(t->pending, 1);
        }
        assert_int_equal(pthread_create(&thread[1], NULL, wait_for, NULL), 0);
        assert_int_equal(pthread_create(&thread[2], NULL, wait_for, &shared_part), 0);
        for (bool both = false; !both; usleep(100))
            both = t->idle_waiters == 2;
        held = false;
        for (int i = 0; i < 3; ++i)
            pthread_join(thread[i], NULL);
        done();
        assert_int_equal(refused, 0);
        ctsar_tasks_free(&t);
    }
}

static void *submit_many(void *data)
{
    int *sum = data;
    const int one = 1;
    for (int i = 0; i < 20000; ++i) {
        const ctsar_access a[] = {CTSAR_VALUE(&one, sizeof one), CTSAR_INOUT(sum, sizeof *sum)};
        refused += ctsar_task(t, &add, 0, 1, a, 2, 0) != CTSAR_OK;
        if (i % 1000 == 0)
            refused += ctsar_tasks_wait(t, i % 2000 ? sum : NULL) != CTSAR_OK;
    }
    return NULL;
}

static void threads_submit_side_by_side(void **state)
{
    static int sum;
    pthread_t thread[3];
    (void)state;
    make();
    refused = 0;
    for (int i = 0; i < 3; ++i)
        assert_int_equal(pthread_create(&thread[i], NULL, submit_many, &sum), 0);
    for (int i = 0; i < 3; ++i)
        pthread_join(thread[i], NULL);
    done();
    assert_int_equal(refused, 0);
    assert_int_equal(sum, 60000);
}

/* ---- Errors, and who asks for more ------------------------------------------------------------
 */

static void nothing_is_executed_after_an_error(void **state)
{
    (void)state;
    make();
    executed = 0;
    pthread_mutex_lock(&t->lock);
    t->status = CTSAR_ENOMEM;
    pthread_mutex_unlock(&t->lock);
    assert_int_equal(ctsar_task(t, &count, 0, 1, NULL, 0, 0), CTSAR_ENOMEM);
    assert_int_equal(executed, 0);
    assert_int_equal(ctsar_tasks_wait(t, NULL), CTSAR_ENOMEM);
    assert_int_equal(ctsar_task(t, &count, 0, 1, NULL, 0, 0), CTSAR_OK);
    assert_int_equal(executed, 1);
    done();
}

static void is_not_direct(const char *devices, const char *clock, const char *name,
                          const char *value)
{
    units(devices, NULL, clock);
    if (name)
        setenv(name, value, 1);
    if (ctsar_tasks_init(&t, CTSAR_DEV_ALL, CTSAR_PLACEMENT_DEFAULT))
        fail_msg("%s", ctsar_last_error(NULL));
    assert_false(t->direct);
    ctsar_tasks_free(&t);
    if (name)
        unsetenv(name);
}

static void who_asks_for_more_gets_it(void **state)
{
    (void)state;
    is_not_direct("cpu:2", "real", NULL, NULL);
    is_not_direct("cpu:1,emu:1", "real", NULL, NULL);
    is_not_direct("emu:1", "real", NULL, NULL);
    is_not_direct("cpu:1", "virtual", NULL, NULL);
    is_not_direct("cpu:1", "real", "CTSAR_REPORT", "1");
    is_not_direct("cpu:1", "real", "CTSAR_CHECK", "1");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_task_is_executed_where_it_is_submitted, setup_tasks,
                                        end_tasks),
        cmocka_unit_test_setup_teardown(a_body_gets_boxes_as_they_lie, setup_tasks, end_tasks),
        cmocka_unit_test_setup_teardown(what_is_not_plain_is_executed_too, setup_tasks, end_tasks),
        cmocka_unit_test_setup_teardown(mistakes_are_told, setup_tasks, end_tasks),
        cmocka_unit_test_setup_teardown(accesses_that_overlap_are_refused, setup_tasks, end_tasks),
        cmocka_unit_test_setup_teardown(a_body_submits_what_follows_it, setup_tasks, end_tasks),
        cmocka_unit_test_setup_teardown(others_wait_for_what_is_executed, setup_tasks, end_tasks),
        cmocka_unit_test_setup_teardown(threads_submit_side_by_side, setup_tasks, end_tasks),
        cmocka_unit_test_setup_teardown(nothing_is_executed_after_an_error, setup_tasks, end_tasks),
        cmocka_unit_test_setup_teardown(who_asks_for_more_gets_it, setup_tasks, end_tasks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: BSD-3-Clause */
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "mem/list.h"

/* An entry that is specified by a number; a negative one cannot be made. */
typedef struct item {
    ctsar__entry entry;
    int number;
} item;

typedef struct counts {
    _Atomic int made, destroyed;
} counts;

/* Where two threads that have found their entries wait for each other, once each, so that
 * what they do next is done at the same time. */
static _Atomic int met;
static _Thread_local int meet_at;

static void meet(void)
{
    int all = meet_at;
    meet_at = 0;
    for (met++; met < all;)
        sched_yield();
}

static bool item_same(const ctsar__entry *e, const void *spec)
{
    bool same = ((const item *)e)->number == *(const int *)spec;
    if (same && meet_at)
        meet();
    return same;
}

static int item_make(void *owner, void *key, const void *spec, ctsar__entry **out)
{
    (void)key;
    if (*(const int *)spec < 0)
        return ctsar__error(CTSAR_ENOMEM, "cannot be made");
    item *i = calloc(1, sizeof *i);
    i->number = *(const int *)spec;
    ((counts *)owner)->made++;
    *out = &i->entry;
    return CTSAR_OK;
}

static void item_destroy(void *owner, ctsar__entry *e)
{
    ((counts *)owner)->destroyed++;
    free(e);
}

static int item_conflict(const ctsar__entry *e, const void *spec)
{
    return ctsar__error(CTSAR_ECONFLICT, "%d, now %d", ((const item *)e)->number,
                        *(const int *)spec);
}

static const ctsar__entry_kind item_kind = {item_same, item_make, item_destroy, item_conflict,
                                            NULL};

typedef struct fixture {
    ctsar__list list;
    counts counts;
    char key[64];
} fixture;

static int setup(void **state)
{
    fixture *f = calloc(1, sizeof *f);
    ctsar__list_init(&f->list, &item_kind, &f->counts);
    *state = f;
    return 0;
}

/* Whatever a test did, all that was made is destroyed with the list, once. */
static int teardown(void **state)
{
    fixture *f = *state;
    ctsar__list_free(&f->list);
    int left = f->counts.made - f->counts.destroyed;
    free(f);
    return left;
}

static int reg(fixture *f, int key, int number, unsigned long pass, ctsar__entry **out)
{
    return ctsar__list_register(&f->list, &f->key[key], &number, pass, out);
}

static void the_same_registration_is_one_entry_in_all_turns_and_passes(void **state)
{
    fixture *f = *state;
    ctsar__entry *first, *again, *other;
    assert_int_equal(reg(f, 0, 5, 1, &first), CTSAR_OK);
    assert_int_equal(reg(f, 0, 5, 1, &again), CTSAR_OK);
    assert_ptr_equal(first, again);
    assert_ptr_equal(first->key, &f->key[0]);
    ctsar__list_end_pass(&f->list, 1);
    assert_int_equal(reg(f, 0, 5, 2, &again), CTSAR_OK);
    assert_ptr_equal(first, again);
    assert_int_equal(reg(f, 1, 5, 2, &other), CTSAR_OK);
    assert_ptr_not_equal(first, other);
    assert_int_equal(f->counts.made, 2);
}

static void what_a_pass_does_not_renew_ends_with_it(void **state)
{
    fixture *f = *state;
    ctsar__entry *e[4], *again;
    for (int k = 0; k < 4; ++k)
        assert_int_equal(reg(f, k, k, 1, &e[k]), CTSAR_OK);
    ctsar__list_end_pass(&f->list, 1);
    assert_int_equal(f->counts.destroyed, 0);
    assert_int_equal(reg(f, 1, 1, 2, &again), CTSAR_OK);
    assert_int_equal(reg(f, 3, 3, 2, &again), CTSAR_OK);
    ctsar__list_end_pass(&f->list, 2);
    assert_int_equal(f->counts.destroyed, 2);
    assert_int_equal(reg(f, 3, 3, 3, &again), CTSAR_OK);
    assert_ptr_equal(again, e[3]);
    assert_int_equal(f->counts.made, 4);
    assert_int_equal(reg(f, 0, 0, 3, &again), CTSAR_OK);
    assert_int_equal(f->counts.made, 5);
}

static void registering_otherwise_in_one_pass_is_a_conflict_however_often(void **state)
{
    fixture *f = *state;
    ctsar__entry *e, *none;
    assert_int_equal(reg(f, 0, 5, 1, &e), CTSAR_OK);
    for (int i = 0; i < 3; ++i) {
        assert_int_equal(reg(f, 0, 6, 1, &none), CTSAR_ECONFLICT);
        assert_null(none);
        assert_string_equal(ctsar__error_detail(), "5, now 6");
    }
    /* Who was first is not disturbed, nor are other keys. */
    assert_int_equal(reg(f, 0, 5, 1, &none), CTSAR_OK);
    assert_ptr_equal(none, e);
    assert_int_equal(reg(f, 1, 6, 1, &none), CTSAR_OK);
}

static void registering_otherwise_in_a_later_pass_is_a_new_entry_that_replaces_the_old(void **state)
{
    fixture *f = *state;
    ctsar__entry *five, *six, *again;
    assert_int_equal(reg(f, 0, 5, 1, &five), CTSAR_OK);
    ctsar__list_end_pass(&f->list, 1);
    assert_int_equal(reg(f, 0, 6, 2, &six), CTSAR_OK);
    assert_ptr_not_equal(five, six);
    assert_int_equal(f->counts.destroyed, 0); /* who still looks at it may */
    assert_int_equal(reg(f, 0, 5, 2, &again), CTSAR_ECONFLICT);
    ctsar__list_end_pass(&f->list, 2);
    assert_int_equal(f->counts.destroyed, 1);
    assert_int_equal(reg(f, 0, 6, 3, &again), CTSAR_OK);
    assert_ptr_equal(six, again);
}

static void what_cannot_be_made_leaves_nothing_behind(void **state)
{
    fixture *f = *state;
    ctsar__entry *e;
    assert_int_equal(reg(f, 0, -1, 1, &e), CTSAR_ENOMEM);
    assert_null(e);
    assert_false(ctsar__list_remove(&f->list, &f->key[0]));
    assert_int_equal(reg(f, 0, 1, 1, &e), CTSAR_OK);
}

static void removing_takes_every_entry_of_a_key_and_no_other(void **state)
{
    fixture *f = *state;
    ctsar__entry *e;
    assert_false(ctsar__list_remove(&f->list, &f->key[0]));
    for (int k = 0; k < 3; ++k)
        assert_int_equal(reg(f, k, 1, 1, &e), CTSAR_OK);
    assert_int_equal(reg(f, 1, 2, 2, &e), CTSAR_OK); /* the old one is still there */
    assert_true(ctsar__list_remove(&f->list, &f->key[1]));
    assert_int_equal(f->counts.destroyed, 2);
    assert_false(ctsar__list_remove(&f->list, &f->key[1]));
    assert_true(ctsar__list_remove(&f->list, &f->key[0]));
    assert_true(ctsar__list_remove(&f->list, &f->key[2]));
    assert_null(f->list.first);
}

/* ---- Many threads ------------------------------------------------------------- */

enum { THREADS = 4, PASSES = 300, KEYS = 6, MEETINGS = 2000 };

typedef struct worker {
    fixture *f;
    pthread_barrier_t *barrier;
    ctsar__entry *entry[KEYS];
    int number; /* what this thread registers key 0 with */
    int status; /* of that */
    int me, wrong;
} worker;

static worker workers[THREADS];
static pthread_barrier_t barrier, pair;

static void start(fixture *f, void *(*work)(void *))
{
    pthread_t t[THREADS];
    pthread_barrier_init(&barrier, NULL, THREADS);
    for (int i = 0; i < THREADS; ++i) {
        workers[i] = (worker){.f = f, .barrier = &barrier, .me = i};
        assert_int_equal(pthread_create(&t[i], NULL, work, &workers[i]), 0);
    }
    for (int i = 0; i < THREADS; ++i) {
        pthread_join(t[i], NULL);
        assert_int_equal(workers[i].wrong, 0);
    }
    pthread_barrier_destroy(&barrier);
}

/* True in one thread, while the others wait; release() lets them on. */
static bool alone(worker *w)
{
    return pthread_barrier_wait(w->barrier) != 0;
}

static void release(worker *w)
{
    pthread_barrier_wait(w->barrier);
}

/* Each pass registers all keys anew, with a number that changes every few passes. */
static void *register_alike(void *data)
{
    worker *w = data;
    for (unsigned long pass = 1; pass <= PASSES; ++pass) {
        for (int k = 0; k < KEYS; ++k) {
            int key = (k + w->me) % KEYS; /* in another order */
            w->wrong += reg(w->f, key, (int)(pass / 3), pass, &w->entry[key]) != CTSAR_OK;
        }
        if (alone(w)) {
            for (int i = 0; i < THREADS; ++i)
                for (int k = 0; k < KEYS; ++k)
                    w->wrong += workers[i].entry[k] != w->entry[k];
            ctsar__list_end_pass(&w->f->list, pass);
            w->wrong += w->f->counts.made - w->f->counts.destroyed != KEYS;
        }
        release(w);
    }
    return NULL;
}

static void threads_that_register_alike_share_one_entry_made_once(void **state)
{
    start(*state, register_alike);
}

/* In each pass the threads register one key with two or more numbers. */
static void *register_differently(void *data)
{
    worker *w = data;
    for (unsigned long pass = 1; pass <= PASSES; ++pass) {
        int kinds = pass % 2 ? 2 : THREADS;
        w->number = w->me % kinds;
        w->status = reg(w->f, 0, w->number, pass, &w->entry[0]);
        w->wrong += w->status != CTSAR_OK && w->status != CTSAR_ECONFLICT;
        w->wrong += (w->status == CTSAR_OK) != (w->entry[0] != NULL);
        if (alone(w)) {
            int conflicts = 0;
            for (int i = 0; i < THREADS; ++i)
                conflicts += workers[i].status == CTSAR_ECONFLICT;
            w->wrong += conflicts == 0;
            /* Now and then all begin with entries of earlier passes. */
            if (pass % 5)
                ctsar__list_end_pass(&w->f->list, pass);
        }
        release(w);
    }
    return NULL;
}

static void of_threads_that_register_differently_at_least_one_is_told(void **state)
{
    start(*state, register_differently);
}

/* Two threads renew entries of one key that are there from earlier passes. */
static void *renew_differently(void *data)
{
    worker *w = data;
    ctsar__entry *e;
    for (unsigned long pass = 3; w->me < 2 && pass < 3 + MEETINGS; ++pass) {
        meet_at = 2 * (int)(pass - 2);
        w->status = reg(w->f, 0, w->me, pass, &e);
        pthread_barrier_wait(&pair);
        if (w->me == 0)
            w->wrong += !workers[0].status && !workers[1].status;
        pthread_barrier_wait(&pair);
    }
    return NULL;
}

static void of_threads_that_renew_at_the_same_time_at_least_one_is_told(void **state)
{
    fixture *f = *state;
    ctsar__entry *e;
    assert_int_equal(reg(f, 0, 0, 1, &e), CTSAR_OK);
    assert_int_equal(reg(f, 0, 1, 2, &e), CTSAR_OK);
    met = 0;
    pthread_barrier_init(&pair, NULL, 2);
    start(f, renew_differently);
    pthread_barrier_destroy(&pair);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
        TEST(the_same_registration_is_one_entry_in_all_turns_and_passes),
        TEST(what_a_pass_does_not_renew_ends_with_it),
        TEST(registering_otherwise_in_one_pass_is_a_conflict_however_often),
        TEST(registering_otherwise_in_a_later_pass_is_a_new_entry_that_replaces_the_old),
        TEST(what_cannot_be_made_leaves_nothing_behind),
        TEST(removing_takes_every_entry_of_a_key_and_no_other),
        TEST(threads_that_register_alike_share_one_entry_made_once),
        TEST(of_threads_that_register_differently_at_least_one_is_told),
        TEST(of_threads_that_renew_at_the_same_time_at_least_one_is_told),
#undef TEST
    };
    return cmocka_run_group_tests_name("list", tests, NULL, NULL);
}

/* SPDX-License-Identifier: BSD-3-Clause */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "mem/arrays.h"
#include "mem/window.h"
#include "support/accelerator.h"
#include "support/deliver.h"

enum { THREADS = 4, ROWS = 64, ROUNDS = 100, ARRAYS = 5, WIDTH = 512, LARGEST_PAGE = 1 << 16 };

/* Two arrays of 8 pages each. */
static char one[8 * LARGEST_PAGE], two[8 * LARGEST_PAGE];

typedef struct fixture {
    ctsar__device *device[THREADS];
    ctsar__arrays arrays;
} fixture;

static int open_devices(void **state, size_t memory)
{
    fixture *f = calloc(1, sizeof *f);
    for (int i = 0; i < THREADS; ++i)
        f->device[i] = accelerator(memory);
    ctsar__arrays_init(&f->arrays, f->device, THREADS, CTSAR__CACHE_WRITEBACK);
    *state = f;
    return 0;
}

/* Each device holds both arrays and a page. */
static int setup(void **state)
{
    return open_devices(state, 17 * page_size());
}

/* The same, and what small buffers have to spare. */
static int setup_threads(void **state)
{
    return open_devices(state, (is_mirrored() ? 34 : 17) * page_size());
}

static int teardown(void **state)
{
    fixture *f = *state;
    assert_int_equal(ctsar__arrays_free(&f->arrays), CTSAR_OK);
    for (int i = 0; i < THREADS; ++i)
        f->device[i]->backend->close(f->device[i]);
    free(f);
    return 0;
}

static ctsar__shape rows_of(size_t inner, unsigned flags)
{
    return (ctsar__shape){.elem = 1,
                          .stride = 1,
                          .width = 1,
                          .outer = 1,
                          .assoc = ROWS,
                          .inner = inner,
                          .row = inner,
                          .flags = flags | CTSAR_MEM_PARTIAL};
}

/* A shape of 8 pages. */
static ctsar__shape eight_pages(unsigned flags)
{
    return rows_of(8 * page_size() / ROWS, flags);
}

/* Registers and fetches all rows on accelerator acc. */
static int hold_all(fixture *f, int acc, char *host, const ctsar__shape *s, unsigned long pass,
                    ctsar__array **a)
{
    void *base;
    ctsar__traffic t = {0};
    int status = ctsar__arrays_register(&f->arrays, host, s, pass, a);
    if (!status)
        status = ctsar__window_base(*a, AT(acc, f->device[acc]), NULL, &base, &t);
    if (!status)
        status =
            ctsar__window_fetch(*a, AT(acc, f->device[acc]), (ctsar__values){0, 1, ROWS}, pass, &t);
    return status;
}

/* How much of accelerator acc's memory is free, in bytes to the page. */
static size_t free_memory(fixture *f, int acc)
{
    ctsar__device *d = f->device[acc];
    ctsar__space s;
    size_t bytes = d->memory;
    assert_int_equal(d->backend->reserve(d, bytes, &s), CTSAR_OK);
    while (bytes > 0 && d->backend->commit(d, &s, 0, bytes))
        bytes -= page_size();
    d->backend->release(d, &s);
    return bytes;
}

static void a_registration_remembers_host_and_shape_and_holds_nothing(void **state)
{
    fixture *f = *state;
    char host[1];
    ctsar__shape s = rows_of(8, CTSAR_MEM_INOUT);
    ctsar__array *a, *again;
    assert_int_equal(ctsar__arrays_register(&f->arrays, host, &s, 1, &a), CTSAR_OK);
    assert_ptr_equal(a->host, host);
    assert_true(ctsar__shape_equal(&a->shape, &s));
    for (int i = 0; i < THREADS; ++i) {
        assert_null(a->window[i].space.base);
        assert_int_equal(free_memory(f, i), f->device[i]->memory);
    }
    assert_int_equal(ctsar__arrays_register(&f->arrays, host, &s, 1, &again), CTSAR_OK);
    assert_ptr_equal(a, again);
}

static void another_shape_in_one_pass_is_a_conflict_that_names_both(void **state)
{
    fixture *f = *state;
    char host[1];
    ctsar__shape was = rows_of(8, CTSAR_MEM_INPUT), is = was;
    ctsar__array *a;
    assert_int_equal(ctsar__arrays_register(&f->arrays, host, &was, 1, &a), CTSAR_OK);
    is.assoc = 65;
    is.halo_below = is.halo_above = 3;
    assert_int_equal(ctsar__arrays_register(&f->arrays, host, &is, 1, &a), CTSAR_ECONFLICT);
    assert_null(a);
    assert_non_null(strstr(ctsar__error_detail(), "64 items of 8 bytes, halo 0, flags 0x5"));
    assert_non_null(strstr(ctsar__error_detail(), "65 of 8, halo 3, flags 0x5"));
    is = was;
    is.flags = CTSAR_MEM_INOUT | CTSAR_MEM_PARTIAL;
    assert_int_equal(ctsar__arrays_register(&f->arrays, host, &is, 1, &a), CTSAR_ECONFLICT);
    assert_non_null(strstr(ctsar__error_detail(), "flags 0x7"));
}

static void unregistering_gives_back_memory_on_all_accelerators(void **state)
{
    fixture *f = *state;
    char *host = one;
    ctsar__shape s = eight_pages(CTSAR_MEM_INPUT);
    ctsar__array *a;
    assert_int_equal(ctsar__arrays_unregister(&f->arrays, host), CTSAR_ENOTREG);
    for (int i = 0; i < THREADS; ++i) {
        assert_int_equal(hold_all(f, i, host, &s, 1, &a), CTSAR_OK);
        assert_int_equal(free_memory(f, i), 9 * page_size());
    }
    assert_int_equal(ctsar__arrays_unregister(&f->arrays, host + 1), CTSAR_ENOTREG);
    assert_int_equal(ctsar__arrays_unregister(&f->arrays, host), CTSAR_OK);
    for (int i = 0; i < THREADS; ++i)
        assert_int_equal(free_memory(f, i), f->device[i]->memory);
    assert_int_equal(ctsar__arrays_unregister(&f->arrays, host), CTSAR_ENOTREG);
    char says[64];
    snprintf(says, sizeof says, "the array at %p is not registered", (void *)host);
    assert_non_null(strstr(ctsar__error_detail(), says));
}

static void what_a_pass_does_not_renew_gives_its_memory_back(void **state)
{
    fixture *f = *state;
    ctsar__shape s = eight_pages(CTSAR_MEM_INPUT);
    ctsar__array *a, *b, *again;
    assert_int_equal(hold_all(f, 0, one, &s, 1, &a), CTSAR_OK);
    assert_int_equal(hold_all(f, 0, two, &s, 1, &b), CTSAR_OK);
    assert_int_equal(ctsar__arrays_end_pass(&f->arrays, 1, &(ctsar__traffic){0}), CTSAR_OK);
    assert_int_equal(free_memory(f, 0), page_size());
    assert_int_equal(ctsar__arrays_register(&f->arrays, two, &s, 2, &again), CTSAR_OK);
    assert_ptr_equal(again, b);
    assert_int_equal(ctsar__arrays_end_pass(&f->arrays, 2, &(ctsar__traffic){0}), CTSAR_OK);
    assert_int_equal(free_memory(f, 0), 9 * page_size());
    assert_int_equal(ctsar__arrays_unregister(&f->arrays, one), CTSAR_ENOTREG);
    assert_int_equal(ctsar__arrays_end_pass(&f->arrays, 3, &(ctsar__traffic){0}), CTSAR_OK);
    assert_int_equal(free_memory(f, 0), f->device[0]->memory);
}

static void a_later_pass_may_register_the_array_with_another_shape(void **state)
{
    fixture *f = *state;
    for (size_t i = 0; i < 8 * page_size(); ++i)
        one[i] = (char)(i * 7 + i / 512);
    ctsar__array *a;
    ctsar__shape s = eight_pages(CTSAR_MEM_INPUT);
    assert_int_equal(hold_all(f, 1, one, &s, 1, &a), CTSAR_OK);
    assert_int_equal(ctsar__arrays_end_pass(&f->arrays, 1, &(ctsar__traffic){0}), CTSAR_OK);
    for (unsigned long pass = 2; pass < 6; ++pass) {
        s = rows_of(8 * page_size() / ROWS / pass, CTSAR_MEM_INOUT);
        size_t bytes = ctsar__shape_bytes(&s);
        assert_int_equal(hold_all(f, 1, one, &s, pass, &a), CTSAR_OK);
        assert_true(ctsar__shape_equal(&a->shape, &s));
        assert_memory_equal(a->window[1].space.base, one, bytes);
        assert_int_equal(ctsar__arrays_end_pass(&f->arrays, pass, &(ctsar__traffic){0}), CTSAR_OK);
        assert_int_equal(free_memory(f, 1), f->device[1]->memory - in_pages(0, bytes));
    }
}

static void vacating_one_accelerator_leaves_the_others_what_they_hold(void **state)
{
    fixture *f = *state;
    memset(two, 't', 8 * page_size());
    ctsar__shape s = eight_pages(CTSAR_MEM_INPUT);
    ctsar__array *a, *b;
    for (int i = 0; i < 2; ++i) {
        assert_int_equal(hold_all(f, i, one, &s, 1, &a), CTSAR_OK);
        assert_int_equal(hold_all(f, i, two, &s, 1, &b), CTSAR_OK);
    }
    char *base = b->window[1].space.base;
    assert_int_equal(ctsar__arrays_vacate(&f->arrays, 1, &(ctsar__traffic){0}), CTSAR_OK);
    assert_int_equal(free_memory(f, 1), f->device[1]->memory);
    assert_int_equal(free_memory(f, 0), page_size());
    assert_memory_equal(b->window[0].space.base, two, 8 * page_size());
    /* The address stays, and nothing is there. */
    assert_ptr_equal(b->window[1].space.base, base);
    assert_false(accessible(base));
    assert_int_equal(ctsar__arrays_vacate(&f->arrays, 2, &(ctsar__traffic){0}),
                     CTSAR_OK); /* which never held any */
}

/* ---- Many threads ------------------------------------------------------------------- */

static char host[ARRAYS][ROWS * WIDTH];
static pthread_barrier_t barrier;

/* True in one of the threads. */
static bool is_chosen(pthread_barrier_t *b)
{
    return pthread_barrier_wait(b) != 0;
}

typedef struct worker {
    fixture *f;
    int me, wrong, status;
} worker;

static worker workers[THREADS];

static void start(fixture *f, void *(*work)(void *))
{
    pthread_t t[THREADS];
    pthread_barrier_init(&barrier, NULL, THREADS);
    for (int i = 0; i < THREADS; ++i) {
        workers[i] = (worker){.f = f, .me = i};
        assert_int_equal(pthread_create(&t[i], NULL, work, &workers[i]), 0);
    }
    for (int i = 0; i < THREADS; ++i) {
        pthread_join(t[i], NULL);
        assert_int_equal(workers[i].wrong, 0);
    }
    pthread_barrier_destroy(&barrier);
}

/* Increments the thread's quarter of the rows on the thread's accelerator. */
static int increment(worker *w, char *at, const ctsar__shape *s, unsigned long pass)
{
    const long mine = ROWS / THREADS;
    ctsar__device *d = w->f->device[w->me];
    ctsar__values v = {mine * w->me, 1, mine};
    ctsar__array *a;
    ctsar__traffic t = {0};
    void *base;
    int status = ctsar__arrays_register(&w->f->arrays, at, s, pass, &a);
    if (!status)
        status = ctsar__window_base(a, AT(w->me, d), NULL, &base, &t);
    if (!status)
        status = ctsar__window_fetch(a, AT(w->me, d), v, pass, &t);
    if (status)
        return status;
    char *first = (char *)base + (size_t)v.lo * s->inner;
    for (size_t b = 0; b < (size_t)mine * s->inner; ++b)
        first[b]++;
    return deliver_window(a, AT(w->me, d), v, &t);
}

/* Each thread serves the accelerator of its number, and the arrays change sizes. */
static void *passes_alike(void *data)
{
    worker *w = data;
    for (unsigned long pass = 1; pass <= ROUNDS; ++pass) {
        ctsar__shape s = rows_of((size_t)16 << pass / 20, CTSAR_MEM_INOUT);
        for (int i = 0; i < ARRAYS; ++i)
            w->wrong += increment(w, host[(i + w->me) % ARRAYS], &s, pass) != CTSAR_OK;
        if (is_chosen(&barrier))
            w->wrong +=
                ctsar__arrays_end_pass(&w->f->arrays, pass, &(ctsar__traffic){0}) != CTSAR_OK;
        pthread_barrier_wait(&barrier);
    }
    return NULL;
}

static void threads_that_serve_an_accelerator_each_share_registrations(void **state)
{
    memset(host, 0, sizeof host);
    start(*state, passes_alike);
    /* Byte b was incremented in the passes whose rows reached it. */
    for (int i = 0; i < ARRAYS; ++i)
        for (size_t b = 0; b < sizeof host[i]; ++b) {
            int right = 0;
            for (unsigned long pass = 1; pass <= ROUNDS; ++pass)
                right += b < ((size_t)16 << pass / 20) * ROWS;
            assert_int_equal(host[i][b], right);
        }
}

/* The last thread says something else, which the others must not suffer from: what they
 * got is theirs until the pass is over. */
static void *passes_with_a_conflict(void *data)
{
    worker *w = data;
    for (unsigned long pass = 1; pass <= ROUNDS; ++pass) {
        ctsar__shape s = rows_of(16, CTSAR_MEM_INPUT);
        ctsar__array *a;
        s.halo_above = w->me == THREADS - 1;
        w->status = ctsar__arrays_register(&w->f->arrays, host[0], &s, pass, &a);
        if (w->status == CTSAR_OK)
            w->wrong += !ctsar__shape_equal(&a->shape, &s);
        else
            w->wrong += w->status != CTSAR_ECONFLICT || a;
        if (is_chosen(&barrier)) {
            int conflicts = 0;
            for (int i = 0; i < THREADS; ++i)
                conflicts += workers[i].status == CTSAR_ECONFLICT;
            w->wrong += conflicts == 0;
            w->wrong +=
                ctsar__arrays_end_pass(&w->f->arrays, pass, &(ctsar__traffic){0}) != CTSAR_OK;
        }
        pthread_barrier_wait(&barrier);
    }
    return NULL;
}

static void of_threads_with_different_shapes_at_least_one_is_told(void **state)
{
    start(*state, passes_with_a_conflict);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
        TEST(a_registration_remembers_host_and_shape_and_holds_nothing),
        TEST(another_shape_in_one_pass_is_a_conflict_that_names_both),
        TEST(unregistering_gives_back_memory_on_all_accelerators),
        TEST(what_a_pass_does_not_renew_gives_its_memory_back),
        TEST(a_later_pass_may_register_the_array_with_another_shape),
        TEST(vacating_one_accelerator_leaves_the_others_what_they_hold),
        cmocka_unit_test_setup_teardown(threads_that_serve_an_accelerator_each_share_registrations,
                                        setup_threads, teardown),
        TEST(of_threads_with_different_shapes_at_least_one_is_told),
#undef TEST
    };
    return cmocka_run_group_tests_name("array", tests, NULL, NULL);
}

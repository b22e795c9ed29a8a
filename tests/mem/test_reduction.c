/* SPDX-License-Identifier: BSD-3-Clause */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "mem/reduction.h"
#include "support/accelerator.h"
#include "support/deliver.h"
#include "support/random.h"

/* The private copy of a unit. */
#define COPY(number_, acc_, device_)                                                               \
    (&(const ctsar__target){.number = (number_), .acc = (acc_), .device = (device_)})

enum { DEVICES = 2, UNITS = 5, CORES = UNITS - DEVICES };

/* malloc returns NULL for what it cannot give, under AddressSanitizer too. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "allocator_may_return_null=1";
}
const char *__tsan_default_options(void);
const char *__tsan_default_options(void)
{
    return "allocator_may_return_null=1";
}

typedef struct fixture {
    ctsar__device *device[DEVICES];
    ctsar__reductions all;
} fixture;

static fixture *fixture_new(size_t memory)
{
    fixture *f = calloc(1, sizeof *f);
    for (int i = 0; i < DEVICES; ++i)
        f->device[i] = accelerator(memory);
    ctsar__reductions_init(&f->all, f->device, DEVICES);
    return f;
}

static int setup(void **state)
{
    *state = fixture_new(SIZE_MAX);
    return 0;
}

static int teardown(void **state)
{
    fixture *f = *state;
    ctsar__reductions_free(&f->all);
    for (int i = 0; i < DEVICES; ++i)
        f->device[i]->backend->close(f->device[i]);
    free(f);
    return 0;
}

static void add(void *into, void *from)
{
    *(long *)into += *(long *)from;
}

static void multiply(void *into, void *from)
{
    *(long *)into *= *(long *)from;
}

static const long zero = 0, one = 1;

static ctsar__reduction *reg(fixture *f, long *result, unsigned long pass, int units)
{
    ctsar__reduction *r;
    assert_int_equal(
        ctsar__reductions_register(&f->all, result, &zero, sizeof zero, add, pass, units, &r),
        CTSAR_OK);
    return r;
}

/* Cores come first, then accelerators. */
static int acc_of(int unit)
{
    return unit < CORES ? -1 : unit - CORES;
}

static ctsar__device *device_of(fixture *f, int unit)
{
    return unit < CORES ? NULL : f->device[acc_of(unit)];
}

static void *open_copy(fixture *f, ctsar__reduction *r, int unit, unsigned long pass,
                       ctsar__traffic *t)
{
    void *copy = NULL;
    assert_int_equal(
        ctsar__reduction_open(r, COPY(unit, acc_of(unit), device_of(f, unit)), pass, &copy, t),
        CTSAR_OK);
    assert_non_null(copy);
    return copy;
}

static void deliver(fixture *f, ctsar__reduction *r, int unit, ctsar__traffic *t)
{
    if (unit >= CORES)
        assert_int_equal(deliver_reduction(r, COPY(unit, acc_of(unit), device_of(f, unit)), t),
                         CTSAR_OK);
}

/* One turn of a unit that adds `value`. */
static void turn(fixture *f, ctsar__reduction *r, int unit, unsigned long pass, long value)
{
    ctsar__traffic t = {0};
    *(long *)open_copy(f, r, unit, pass, &t) += value;
    deliver(f, r, unit, &t);
}

/* ---- Folding ------------------------------------------------------------------------ */

/* Text that shows the order: the units' copies are their letters. */
typedef struct word {
    char letters[16];
} word;

static void append(void *into, void *from)
{
    strcat(((word *)into)->letters, ((word *)from)->letters);
}

static void copies_are_folded_in_unit_order_whoever_came_first(void **state)
{
    fixture *f = *state;
    static const int orders[][UNITS] = {{0, 1, 2, 3, 4}, {4, 3, 2, 1, 0}, {2, 4, 0, 3, 1}};
    for (unsigned long pass = 1; pass <= 3; ++pass) {
        word result = {"="}, empty = {""};
        ctsar__reduction *r;
        ctsar__traffic t = {0};
        for (int i = 0; i < UNITS; ++i) {
            int unit = orders[pass - 1][i];
            assert_int_equal(ctsar__reductions_register(&f->all, &result, &empty, sizeof empty,
                                                        append, pass, UNITS, &r),
                             CTSAR_OK);
            word *copy = open_copy(f, r, unit, pass, &t);
            copy->letters[0] = (char)('a' + unit);
            deliver(f, r, unit, &t);
        }
        assert_string_equal(result.letters, "=");
        ctsar__reductions_end_pass(&f->all, pass);
        assert_string_equal(result.letters, "=abcde"); /* its own value once, and first */
    }
}

static void units_that_did_not_open_a_copy_take_no_part(void **state)
{
    fixture *f = *state;
    long result = 7;
    ctsar__reduction *r;
    ctsar__traffic t = {0};
    /* Whatever their memory holds would show in a product. */
    for (unsigned long pass = 1; pass <= 2; ++pass) {
        assert_int_equal(ctsar__reductions_register(&f->all, &result, &one, sizeof one, multiply,
                                                    pass, UNITS, &r),
                         CTSAR_OK);
        int unit = pass == 1 ? 4 : 1;
        *(long *)open_copy(f, r, unit, pass, &t) *= 3;
        deliver(f, r, unit, &t);
        ctsar__reductions_end_pass(&f->all, pass);
    }
    assert_int_equal(result, 63);
}

static void a_copy_goes_on_from_turn_to_turn_and_starts_anew_in_each_pass(void **state)
{
    fixture *f = *state;
    long result = 0;
    for (unsigned long pass = 1; pass <= 3; ++pass) {
        ctsar__reduction *r = reg(f, &result, pass, UNITS);
        for (int round = 0; round < 3; ++round)
            for (int u = 0; u < UNITS; ++u)
                turn(f, reg(f, &result, pass, UNITS), u, pass, u + 10 * round);
        assert_ptr_equal(r, reg(f, &result, pass, UNITS));
        ctsar__reductions_end_pass(&f->all, pass);
        assert_int_equal(result, (long)pass * (3 * 10 + UNITS * 30));
    }
}

static void a_copy_that_nobody_wrote_is_the_identity(void **state)
{
    fixture *f = *state;
    long result = 5;
    ctsar__traffic t = {0};
    ctsar__reduction *r = reg(f, &result, 1, UNITS);
    for (int u = 0; u < UNITS; ++u) {
        turn(f, r, u, 1, 1000);
        assert_int_equal(*(long *)open_copy(f, r, u, 1, &t), 1000);
    }
    ctsar__reductions_end_pass(&f->all, 1);
    assert_int_equal(result, 5005);
    r = reg(f, &result, 2, UNITS);
    /* Accelerators without iterations deliver nothing. */
    for (int u = 0; u < UNITS; ++u)
        assert_int_equal(*(long *)open_copy(f, r, u, 2, &t), 0);
    ctsar__reductions_end_pass(&f->all, 2);
    assert_int_equal(result, 5005);
}

static void reductions_of_any_size_equal_a_serial_one(void **state)
{
    fixture *f = *state;
    random_state r = {41};
    static long result[3][200], right[3][200];
    for (unsigned long pass = 1; pass <= 40; ++pass) {
        int units = (int)random_long(&r, 1, UNITS);
        for (int n = 0; n < 60; ++n) {
            int which = (int)random_long(&r, 0, 2), unit = (int)random_long(&r, 0, units - 1);
            long at = random_long(&r, 0, 199), value = random_long(&r, -99, 99);
            turn(f, reg(f, &result[which][at], pass, units), unit, pass, value);
            right[which][at] += value;
        }
        ctsar__reductions_end_pass(&f->all, pass);
        assert_memory_equal(result, right, sizeof right);
        if (pass % 3 == 0) /* a pass that registers nothing forgets all and folds nothing */
            ctsar__reductions_end_pass(&f->all, ++pass);
        assert_memory_equal(result, right, sizeof right);
    }
}

static void a_team_that_grows_or_shrinks_between_passes_is_served(void **state)
{
    fixture *f = *state;
    static const int teams[] = {1, 4, 2, 100, 3, 7, 7};
    long result = 0, right = 0;
    for (unsigned long pass = 1; pass <= sizeof teams / sizeof *teams; ++pass) {
        int units = teams[pass - 1];
        for (int u = 0; u < units; ++u) {
            /* Cores only: unit numbers are the threads'. */
            void *copy;
            ctsar__traffic t = {0};
            assert_int_equal(ctsar__reduction_open(reg(f, &result, pass, units), COPY(u, -1, NULL),
                                                   pass, &copy, &t),
                             CTSAR_OK);
            *(long *)copy += u + 1;
            right += u + 1;
        }
        ctsar__reductions_end_pass(&f->all, pass);
        assert_int_equal(result, right);
    }
}

/* ---- Copies ---------------------------------------------------------------------------- */

static void an_accelerator_s_copy_is_in_its_memory_and_its_traffic_is_booked(void **state)
{
    fixture *f = *state;
    long result = 0;
    ctsar__reduction *r = reg(f, &result, 1, UNITS);
    ctsar__traffic t = {0};
    char *copy = open_copy(f, r, CORES, 1, &t);
    assert_int_equal((uintptr_t)copy % page_size(), 0);
    assert_true(is_mirrored() || (faults(copy - 1, true) && faults(copy + page_size(), true)));
    const double seconds = LATENCY + sizeof(long) / BANDWIDTH;
    assert_true(t.bytes_in == sizeof(long) && t.bytes_out == 0);
    assert_true(t.seconds == seconds && t.fixed == seconds);
    assert_ptr_equal(open_copy(f, r, CORES, 1, &t), copy); /* a later turn copies nothing in */
    assert_int_equal(t.bytes_in, sizeof(long));
    deliver(f, r, CORES, &t);
    assert_true(t.bytes_out == sizeof(long) && t.seconds == 2 * seconds && t.fixed == t.seconds);
    assert_ptr_equal(open_copy(f, reg(f, &result, 2, UNITS), CORES, 2, &t), copy);
    assert_int_equal(t.bytes_in, 2 * sizeof(long)); /* the identity, once a pass */
}

static void copies_on_the_host_share_no_cache_line_and_move_nothing(void **state)
{
    fixture *f = *state;
    long result = 0;
    ctsar__reduction *r = reg(f, &result, 1, CORES);
    ctsar__traffic t = {0};
    char *last = NULL;
    for (int u = 0; u < CORES; ++u) {
        char *copy = open_copy(f, r, u, 1, &t);
        assert_int_equal((uintptr_t)copy % 64, 0);
        assert_true(!last || copy - last >= 64);
        last = copy;
    }
    assert_true(t.bytes_in == 0 && t.bytes_out == 0 && t.seconds == 0);
}

static void the_identity_is_copied_when_it_is_registered(void **state)
{
    fixture *f = *state;
    long result = 0, mine = 4;
    ctsar__reduction *r;
    ctsar__traffic t = {0};
    assert_int_equal(
        ctsar__reductions_register(&f->all, &result, &mine, sizeof mine, add, 1, UNITS, &r),
        CTSAR_OK);
    mine = 99;
    assert_int_equal(*(long *)open_copy(f, r, 0, 1, &t), 4);
    assert_int_equal(*(long *)open_copy(f, r, CORES + 1, 1, &t), 4);
}

/* ---- Errors ------------------------------------------------------------------------------ */

static void another_size_identity_or_function_in_one_pass_is_a_conflict(void **state)
{
    fixture *f = *state;
    long result[2] = {0}, identity[2] = {0};
    ctsar__reduction *r = reg(f, result, 1, UNITS), *none;
    assert_int_equal(ctsar__reductions_register(&f->all, result, identity, sizeof identity, add, 1,
                                                UNITS, &none),
                     CTSAR_ECONFLICT);
    assert_null(none);
    assert_non_null(strstr(ctsar__error_detail(), "with 8 bytes, and in the same pass with 16"));
    assert_int_equal(
        ctsar__reductions_register(&f->all, result, &one, sizeof one, add, 1, UNITS, &none),
        CTSAR_ECONFLICT);
    assert_non_null(strstr(ctsar__error_detail(), "8 bytes, another identity; all turns must"));
    assert_int_equal(
        ctsar__reductions_register(&f->all, result, &zero, sizeof zero, multiply, 1, UNITS, &none),
        CTSAR_ECONFLICT);
    assert_non_null(strstr(ctsar__error_detail(), "8 bytes, another function; all turns must"));
    assert_ptr_equal(reg(f, result, 1, UNITS), r);
    /* In a later pass each of them is fine. */
    ctsar__reductions_end_pass(&f->all, 1);
    assert_int_equal(
        ctsar__reductions_register(&f->all, result, identity, sizeof identity, add, 2, UNITS, &r),
        CTSAR_OK);
    ctsar__reductions_end_pass(&f->all, 2);
}

static void sizes_that_no_memory_has_are_errors(void **state)
{
    fixture *f = *state;
    long result;
    ctsar__reduction *r;
    const struct {
        size_t size;
        int units, status;
    } cases[] = {{SIZE_MAX, 1, CTSAR_EOVERFLOW},        {SIZE_MAX - 62, 1, CTSAR_EOVERFLOW},
                 {SIZE_MAX / 2, 4, CTSAR_EOVERFLOW},    {SIZE_MAX / 4 + 1, 4, CTSAR_EOVERFLOW},
                 {SIZE_MAX - 1024, 1, CTSAR_ENOMEM},    {SIZE_MAX / 4 - 1024, 4, CTSAR_ENOMEM},
                 {(size_t)1 << 60, UNITS, CTSAR_ENOMEM}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        int status = ctsar__reductions_register(&f->all, &result, &zero, cases[i].size, add, 1,
                                                cases[i].units, &r);
        if (status != cases[i].status)
            fail_msg("%d copies of %zu bytes: status %d", cases[i].units, cases[i].size, status);
        assert_null(r);
    }
    assert_null(f->all.list.first);
}

static void an_accelerator_without_memory_is_an_error_and_takes_no_part(void **state)
{
    teardown(state);
    *state = fixture_new(room_for(sizeof(long)) - 1);
    fixture *f = *state;
    long result = 0;
    void *copy;
    ctsar__reduction *r = reg(f, &result, 1, UNITS);
    ctsar__traffic t = {0};
    for (int i = 0; i < 2; ++i)
        assert_int_equal(ctsar__reduction_open(r, COPY(CORES, 0, f->device[0]), 1, &copy, &t),
                         CTSAR_ENOMEM);
    assert_int_equal(t.bytes_in, 0);
    turn(f, r, 1, 1, 5);
    ctsar__reductions_end_pass(&f->all, 1);
    assert_int_equal(result, 5);
}

static void a_reduction_that_a_pass_does_not_renew_gives_its_memory_back(void **state)
{
    teardown(state);
    *state = fixture_new(room_for(sizeof(long)));
    fixture *f = *state;
    long first = 0, second = 0;
    void *copy;
    ctsar__traffic t = {0};
    turn(f, reg(f, &first, 1, UNITS), CORES, 1, 3);
    ctsar__reductions_end_pass(&f->all, 1);
    ctsar__reduction *r = reg(f, &second, 2, UNITS);
    assert_int_equal(ctsar__reduction_open(r, COPY(CORES, 0, f->device[0]), 2, &copy, &t),
                     CTSAR_ENOMEM);
    ctsar__reductions_end_pass(&f->all, 2);
    turn(f, reg(f, &second, 3, UNITS), CORES, 3, 4);
    ctsar__reductions_end_pass(&f->all, 3);
    assert_int_equal(first, 3);
    assert_int_equal(second, 4);
}

/* ---- Many threads ---------------------------------------------------------------------------- */

enum { PASSES = 200 };

static pthread_barrier_t barrier;

/* True in one of the threads. */
static bool is_chosen(pthread_barrier_t *b)
{
    return pthread_barrier_wait(b) != 0;
}

typedef struct worker {
    fixture *f;
    long *sum, *product;
    int unit, wrong;
} worker;

/* One turn of the worker's unit, which contributes `value`. */
static int accumulate(worker *w, long *result, const long *identity, ctsar_combine combine,
                      unsigned long pass, long value)
{
    int acc = acc_of(w->unit);
    ctsar__device *d = device_of(w->f, w->unit);
    ctsar__reduction *r;
    ctsar__traffic t = {0};
    void *copy;
    int status = ctsar__reductions_register(&w->f->all, result, identity, sizeof *identity, combine,
                                            pass, UNITS, &r);
    if (!status)
        status = ctsar__reduction_open(r, COPY(w->unit, acc, d), pass, &copy, &t);
    if (status)
        return status;
    combine(copy, &value);
    return d ? deliver_reduction(r, COPY(w->unit, acc, d), &t) : CTSAR_OK;
}

static void *passes(void *data)
{
    worker *w = data;
    for (unsigned long pass = 1; pass <= PASSES; ++pass) {
        w->wrong += accumulate(w, w->sum, &zero, add, pass, w->unit) != CTSAR_OK;
        w->wrong += accumulate(w, w->product, &one, multiply, pass, w->unit + 1) != CTSAR_OK;
        if (is_chosen(&barrier)) {
            ctsar__reductions_end_pass(&w->f->all, pass);
            w->wrong += *w->sum != (long)pass * 10 || *w->product != 120;
            *w->product = 1;
            if (pass % 10 == 0) /* now and then all is registered anew */
                ctsar__list_end_pass(&w->f->all.list, 0);
        }
        pthread_barrier_wait(&barrier);
    }
    return NULL;
}

static void threads_accumulate_at_once_and_lose_nothing(void **state)
{
    long sum = 0, product = 1;
    worker w[UNITS];
    pthread_t t[UNITS];
    pthread_barrier_init(&barrier, NULL, UNITS);
    for (int u = 0; u < UNITS; ++u) {
        w[u] = (worker){*state, &sum, &product, u, 0};
        assert_int_equal(pthread_create(&t[u], NULL, passes, &w[u]), 0);
    }
    for (int u = 0; u < UNITS; ++u) {
        pthread_join(t[u], NULL);
        assert_int_equal(w[u].wrong, 0);
    }
    pthread_barrier_destroy(&barrier);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
        TEST(copies_are_folded_in_unit_order_whoever_came_first),
        TEST(units_that_did_not_open_a_copy_take_no_part),
        TEST(a_copy_goes_on_from_turn_to_turn_and_starts_anew_in_each_pass),
        TEST(a_copy_that_nobody_wrote_is_the_identity),
        TEST(reductions_of_any_size_equal_a_serial_one),
        TEST(a_team_that_grows_or_shrinks_between_passes_is_served),
        TEST(an_accelerator_s_copy_is_in_its_memory_and_its_traffic_is_booked),
        TEST(copies_on_the_host_share_no_cache_line_and_move_nothing),
        TEST(the_identity_is_copied_when_it_is_registered),
        TEST(another_size_identity_or_function_in_one_pass_is_a_conflict),
        TEST(sizes_that_no_memory_has_are_errors),
        TEST(an_accelerator_without_memory_is_an_error_and_takes_no_part),
        TEST(a_reduction_that_a_pass_does_not_renew_gives_its_memory_back),
        TEST(threads_accumulate_at_once_and_lose_nothing),
#undef TEST
    };
    return cmocka_run_group_tests_name("reduction", tests, NULL, NULL);
}

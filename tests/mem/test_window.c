/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "mem/arrays.h"
#include "mem/directory.h"
#include "mem/window.h"
#include "support/accelerator.h"
#include "support/deliver.h"
#include "support/environment.h"
#include "support/random.h"

/* One array on one accelerator, and on a second one. */
typedef struct fixture {
    ctsar__device *device[2];
    ctsar__arrays arrays;
    ctsar__array *a;
    char *host, *base;
    size_t bytes;
} fixture;

static void fixture_open(fixture *f, size_t memory, ctsar__shape shape)
{
    void *base;
    ctsar__traffic moved = {0};
    f->device[0] = accelerator(memory);
    f->device[1] = accelerator(memory);
    f->bytes = ctsar__shape_bytes(&shape);
    f->host = malloc(f->bytes);
    for (size_t i = 0; i < f->bytes; ++i)
        f->host[i] = (char)(i * 31 + i / 251);
    ctsar__arrays_init(&f->arrays, f->device, 2, CTSAR__CACHE_WRITEBACK);
    assert_int_equal(ctsar__arrays_register(&f->arrays, f->host, &shape, 1, &f->a), CTSAR_OK);
    assert_int_equal(ctsar__window_base(f->a, AT(0, f->device[0]), NULL, &base, &moved), CTSAR_OK);
    f->base = base;
}

static void fixture_close(fixture *f)
{
    assert_int_equal(ctsar__arrays_free(&f->arrays), CTSAR_OK);
    for (int i = 0; i < 2; ++i)
        f->device[i]->backend->close(f->device[i]);
    free(f->host);
}

/* `count` rows from `lo`; what moved. */
static ctsar__traffic fetch(fixture *f, long lo, long count, unsigned long pass)
{
    ctsar__traffic t = {0};
    ctsar__values v = {lo, 1, count};
    assert_int_equal(ctsar__window_fetch(f->a, AT(0, f->device[0]), v, pass, &t), CTSAR_OK);
    return t;
}

static ctsar__shape rows(size_t count, size_t inner, size_t halo, unsigned flags)
{
    return (ctsar__shape){.elem = 1,
                          .stride = 1,
                          .width = 1,
                          .outer = 1,
                          .assoc = count,
                          .inner = inner,
                          .row = inner,
                          .halo_below = halo,
                          .halo_above = halo,
                          .flags = flags | CTSAR_MEM_PARTIAL};
}

static ctsar__shape whole(size_t bytes)
{
    return (ctsar__shape){
        .elem = 1, .outer = 1, .assoc = 1, .inner = bytes, .row = bytes, .flags = CTSAR_MEM_INPUT};
}

/* ---- Against a model ------------------------------------------------------------- */

static const unsigned directions[] = {CTSAR_MEM_INPUT, CTSAR_MEM_OUTPUT, CTSAR_MEM_INOUT};

static ctsar__shape random_shape(random_state *r)
{
    static const size_t elems[] = {1, 2, 4, 8, 12};
    ctsar__shape s = {.outer = 1, .assoc = 1, .stride = 1, .width = 1, .flags = CTSAR_MEM_INPUT};
    s.elem = elems[random_long(r, 0, 4)];
    s.inner = s.row = s.elem * (size_t)random_long(r, 1, random_long(r, 0, 1) ? 4 : 200);
    if (random_long(r, 0, 5) == 0)
        return s;
    s.flags = directions[random_long(r, 0, 2)] | CTSAR_MEM_PARTIAL;
    s.outer = (size_t)random_long(r, 1, 4);
    s.assoc = (size_t)random_long(r, 1, random_long(r, 0, 1) ? 8 : 150);
    s.halo_below = (size_t)random_long(r, 0, 4);
    s.halo_above = (size_t)random_long(r, 0, 4);
    return s;
}

/* At times none. */
static ctsar__values random_values(random_state *r, const ctsar__shape *s)
{
    long items = ctsar__shape_whole(s) ? 10 : (long)s->assoc;
    ctsar__values v = {random_long(r, 0, items - 1), random_long(r, 1, 3), 0};
    long most = (items - 1 - v.lo) / v.step + 1;
    v.count = random_long(r, -1, most);
    v.count = v.count < 0 ? most : v.count;
    return v;
}

typedef enum role { OUTSIDE, HALO, BETWEEN, OWNED } role;

/* What item `item` is to a range, value by value. */
static role role_of(const ctsar__shape *s, ctsar__values v, long item)
{
    if (v.count <= 0)
        return OUTSIDE;
    if (ctsar__shape_whole(s))
        return OWNED;
    long last = v.lo + (v.count - 1) * v.step;
    if (item >= v.lo && item <= last)
        return (item - v.lo) % v.step ? BETWEEN : OWNED;
    return item >= v.lo - (long)s->halo_below && item <= last + (long)s->halo_above ? HALO
                                                                                    : OUTSIDE;
}

static role role_at(const ctsar__shape *s, ctsar__values v, size_t byte)
{
    return role_of(s, v, (long)(byte / s->inner % s->assoc));
}

/* Items in the role, in one block. */
static size_t count_role(const ctsar__shape *s, ctsar__values v, role which)
{
    size_t n = 0;
    for (long i = 0; i < (long)s->assoc; ++i)
        n += role_of(s, v, i) == which;
    return n;
}

static bool close_to(double a, double b)
{
    double d = a < b ? b - a : a - b;
    return d <= 1e-12;
}

/* What must have moved in, and what it must have taken. */
static void check_fetched(const ctsar__shape *s, ctsar__values v, bool moves,
                          const ctsar__traffic *t)
{
    size_t halo = count_role(s, v, HALO);
    size_t items = halo + count_role(s, v, OWNED) + count_role(s, v, BETWEEN);
    size_t bytes = moves ? items * s->inner * s->outer : 0;
    double moving = (double)bytes / BANDWIDTH;
    double share = ctsar__shape_whole(s) ? 1 : items ? (double)halo / (double)items : 0;
    assert_int_equal(t->bytes_in, bytes);
    assert_int_equal(t->bytes_out, 0);
    assert_true(t->seconds == (bytes ? LATENCY + moving : 0));
    assert_true(close_to(t->fixed, bytes ? LATENCY + share * moving : 0));
}

/* Executes the range on the accelerator: every byte that is held and may be written is, and
 * `model` gets what must come back. */
static void scribble(fixture *f, ctsar__values v, char *model, random_state *r)
{
    const ctsar__shape *s = &f->a->shape;
    const ctsar__space *held = &f->a->window[0].space;
    if (!(s->flags & CTSAR_MEM_OUTPUT))
        return;
    for (size_t i = held->lo; i < held->hi; ++i) {
        f->base[i] = (char)random_bits(r);
        if (role_at(s, v, i) == OWNED)
            model[i] = f->base[i];
    }
}

static void one_turn(fixture *f, unsigned long pass, bool *copied, char *model, random_state *r)
{
    const ctsar__shape *s = &f->a->shape;
    const ctsar__space *held = &f->a->window[0].space;
    ctsar__values v = random_values(r, s);
    bool input = s->flags & CTSAR_MEM_INPUT, output = s->flags & CTSAR_MEM_OUTPUT;
    bool moves = v.count > 0 && input && !(ctsar__shape_whole(s) && *copied);
    ctsar__traffic t = {0};
    assert_int_equal(ctsar__window_fetch(f->a, AT(0, f->device[0]), v, pass, &t), CTSAR_OK);
    check_fetched(s, v, moves, &t);
    *copied = v.count > 0 && (*copied || moves);
    assert_in_range(held->committed, least_committed(held->lo, held->hi),
                    is_emulated() || is_mirrored() ? most_committed(held->lo, held->hi) : SIZE_MAX);
    if (s->outer == 1) {
        size_t needs = s->assoc - count_role(s, v, OUTSIDE);
        assert_int_equal(held->hi - held->lo, needs * s->inner);
    }
    for (size_t i = 0; i < f->bytes; ++i)
        if (role_at(s, v, i) != OUTSIDE) {
            assert_true(i >= held->lo && i < held->hi);
            if (input && f->base[i] != f->host[i])
                fail_msg("%zux%zux%zu, values %ld by %ld, %ld of them: byte %zu is not the host's",
                         s->outer, s->assoc, s->inner, v.lo, v.step, v.count, i);
        }
    scribble(f, v, model, r);
    t = (ctsar__traffic){0};
    assert_int_equal(deliver_window(f->a, AT(0, f->device[0]), v, &t), CTSAR_OK);
    assert_int_equal(t.bytes_out, output ? count_role(s, v, OWNED) * s->inner * s->outer : 0);
    assert_int_equal(t.bytes_in, 0);
    if (memcmp(f->host, model, f->bytes) != 0)
        fail_msg("%zux%zux%zu, values %ld by %ld, %ld of them: something else was written back",
                 s->outer, s->assoc, s->inner, v.lo, v.step, v.count);
}

static void what_a_range_needs_comes_in_and_what_it_owns_goes_out_and_nothing_else(void **state)
{
    (void)state;
    random_state r = {23};
    for (int n = 0; n < rounds_of(400); ++n) {
        fixture f;
        fixture_open(&f, SIZE_MAX, random_shape(&r));
        char *model = malloc(f.bytes);
        memcpy(model, f.host, f.bytes);
        for (unsigned long pass = 1; pass <= 3; ++pass) {
            bool copied = false;
            for (int turn = 0; turn < 3; ++turn)
                one_turn(&f, pass, &copied, model, &r);
        }
        free(model);
        fixture_close(&f);
    }
}

/* ---- Windows --------------------------------------------------------------------- */

static void memory_held_is_never_more_than_the_window_rounded_out_to_pages(void **state)
{
    (void)state;
    fixture f;
    size_t page = page_size(), inner = page / 4 + 3;
    fixture_open(&f, SIZE_MAX, rows(40, inner, 2, CTSAR_MEM_INPUT));
    random_state r = {29};
    for (int n = 0; n < 150; ++n) {
        long lo = random_long(&r, 0, 39), count = random_long(&r, 0, 40 - lo);
        fetch(&f, lo, count, 1);
        size_t first = (size_t)(lo < 2 ? 0 : lo - 2) * inner;
        size_t end = (size_t)(lo + count + 2 > 40 ? 40 : lo + count + 2) * inner;
        if (count == 0)
            first = end = 0;
        assert_in_range(f.a->window[0].space.committed, least_committed(first, end),
                        most_committed(first, end));
        for (size_t at = 0; at < f.bytes; at += page)
            assert_true(accessible(f.base + at) == (end > first && at + page > first && at < end));
    }
    fixture_close(&f);
}

static void a_body_that_leaves_its_window_faults(void **state)
{
    (void)state;
    fixture f;
    size_t page = page_size();
    if (is_mirrored())
        skip(); /* an OpenCL device lets its kernels go wherever they like */
    fixture_open(&f, SIZE_MAX, rows(12, page, 1, CTSAR_MEM_INOUT));
    fetch(&f, 4, 3, 1); /* rows 3 to 7 with the halo */
    for (int writing = 0; writing < 2; ++writing) {
        assert_false(faults(f.base + 3 * page, writing));
        assert_false(faults(f.base + 8 * page - 1, writing));
        assert_true(faults(f.base + 3 * page - 1, writing));
        assert_true(faults(f.base + 8 * page, writing));
        assert_true(faults(f.base - 1, writing));
        assert_true(faults(f.base + 12 * page, writing));
    }
    fixture_close(&f);
}

static void the_address_stays_while_the_window_moves(void **state)
{
    (void)state;
    fixture f;
    void *base;
    ctsar__traffic moved = {0};
    fixture_open(&f, SIZE_MAX, rows(100, 100, 0, CTSAR_MEM_INPUT));
    for (long lo = 0; lo < 100; lo += 7) {
        fetch(&f, lo, lo % 3, 1);
        assert_int_equal(ctsar__window_base(f.a, AT(0, f.device[0]), NULL, &base, &moved),
                         CTSAR_OK);
        assert_ptr_equal(base, f.base);
    }
    fixture_close(&f);
}

static void accelerators_hold_windows_of_their_own(void **state)
{
    (void)state;
    fixture f;
    void *other;
    ctsar__traffic t = {0};
    fixture_open(&f, SIZE_MAX, rows(8, page_size(), 0, CTSAR_MEM_INPUT));
    fetch(&f, 0, 4, 1);
    assert_int_equal(ctsar__window_base(f.a, AT(1, f.device[1]), NULL, &other, &t), CTSAR_OK);
    assert_ptr_not_equal(other, f.base);
    assert_int_equal(ctsar__window_fetch(f.a, AT(1, f.device[1]), (ctsar__values){4, 1, 4}, 1, &t),
                     0);
    assert_memory_equal(f.base, f.host, 4 * page_size());
    assert_memory_equal((char *)other + 4 * page_size(), f.host + 4 * page_size(), 4 * page_size());
    assert_false(accessible((char *)other));
    assert_false(accessible(f.base + 4 * page_size()));
    fixture_close(&f);
}

static void no_values_hold_nothing_and_move_nothing(void **state)
{
    (void)state;
    fixture f;
    fixture_open(&f, SIZE_MAX, rows(8, page_size(), 1, CTSAR_MEM_INOUT));
    fetch(&f, 0, 8, 1);
    ctsar__traffic t = fetch(&f, 3, 0, 1);
    assert_int_equal(deliver_window(f.a, AT(0, f.device[0]), (ctsar__values){3, 1, 0}, &t),
                     CTSAR_OK);
    assert_true(t.bytes_in == 0 && t.bytes_out == 0 && t.seconds == 0 && t.fixed == 0);
    assert_int_equal(f.a->window[0].space.committed, 0);
    assert_false(accessible(f.base + 3 * page_size()));
    fixture_close(&f);
}

static void what_stays_in_a_window_keeps_its_contents(void **state)
{
    (void)state;
    fixture f;
    size_t page = page_size();
    if (is_mirrored())
        skip(); /* a buffer may be another stretch's next: each range brings what it needs */
    /* An output only: nothing is copied in over it. */
    fixture_open(&f, SIZE_MAX, rows(10, page, 0, CTSAR_MEM_OUTPUT));
    fetch(&f, 2, 5, 1);
    for (size_t row = 2; row < 7; ++row)
        memset(f.base + row * page, (int)row, page);
    fetch(&f, 2, 5, 1); /* the same, then less, then moved on, then back */
    assert_int_equal(f.base[2 * page], 2);
    assert_int_equal(f.base[7 * page - 1], 6);
    fetch(&f, 3, 3, 2);
    fetch(&f, 4, 6, 3);
    for (size_t row = 4; row < 6; ++row) {
        assert_int_equal(f.base[row * page], row);
        assert_int_equal(f.base[row * page + page - 1], row);
    }
    fetch(&f, 0, 5, 3);
    assert_int_equal(f.base[4 * page], 4);
    fixture_close(&f);
}

static void an_array_that_does_not_fit_changes_nothing_until_it_does(void **state)
{
    (void)state;
    fixture f;
    /* So large that what a buffer has to spare is less than one, and room for that. */
    size_t row = is_mirrored() ? 64 * page_size() : page_size(), spare = row / 4;
    ctsar__traffic t = {0};
    fixture_open(&f, 4 * row + (is_mirrored() ? spare : 0), rows(10, row, 0, CTSAR_MEM_INPUT));
    fetch(&f, 1, 3, 1);
    ctsar__values all = {0, 1, 10};
    assert_int_equal(ctsar__window_fetch(f.a, AT(0, f.device[0]), all, 1, &t), CTSAR_ENOMEM);
    assert_non_null(strstr(ctsar__error_detail(), "does not fit"));
    assert_true(t.bytes_in == 0 && t.seconds == 0);
    assert_true(f.a->window[0].space.lo == row && f.a->window[0].space.hi == 4 * row);
    assert_memory_equal(f.base + row, f.host + row, 3 * row);
    /* Another array has what is left, until this one moves out. */
    char *second = calloc(10, row);
    void *base;
    ctsar__array *b;
    ctsar__shape shape = rows(10, row, 0, CTSAR_MEM_INPUT);
    ctsar__values two = {0, 1, 2};
    assert_int_equal(ctsar__arrays_register(&f.arrays, second, &shape, 1, &b), CTSAR_OK);
    assert_int_equal(ctsar__window_base(b, AT(0, f.device[0]), NULL, &base, &t), CTSAR_OK);
    assert_int_equal(ctsar__window_fetch(b, AT(0, f.device[0]), two, 1, &t), CTSAR_ENOMEM);
    fetch(&f, 1, 2, 1);
    assert_int_equal(ctsar__window_fetch(b, AT(0, f.device[0]), two, 1, &t), CTSAR_OK);
    fixture_close(&f);
    free(second);
}

/* ---- What is copied when ----------------------------------------------------------- */

/* The rows of one that persists for each pass alone. */
static ctsar__traffic fetch_anew(fixture *f, char *host, unsigned long pass)
{
    void *base;
    ctsar__traffic t = {0};
    ctsar__shape shape = rows(40, 16, 0, CTSAR_MEM_INPUT | CTSAR_MEM_PERSIST);
    assert_int_equal(ctsar__arrays_register(&f->arrays, host, &shape, pass, &f->a), CTSAR_OK);
    assert_int_equal(ctsar__window_base(f->a, AT(0, f->device[0]), NULL, &base, &t), CTSAR_OK);
    t = fetch(f, 0, 40, pass);
    assert_int_equal(t.bytes_in, 40 * 16);
    ctsar__window_release(f->a, AT(0, f->device[0])); /* the range is over */
    assert_int_equal(ctsar__arrays_end_pass(&f->arrays, pass, &(ctsar__traffic){0}), CTSAR_OK);
    assert_int_equal(ctsar__directory_depersist(host, &(ctsar__traffic){0}), CTSAR_OK);
    return t;
}

/* Another loop's array may lie where one lay before that has been freed. */
static void what_persisted_for_one_pass_comes_again_for_those_who_had_it(void **state)
{
    fixture f, other;
    ctsar__traffic t;
    (void)state;
    fixture_open(&f, SIZE_MAX, rows(40, 16, 0, CTSAR_MEM_INPUT | CTSAR_MEM_PERSIST));
    ctsar__arrays_init(&other.arrays, f.device, 2, CTSAR__CACHE_WRITEBACK);
    memcpy(other.device, f.device, sizeof f.device);
    t = fetch_anew(&f, f.host, 1);
    assert_true(t.once == t.seconds);
    t = fetch_anew(&f, f.host, 2);
    assert_true(t.seconds > 0 && t.once == 0);
    t = fetch_anew(&other, f.host, 1);
    assert_true(t.once == t.seconds);
    assert_int_equal(ctsar__arrays_free(&other.arrays), CTSAR_OK);
    fixture_close(&f);
}

static void what_comes_again_is_what_others_have_written_since(void **state)
{
    fixture f;
    (void)state;
    fixture_open(&f, SIZE_MAX, rows(40, 16, 0, CTSAR_MEM_INOUT | CTSAR_MEM_PERSIST));
    fetch(&f, 0, 10, 1);
    fetch(&f, 30, 10, 1);
    ctsar__traffic between = fetch(&f, 10, 20, 1); /* where it has memory, but never had the rows */
    assert_int_equal(between.bytes_in, 20 * 16);
    assert_true(between.once == between.seconds);
    ctsar__values v = {12, 1, 4};
    assert_int_equal(ctsar__window_fetch(f.a, AT(-1, NULL), v, 1, &(ctsar__traffic){0}), CTSAR_OK);
    assert_int_equal(deliver_window(f.a, AT(-1, NULL), v, &(ctsar__traffic){0}), CTSAR_OK);
    ctsar__traffic again = fetch(&f, 0, 40, 2);
    assert_int_equal(again.bytes_in, 4 * 16);
    assert_true(again.seconds > 0 && again.once == 0);
    assert_int_equal(ctsar__arrays_flush(&f.arrays), CTSAR_OK);
    fixture_close(&f);
}

/* What rows from `lo` take others, which device `acc` has written before, and writes again. */
static double owed(fixture *f, int acc, long lo, long count, unsigned long pass)
{
    ctsar__values v = {lo, 1, count};
    ctsar__traffic t = {0};
    assert_int_equal(ctsar__window_fetch(f->a, AT(acc, f->device[acc]), v, pass, &t), CTSAR_OK);
    assert_int_equal(deliver_window(f->a, AT(acc, f->device[acc]), v, &(ctsar__traffic){0}),
                     CTSAR_OK);
    return t.home;
}

/* A halo is a cost of who reads it, also where it comes by way of the host. */
static void rows_beside_a_range_are_not_owed(void **state)
{
    (void)state;
    for (int peers = 0; peers < 2; ++peers) {
        fixture f;
        void *base;
        fixture_open(&f, SIZE_MAX, rows(40, 16, 1, CTSAR_MEM_INOUT | CTSAR_MEM_PERSIST));
        assert_int_equal(
            ctsar__window_base(f.a, AT(1, f.device[1]), NULL, &base, &(ctsar__traffic){0}),
            CTSAR_OK);
        ctsar__backend backend = *f.device[0]->backend;
        backend.copy_peer = peers ? backend.copy_peer : NULL;
        f.device[0]->backend = f.device[1]->backend = &backend;
        for (unsigned long pass = 1; pass <= 3; ++pass) {
            assert_true(owed(&f, 0, 0, 20, pass) == 0);
            assert_true(owed(&f, 1, 20, 20, pass) == 0);
        }
        assert_true(owed(&f, 1, 18, 22, 4) == 0);
        assert_true(owed(&f, 0, 0, 20, 5) > 0); /* two rows that device 1 has had since */
        assert_int_equal(ctsar__arrays_flush(&f.arrays), CTSAR_OK);
        fixture_close(&f);
    }
}

/* Ends the array's persisting between passes, as a program does that calls the loop as a function.
 */
static void what_goes_after_each_pass_comes_again_in_each(void **state)
{
    fixture f;
    (void)state;
    ctsar__shape shape = rows(40, 16, 0, CTSAR_MEM_INPUT | CTSAR_MEM_PERSIST);
    fixture_open(&f, SIZE_MAX, shape);
    for (unsigned long pass = 1; pass <= 3; ++pass) {
        ctsar__traffic t = fetch(&f, 0, 10, pass);
        assert_int_equal(t.bytes_in, 10 * 16);
        assert_true(t.once == (pass == 1 ? t.seconds : 0)); /* in which nobody knows that it will */
        ctsar__window_release(f.a, AT(0, f.device[0]));
        assert_int_equal(ctsar__directory_depersist(f.host, &t), CTSAR_OK);
        assert_int_equal(ctsar__arrays_register(&f.arrays, f.host, &shape, pass + 1, &f.a),
                         CTSAR_OK);
    }
    ctsar__traffic more = fetch(&f, 0, 40, 4); /* a quarter of which was there before */
    assert_true(fabs(more.once - .75 * more.seconds) < 1e-9);
    fixture_close(&f);
}

static void a_whole_input_is_copied_once_a_pass(void **state)
{
    (void)state;
    fixture f;
    fixture_open(&f, SIZE_MAX, whole(5000));
    assert_int_equal(fetch(&f, 0, 10, 1).bytes_in, 5000);
    assert_int_equal(fetch(&f, 10, 10, 1).bytes_in, 0);
    memset(f.host, 'n', f.bytes); /* between passes the host may write it */
    assert_int_equal(fetch(&f, 0, 10, 2).bytes_in, 5000);
    assert_memory_equal(f.base, f.host, f.bytes);
    assert_int_equal(fetch(&f, 0, 1, 2).bytes_in, 0);
    fixture_close(&f);
}

static void a_whole_input_that_was_let_go_of_is_copied_again_in_the_same_pass(void **state)
{
    (void)state;
    fixture f;
    fixture_open(&f, SIZE_MAX, whole(5000));
    assert_int_equal(fetch(&f, 0, 10, 4).bytes_in, 5000);
    assert_int_equal(fetch(&f, 0, 0, 4).bytes_in, 0);
    assert_false(accessible(f.base));
    assert_int_equal(fetch(&f, 20, 5, 4).bytes_in, 5000);
    assert_memory_equal(f.base, f.host, f.bytes);
    assert_int_equal(ctsar__arrays_vacate(&f.arrays, 0, &(ctsar__traffic){0}), CTSAR_OK);
    assert_int_equal(fetch(&f, 20, 5, 4).bytes_in, 5000);
    fixture_close(&f);
}

static void an_associated_input_is_copied_in_every_turn(void **state)
{
    (void)state;
    fixture f;
    fixture_open(&f, SIZE_MAX, rows(10, 100, 0, CTSAR_MEM_INPUT));
    assert_int_equal(fetch(&f, 0, 5, 1).bytes_in, 500);
    memset(f.host, 'n', f.bytes);
    assert_int_equal(fetch(&f, 0, 5, 1).bytes_in, 500);
    assert_memory_equal(f.base, f.host, 500);
    fixture_close(&f);
}

static void what_does_not_grow_with_the_range_is_booked_as_fixed(void **state)
{
    (void)state;
    fixture f;
    const double kib = 1024 / BANDWIDTH;
    fixture_open(&f, SIZE_MAX, rows(64, 1024, 3, CTSAR_MEM_INOUT));
    ctsar__traffic t = fetch(&f, 10, 10, 1); /* 10 rows and 6 of halo */
    assert_true(t.bytes_in == 16 * 1024 && t.seconds == LATENCY + 16 * kib);
    assert_true(t.fixed == LATENCY + 6 * kib);
    t = fetch(&f, 0, 13, 1); /* the halo below is cut */
    assert_true(t.bytes_in == 16 * 1024 && t.fixed == LATENCY + 3 * kib);
    t = (ctsar__traffic){0};
    assert_int_equal(deliver_window(f.a, AT(0, f.device[0]), (ctsar__values){0, 1, 13}, &t),
                     CTSAR_OK);
    assert_true(t.bytes_out == 13 * 1024 && t.seconds == LATENCY + 13 * kib);
    assert_true(t.fixed == LATENCY);
    fixture_close(&f);
    fixture_open(&f, SIZE_MAX, whole(4096));
    t = fetch(&f, 0, 1, 1);
    assert_true(t.bytes_in == 4096 && t.seconds == LATENCY + 4 * kib && t.fixed == t.seconds);
    fixture_close(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_a_range_needs_comes_in_and_what_it_owns_goes_out_and_nothing_else),
        cmocka_unit_test(memory_held_is_never_more_than_the_window_rounded_out_to_pages),
        cmocka_unit_test(a_body_that_leaves_its_window_faults),
        cmocka_unit_test(the_address_stays_while_the_window_moves),
        cmocka_unit_test(accelerators_hold_windows_of_their_own),
        cmocka_unit_test(no_values_hold_nothing_and_move_nothing),
        cmocka_unit_test(what_stays_in_a_window_keeps_its_contents),
        cmocka_unit_test(an_array_that_does_not_fit_changes_nothing_until_it_does),
        cmocka_unit_test(what_persisted_for_one_pass_comes_again_for_those_who_had_it),
        cmocka_unit_test(what_comes_again_is_what_others_have_written_since),
        cmocka_unit_test(rows_beside_a_range_are_not_owed),
        cmocka_unit_test(what_goes_after_each_pass_comes_again_in_each),
        cmocka_unit_test(a_whole_input_is_copied_once_a_pass),
        cmocka_unit_test(a_whole_input_that_was_let_go_of_is_copied_again_in_the_same_pass),
        cmocka_unit_test(an_associated_input_is_copied_in_every_turn),
        cmocka_unit_test(what_does_not_grow_with_the_range_is_booked_as_fixed),
    };
    return cmocka_run_group_tests_name("window", tests, NULL, NULL);
}

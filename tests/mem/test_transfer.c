/* SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "mem/transfer.h"
#include "support/random.h"

typedef enum direction { TO_DEVICE, TO_HOST } direction;

/* A device that copies, counts, and can be told to fail.  Its copies take 8 s, 2 of them
 * overhead. */
static struct {
    int copies_in, copies_out;
    int copies_left; /* a copy after these fails */
    bool wait_fails;
} fake;

static int fake_copy(const ctsar__copy2d *c, ctsar__event *e)
{
    if (fake.copies_left-- == 0)
        return ctsar__error(CTSAR_EDEVICE, "the fake failed");
    for (size_t r = 0; r < c->rows; ++r)
        memcpy(c->dst + r * c->dst_pitch, c->src + r * c->src_pitch, c->width);
    e->seconds = 8;
    return CTSAR_OK;
}

static int fake_in(ctsar__device *d, int slot, const ctsar__copy2d *c, ctsar__event *e)
{
    (void)d, (void)slot;
    fake.copies_in++;
    return fake_copy(c, e);
}

static int fake_out(ctsar__device *d, int slot, const ctsar__copy2d *c, ctsar__event *e)
{
    (void)d, (void)slot;
    fake.copies_out++;
    return fake_copy(c, e);
}

static int fake_peer(ctsar__device *to, ctsar__device *from, int slot, const ctsar__copy2d *c,
                     ctsar__event *e)
{
    (void)to, (void)from, (void)slot;
    return fake_copy(c, e);
}

static int fake_wait(ctsar__device *d, ctsar__event *e)
{
    (void)d, (void)e;
    return fake.wait_fails ? ctsar__error(CTSAR_EDEVICE, "the fake failed late") : CTSAR_OK;
}

static const ctsar__backend fake_backend = {.name = "fake",
                                            .copy_in = fake_in,
                                            .copy_out = fake_out,
                                            .copy_peer = fake_peer,
                                            .wait = fake_wait};
static ctsar__device device = {.backend = &fake_backend, .copy_overhead = 2};

static int reset(void **state)
{
    (void)state;
    memset(&fake, 0, sizeof fake);
    fake.copies_left = -1;
    return 0;
}

/* Items of one row or of several. */
static ctsar__shape random_shape(random_state *r)
{
    ctsar__shape s = {
        .elem = 1, .stride = 1, .width = 1, .flags = CTSAR_MEM_INOUT | CTSAR_MEM_PARTIAL};
    s.outer = (size_t)random_long(r, 1, 4);
    s.assoc = (size_t)random_long(r, 1, 24);
    s.row = (size_t)random_long(r, 1, 9);
    s.inner = s.row * (size_t)random_long(r, 1, 3);
    return s;
}

static const ctsar__place *device_place(const ctsar__shape *s, char *base, ctsar__place *p)
{
    *p = (ctsar__place){&device, base, ctsar__layout_host(s)};
    return p;
}

/* Between a host array and one on the device that is laid out alike. */
static int transfer(direction dir, const ctsar__shape *s, char *host, char *base,
                    ctsar__items items, size_t step, double fixed, ctsar__traffic *t)
{
    ctsar__groups groups = {1, step};
    ctsar__place there, here = {NULL, host, ctsar__layout_host(s)};
    device_place(s, base, &there);
    return ctsar__transfer_items(dir == TO_HOST ? &here : &there, dir == TO_HOST ? &there : &here,
                                 s, items, groups, (ctsar__shares){.fixed = fixed}, &ctsar__on_host,
                                 t);
}

/* Is byte `at` of the array in one of the items that are to be copied? */
static bool is_picked(const ctsar__shape *s, ctsar__items items, ctsar__groups g, size_t at)
{
    size_t item = at / s->inner % s->assoc;
    return item >= items.lo && item < items.hi && (item - items.lo) % g.apart < g.width;
}

/* Rows and blocks with gaps, or without. */
static ctsar__layout random_layout(random_state *r, const ctsar__shape *s)
{
    size_t more = (size_t)(random_long(r, 0, 1) * random_long(r, 0, 5));
    ctsar__layout l = {.row = s->row, .pitch = s->row + more};
    l.block = s->assoc * (s->inner / s->row) * l.pitch + (size_t)random_long(r, 0, 7);
    return l;
}

/* Where a byte of the host's array lies on the device. */
static size_t on_device(const ctsar__shape *s, const ctsar__layout *l, size_t at)
{
    size_t block = s->assoc * s->inner, rest = at % block;
    return at / block * l->block + rest / s->row * l->pitch + rest % s->row;
}

static void exactly_the_picked_items_of_every_block_are_copied(void **state)
{
    (void)state;
    random_state r = {11};
    for (int n = 0; n < 4000; ++n) {
        ctsar__shape s = random_shape(&r);
        ctsar__layout l = random_layout(&r, &s);
        size_t bytes = ctsar__shape_bytes(&s), moved = 0;
        ctsar__groups g = {(size_t)random_long(&r, 1, 3), (size_t)random_long(&r, 1, 4)};
        size_t room = s.outer * l.block, wrong = 0;
        ctsar__items items = {.lo = (size_t)random_long(&r, 0, (long)s.assoc - 1)};
        items.hi = (size_t)random_long(&r, (long)items.lo, (long)s.assoc);
        if (g.width < g.apart && items.hi > items.lo) /* the last group is whole */
            items.hi = items.lo + (items.hi - items.lo - 1) / g.apart * g.apart + g.width;
        if (items.hi > s.assoc)
            continue;
        bool out = n % 2;
        char *host = malloc(bytes), *base = malloc(room), *right = malloc(bytes + room);
        for (size_t i = 0; i < bytes; ++i)
            host[i] = (char)random_bits(&r);
        for (size_t i = 0; i < room; ++i)
            base[i] = (char)random_bits(&r);
        memcpy(right, host, bytes);
        memcpy(right + bytes, base, room);
        for (size_t i = 0; i < bytes; ++i)
            if (is_picked(&s, items, g, i)) {
                size_t there = bytes + on_device(&s, &l, i);
                right[out ? i : there] = right[out ? there : i];
                moved++;
            }
        ctsar__place here = {NULL, host, ctsar__layout_host(&s)}, there = {&device, base, l};
        ctsar__traffic t = {0};
        assert_int_equal(ctsar__transfer_items(out ? &here : &there, out ? &there : &here, &s,
                                               items, g, (ctsar__shares){.fixed = 0},
                                               &ctsar__on_host, &t),
                         CTSAR_OK);
        wrong = memcmp(right, host, bytes) != 0 || memcmp(right + bytes, base, room) != 0;
        if (wrong)
            fail_msg(
                "%zux%zux%zu in rows of %zu, items %zu..%zu, %zu of %zu: something else was copied",
                s.outer, s.assoc, s.inner, s.row, items.lo, items.hi, g.width, g.apart);
        assert_int_equal(t.bytes_in, out ? 0 : moved);
        assert_int_equal(t.bytes_out, out ? moved : 0);
        free(host);
        free(base);
        free(right);
    }
}

/* Bytes of blocks, wherever rows begin. */
static void any_positions_can_be_copied_between_any_layouts(void **state)
{
    (void)state;
    random_state r = {12};
    for (int n = 0; n < 3000; ++n) {
        ctsar__shape s = random_shape(&r);
        ctsar__layout a = random_layout(&r, &s), b = random_layout(&r, &s);
        size_t block = s.assoc * s.inner, moved = 0;
        ctsar__items at = {.lo = (size_t)random_long(&r, 0, (long)block - 1)};
        at.hi = (size_t)random_long(&r, (long)at.lo, (long)block);
        char *from = malloc(s.outer * a.block), *to = malloc(s.outer * b.block);
        char *right = malloc(s.outer * b.block);
        for (size_t i = 0; i < s.outer * a.block; ++i)
            from[i] = (char)random_bits(&r);
        memset(to, 't', s.outer * b.block);
        memset(right, 't', s.outer * b.block);
        for (size_t i = 0; i < s.outer * block; ++i)
            if (i % block >= at.lo && i % block < at.hi) {
                right[on_device(&s, &b, i)] = from[on_device(&s, &a, i)];
                moved++;
            }
        ctsar__place source = {&device, from, a}, target = {&device, to, b};
        ctsar__traffic t = {0};
        assert_true(ctsar__transfer_direct(&target, &source));
        assert_int_equal(ctsar__transfer(&target, &source, s.outer, at, (ctsar__shares){.fixed = 0},
                                         &ctsar__on_host, &t),
                         CTSAR_OK);
        assert_memory_equal(to, right, s.outer * b.block);
        assert_int_equal(t.bytes_between, moved);
        assert_int_equal(t.bytes_in + t.bytes_out, 0);
        free(from);
        free(to);
        free(right);
    }
}

static void what_comes_once_is_not_booked_as_fixed(void **state)
{
    (void)state;
    static char host[64], base[64];
    const ctsar__layout dense = {.row = 1, .pitch = 1, .block = 64};
    ctsar__place here = {NULL, host, dense}, there = {&device, base, dense};
    ctsar__traffic t = {0};
    assert_int_equal(ctsar__transfer(&there, &here, 1, (ctsar__items){0, 64},
                                     (ctsar__shares){.fixed = .5, .once = .25}, &ctsar__on_host,
                                     &t),
                     CTSAR_OK);
    assert_true(t.seconds == 8 && t.once == 2 && t.fixed == .75 * (2 + .5 * 6));
}

static void no_items_are_no_copy(void **state)
{
    (void)state;
    ctsar__shape s = {.elem = 1, .outer = 2, .assoc = 4, .inner = 4, .row = 4};
    ctsar__traffic t = {0};
    assert_int_equal(transfer(TO_HOST, &s, NULL, NULL, (ctsar__items){3, 3}, 2, 1, &t), CTSAR_OK);
    assert_int_equal(fake.copies_in + fake.copies_out, 0);
    assert_true(t.seconds == 0 && t.fixed == 0 && t.bytes_out == 0);
}

static void there_are_as_few_copies_as_two_strides_allow(void **state)
{
    (void)state;
    static char host[3 * 8 * 4], base[3 * 8 * 4];
    ctsar__shape s = {.elem = 1, .outer = 3, .assoc = 8, .inner = 4, .row = 4};
    const struct {
        size_t hi, step;
        int copies;
    } cases[] = {{8, 1, 1}, {8, 2, 3}, {8, 4, 2}, {8, 100, 1}, {1, SIZE_MAX / 2, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        reset(NULL);
        ctsar__traffic t = {0};
        assert_int_equal(transfer(TO_DEVICE, &s, host, base, (ctsar__items){0, cases[i].hi},
                                  cases[i].step, 0, &t),
                         CTSAR_OK);
        assert_int_equal(fake.copies_in, cases[i].copies);
        assert_true(t.seconds == 8 * cases[i].copies && t.fixed == 2 * cases[i].copies);
    }
}

static void overheads_are_fixed_and_the_rest_by_its_share(void **state)
{
    (void)state;
    static char host[64], base[64];
    ctsar__shape s = {.elem = 1, .outer = 1, .assoc = 16, .inner = 4, .row = 4};
    ctsar__traffic t = {.bytes_in = 1, .seconds = 100, .fixed = 50}; /* added to */
    assert_int_equal(transfer(TO_DEVICE, &s, host, base, (ctsar__items){4, 8}, 1, .5, &t),
                     CTSAR_OK);
    assert_true(t.bytes_in == 17 && t.seconds == 108 && t.fixed == 50 + 2 + 3);
    assert_int_equal(transfer(TO_HOST, &s, host, base, (ctsar__items){0, 16}, 1, 1, &t), CTSAR_OK);
    assert_true(t.bytes_out == 64 && t.seconds == 116 && t.fixed == 55 + 8);
    /* A copy that was faster than the calibrated overhead has no negative rest. */
    device.copy_overhead = 1000;
    assert_int_equal(transfer(TO_HOST, &s, host, base, (ctsar__items){0, 16}, 1, .5, &t), CTSAR_OK);
    device.copy_overhead = 2;
    assert_true(t.seconds == 124 && t.fixed == 63 + 8);
}

static void a_device_that_fails_is_reported_and_not_copied_on(void **state)
{
    (void)state;
    static char host[96], base[96];
    ctsar__shape s = {.elem = 1, .outer = 3, .assoc = 8, .inner = 4, .row = 4};
    ctsar__traffic t = {0};
    fake.copies_left = 1;
    assert_int_equal(transfer(TO_HOST, &s, host, base, (ctsar__items){0, 8}, 2, 0, &t),
                     CTSAR_EDEVICE);
    assert_string_equal(ctsar__error_detail(), "the fake failed");
    assert_int_equal(fake.copies_out, 2);
    assert_int_equal(t.bytes_out, 16); /* the first copy's only */
    reset(NULL);
    fake.wait_fails = true;
    t = (ctsar__traffic){0};
    assert_int_equal(transfer(TO_DEVICE, &s, host, base, (ctsar__items){0, 8}, 1, 0, &t),
                     CTSAR_EDEVICE);
    assert_true(t.bytes_in == 0 && t.seconds == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(exactly_the_picked_items_of_every_block_are_copied, reset),
        cmocka_unit_test_setup(any_positions_can_be_copied_between_any_layouts, reset),
        cmocka_unit_test_setup(what_comes_once_is_not_booked_as_fixed, reset),
        cmocka_unit_test_setup(no_items_are_no_copy, reset),
        cmocka_unit_test_setup(there_are_as_few_copies_as_two_strides_allow, reset),
        cmocka_unit_test_setup(overheads_are_fixed_and_the_rest_by_its_share, reset),
        cmocka_unit_test_setup(a_device_that_fails_is_reported_and_not_copied_on, reset),
    };
    return cmocka_run_group_tests_name("transfer", tests, NULL, NULL);
}

/* SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../libctsar/mem/mem.h"
#include "../support/random.h"

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

static int fake_in(ctsar__device *d, const ctsar__copy2d *c, ctsar__event *e)
{
    (void)d;
    fake.copies_in++;
    return fake_copy(c, e);
}

static int fake_out(ctsar__device *d, const ctsar__copy2d *c, ctsar__event *e)
{
    (void)d;
    fake.copies_out++;
    return fake_copy(c, e);
}

static int fake_wait(ctsar__device *d, ctsar__event *e)
{
    (void)d, (void)e;
    return fake.wait_fails ? ctsar__error(CTSAR_EDEVICE, "the fake failed late") : CTSAR_OK;
}

static const ctsar__backend fake_backend = {
    .name = "fake", .copy_in = fake_in, .copy_out = fake_out, .wait = fake_wait};
static ctsar__device device = {.backend = &fake_backend, .copy_overhead = 2};

static int reset(void **state)
{
    (void)state;
    memset(&fake, 0, sizeof fake);
    fake.copies_left = -1;
    return 0;
}

static ctsar__shape random_shape(random_state *r)
{
    ctsar__shape s = {.elem = 1, .flags = CTSAR_MEM_INOUT | CTSAR_MEM_PARTIAL};
    s.outer = (size_t)random_long(r, 1, 4);
    s.assoc = (size_t)random_long(r, 1, 24);
    s.inner = (size_t)random_long(r, 1, 17);
    return s;
}

/* Is byte `at` of the array in one of the items that are to be copied? */
static bool is_picked(const ctsar__shape *s, ctsar__items items, size_t step, size_t at)
{
    size_t item = at / s->inner % s->assoc;
    return item >= items.lo && item < items.hi && (item - items.lo) % step == 0;
}

static void exactly_the_picked_items_of_every_block_are_copied(void **state)
{
    (void)state;
    random_state r = {11};
    for (int n = 0; n < 3000; ++n) {
        ctsar__shape s = random_shape(&r);
        size_t bytes = ctsar__shape_bytes(&s), step = (size_t)random_long(&r, 1, 4), moved = 0;
        ctsar__items items = {.lo = (size_t)random_long(&r, 0, (long)s.assoc - 1)};
        items.hi = (size_t)random_long(&r, (long)items.lo, (long)s.assoc);
        ctsar__direction dir = n % 2 ? CTSAR__TO_HOST : CTSAR__TO_DEVICE;
        char *host = malloc(bytes), *base = malloc(bytes), *from, *to;
        memset(host, 'h', bytes);
        memset(base, 'd', bytes);
        from = dir == CTSAR__TO_HOST ? base : host;
        to = dir == CTSAR__TO_HOST ? host : base;
        for (size_t i = 0; i < bytes; ++i)
            from[i] = (char)(random_bits(&r) & 0x3f); /* neither 'h' nor 'd' */
        ctsar__traffic t = {0};
        assert_int_equal(ctsar__transfer(&device, dir, &s, host, base, items, step, 0, &t), 0);
        for (size_t i = 0; i < bytes; ++i) {
            bool picked = is_picked(&s, items, step, i);
            char right = picked ? from[i] : dir == CTSAR__TO_HOST ? 'h' : 'd';
            moved += picked;
            if (to[i] != right)
                fail_msg("%zux%zux%zu, items %zu..%zu by %zu: byte %zu is %d, not %d", s.outer,
                         s.assoc, s.inner, items.lo, items.hi, step, i, to[i], right);
        }
        assert_int_equal(t.bytes_in, dir == CTSAR__TO_DEVICE ? moved : 0);
        assert_int_equal(t.bytes_out, dir == CTSAR__TO_HOST ? moved : 0);
        free(host);
        free(base);
    }
}

static void no_items_are_no_copy(void **state)
{
    (void)state;
    ctsar__shape s = {.elem = 1, .outer = 2, .assoc = 4, .inner = 4};
    ctsar__traffic t = {0};
    assert_int_equal(
        ctsar__transfer(&device, CTSAR__TO_HOST, &s, NULL, NULL, (ctsar__items){3, 3}, 2, 1, &t),
        CTSAR_OK);
    assert_int_equal(fake.copies_in + fake.copies_out, 0);
    assert_true(t.seconds == 0 && t.fixed == 0 && t.bytes_out == 0);
}

static void there_are_as_few_copies_as_two_strides_allow(void **state)
{
    (void)state;
    static char host[3 * 8 * 4], base[3 * 8 * 4];
    ctsar__shape s = {.elem = 1, .outer = 3, .assoc = 8, .inner = 4};
    const struct {
        size_t hi, step;
        int copies;
    } cases[] = {{8, 1, 1}, {8, 2, 3}, {8, 4, 2}, {8, 100, 1}, {1, SIZE_MAX / 2, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        reset(NULL);
        ctsar__traffic t = {0};
        assert_int_equal(ctsar__transfer(&device, CTSAR__TO_DEVICE, &s, host, base,
                                         (ctsar__items){0, cases[i].hi}, cases[i].step, 0, &t),
                         CTSAR_OK);
        assert_int_equal(fake.copies_in, cases[i].copies);
        assert_true(t.seconds == 8 * cases[i].copies && t.fixed == 2 * cases[i].copies);
    }
}

static void overheads_are_fixed_and_the_rest_by_its_share(void **state)
{
    (void)state;
    static char host[64], base[64];
    ctsar__shape s = {.elem = 1, .outer = 1, .assoc = 16, .inner = 4};
    ctsar__traffic t = {.bytes_in = 1, .seconds = 100, .fixed = 50}; /* added to */
    assert_int_equal(
        ctsar__transfer(&device, CTSAR__TO_DEVICE, &s, host, base, (ctsar__items){4, 8}, 1, .5, &t),
        CTSAR_OK);
    assert_true(t.bytes_in == 17 && t.seconds == 108 && t.fixed == 50 + 2 + 3);
    assert_int_equal(
        ctsar__transfer(&device, CTSAR__TO_HOST, &s, host, base, (ctsar__items){0, 16}, 1, 1, &t),
        CTSAR_OK);
    assert_true(t.bytes_out == 64 && t.seconds == 116 && t.fixed == 55 + 8);
    /* A copy that was faster than the calibrated overhead has no negative rest. */
    device.copy_overhead = 1000;
    assert_int_equal(
        ctsar__transfer(&device, CTSAR__TO_HOST, &s, host, base, (ctsar__items){0, 16}, 1, .5, &t),
        CTSAR_OK);
    device.copy_overhead = 2;
    assert_true(t.seconds == 124 && t.fixed == 63 + 8);
}

static void a_device_that_fails_is_reported_and_not_copied_on(void **state)
{
    (void)state;
    static char host[96], base[96];
    ctsar__shape s = {.elem = 1, .outer = 3, .assoc = 8, .inner = 4};
    ctsar__traffic t = {0};
    fake.copies_left = 1;
    assert_int_equal(
        ctsar__transfer(&device, CTSAR__TO_HOST, &s, host, base, (ctsar__items){0, 8}, 2, 0, &t),
        CTSAR_EDEVICE);
    assert_string_equal(ctsar__error_detail(), "the fake failed");
    assert_int_equal(fake.copies_out, 2);
    assert_int_equal(t.bytes_out, 16); /* the first copy's only */
    reset(NULL);
    fake.wait_fails = true;
    t = (ctsar__traffic){0};
    assert_int_equal(
        ctsar__transfer(&device, CTSAR__TO_DEVICE, &s, host, base, (ctsar__items){0, 8}, 1, 0, &t),
        CTSAR_EDEVICE);
    assert_true(t.bytes_in == 0 && t.seconds == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(exactly_the_picked_items_of_every_block_are_copied, reset),
        cmocka_unit_test_setup(no_items_are_no_copy, reset),
        cmocka_unit_test_setup(there_are_as_few_copies_as_two_strides_allow, reset),
        cmocka_unit_test_setup(overheads_are_fixed_and_the_rest_by_its_share, reset),
        cmocka_unit_test_setup(a_device_that_fails_is_reported_and_not_copied_on, reset),
    };
    return cmocka_run_group_tests_name("transfer", tests, NULL, NULL);
}

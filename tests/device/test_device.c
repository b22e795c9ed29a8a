/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What every device's interface has to do, whatever its backend; TEST_ACCELERATOR names that.  The
 * device's memory is only reached by copies. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "device/registry.h"
#include "support/device.h"
#include "support/environment.h"
#include "support/random.h"

static const ctsar__backend *B;

static ctsar__device *device_with(size_t memory)
{
    const char *pinned = getenv("TEST_PINNED");
    ctsar__emu_spec plain = {.speed = 1, .memory = memory};
    ctsar__device_choice choice = {0, 0, 1, 0};
    ctsar__device_settings settings = {.emu = &plain,
                                       .nemu = 1,
                                       .choice = &choice,
                                       .nchoices = 1,
                                       .memory = memory,
                                       .pinned = pinned ? atoi(pinned) : 0};
    ctsar__device *d = NULL;
    if (B->open(&settings, 0, &d))
        fail_msg("%s", ctsar__error_detail());
    return d;
}

static ctsar__device *device(void)
{
    return device_with(SIZE_MAX);
}

static void windows_that_move_at_random_keep_what_stays(void **state)
{
    (void)state;
    enum { BYTES = 100000 };
    ctsar__device *d = device();
    static char model[BYTES], bytes[BYTES];
    random_state r = {11};
    ctsar__space s;
    assert_int_equal(B->reserve(d, BYTES, &s), CTSAR_OK);
    for (int n = 0; n < 300; ++n) {
        size_t was_lo = s.lo, was_hi = s.hi;
        size_t lo = (size_t)random_long(&r, 0, BYTES);
        size_t hi = (size_t)random_long(&r, (long)lo, BYTES);
        if (n % 3) /* small moves, which need no other buffer */
            lo = was_lo < hi ? was_lo + (was_lo < hi) : was_lo, hi = hi < lo ? lo : hi;
        assert_int_equal(B->commit(d, &s, lo, hi), CTSAR_OK);
        assert_true(s.lo == lo && s.hi == hi && s.committed >= hi - lo);
        size_t from = lo > was_lo ? lo : was_lo, to = hi < was_hi ? hi : was_hi;
        if (from < to) {
            read_bytes(d, bytes, s.base + from, to - from);
            assert_memory_equal(bytes, model + from, to - from);
        }
        for (size_t i = lo; i < hi; ++i)
            model[i] = (char)random_bits(&r);
        if (lo < hi)
            write_bytes(d, s.base + lo, model + lo, hi - lo);
    }
    B->release(d, &s);
    B->close(d);
}

static void several_spaces_are_told_apart_by_their_addresses(void **state)
{
    (void)state;
    enum { SPACES = 40 };
    ctsar__device *d = device();
    ctsar__space s[SPACES];
    for (int i = 0; i < SPACES; ++i) {
        size_t bytes = 1000 + 997 * (size_t)i;
        assert_int_equal(B->reserve(d, bytes, &s[i]), CTSAR_OK);
        assert_int_equal(B->commit(d, &s[i], 10, bytes), CTSAR_OK);
        write_bytes(d, s[i].base + bytes - 4, &i, sizeof i);
    }
    for (int i = 0; i < SPACES; i += 2)
        B->release(d, &s[i]);
    for (int i = 1; i < SPACES; i += 2) {
        int there = -1;
        read_bytes(d, &there, s[i].base + s[i].bytes - 4, sizeof there);
        assert_int_equal(there, i);
        B->release(d, &s[i]);
    }
    B->close(d);
}

static void more_than_the_cap_is_refused_and_changes_nothing(void **state)
{
    (void)state;
    ctsar__space a, b;
    char in[1000], out[1000];
    ctsar__device *d = device();
    size_t unit = d->granularity > 1000 ? d->granularity : 1000; /* no window needs less */
    B->close(d);
    d = device_with(20 * unit);
    assert_int_equal(d->memory, 20 * unit);
    assert_int_equal(B->reserve(d, 100 * unit, &a), CTSAR_OK);
    assert_int_equal(B->reserve(d, 100 * unit, &b), CTSAR_OK);
    assert_int_equal(B->commit(d, &a, 0, 15 * unit), CTSAR_OK);
    memset(in, 'a', sizeof in);
    write_bytes(d, a.base + 15 * unit - 1000, in, sizeof in);
    assert_int_equal(B->commit(d, &b, 0, 10 * unit), CTSAR_ENOMEM);
    assert_non_null(strstr(ctsar__error_detail(), "does not fit"));
    assert_true(b.lo == 0 && b.hi == 0 && b.committed == 0);
    assert_int_equal(B->commit(d, &a, 0, 20 * unit + 1), CTSAR_ENOMEM);
    assert_true(a.hi == 15 * unit);
    assert_int_equal(B->commit(d, &a, 10 * unit, 24 * unit), CTSAR_OK); /* moves in its own room */
    read_bytes(d, out, a.base + 15 * unit - 1000, sizeof out);
    assert_memory_equal(in, out, sizeof in);
    B->release(d, &a);
    assert_int_equal(B->commit(d, &b, 0, 16 * unit), CTSAR_OK);
    B->release(d, &b);
    B->close(d);
}

static void strided_copies_move_their_blocks_and_no_byte_between_them(void **state)
{
    (void)state;
    enum { BYTES = 400 };
    ctsar__device *d = device();
    random_state r = {5};
    ctsar__space s;
    assert_int_equal(B->reserve(d, 3 * BYTES, &s), CTSAR_OK);
    assert_int_equal(B->commit(d, &s, BYTES, 3 * BYTES), CTSAR_OK);
    for (int n = 0; n < 200; ++n) {
        char there[BYTES], here[BYTES], before[BYTES];
        size_t rows = (size_t)random_long(&r, 1, 5), width = (size_t)random_long(&r, 1, 20);
        size_t src = width + (size_t)random_long(&r, 0, 40);
        size_t dst = width + (n % 3 ? (size_t)random_long(&r, 0, 40) : src - width);
        for (size_t i = 0; i < BYTES; ++i)
            here[i] = (char)random_bits(&r), there[i] = (char)random_bits(&r);
        memcpy(before, n % 2 ? there : here, BYTES);
        ctsar__event e;
        write_bytes(d, s.base + BYTES, there, BYTES);
        ctsar__copy2d c = {s.base + BYTES, here, dst, src, width, rows};
        if (n % 2 == 0)
            c = (ctsar__copy2d){here, s.base + BYTES, dst, src, width, rows};
        over(d, (n % 2 ? B->copy_in : B->copy_out)(d, n % 4, &c, &e), &e);
        if (n % 2)
            read_bytes(d, there, s.base + BYTES, BYTES);
        const char *from = n % 2 ? here : there, *to = n % 2 ? there : here;
        for (size_t i = 0; i < BYTES; ++i) {
            bool moved = i / dst < rows && i % dst < width;
            assert_int_equal(to[i], moved ? from[i / dst * src + i % dst] : before[i]);
        }
    }
    B->release(d, &s);
    B->close(d);
}

/* Of several MiB, so that they may come in pieces. */
static void large_copies_arrive_whole(void **state)
{
    (void)state;
    static const struct {
        size_t rows, width, here, there; /* pitches */
    } copies[] = {{1, 5000001, 5000001, 5000001},
                  {700, 7000, 7000, 7000},
                  {700, 5003, 7001, 6007},
                  {2, 2500007, 2500100, 2500200}};
    enum { BYTES = 6 << 20 };
    char *in = malloc(BYTES), *out = malloc(BYTES);
    ctsar__device *d = device();
    random_state r = {17};
    ctsar__space s;
    assert_int_equal(B->reserve(d, BYTES, &s), CTSAR_OK);
    assert_int_equal(B->commit(d, &s, 0, BYTES), CTSAR_OK);
    for (size_t i = 0; i < BYTES; ++i)
        in[i] = (char)random_bits(&r);
    for (size_t n = 0; n < sizeof copies / sizeof *copies; ++n) {
        size_t here = copies[n].here, there = copies[n].there;
        size_t width = copies[n].width, rows = copies[n].rows;
        ctsar__event e;
        ctsar__copy2d c = {s.base, in, there, here, width, rows};
        over(d, B->copy_in(d, 1, &c, &e), &e);
        c = (ctsar__copy2d){out, s.base, here, there, width, rows};
        memset(out, 1, BYTES);
        over(d, B->copy_out(d, 1, &c, &e), &e);
        for (size_t row = 0; row < rows; ++row) {
            assert_memory_equal(out + row * here, in + row * here, width);
            for (size_t i = width; i < here; ++i)
                assert_int_equal(out[row * here + i], 1);
        }
    }
    B->release(d, &s);
    B->close(d);
    free(in);
    free(out);
}

static void what_a_copy_takes_is_known_before_the_first_one(void **state)
{
    (void)state;
    ctsar__device *d = device();
    assert_true(d->pace[CTSAR__WAY_IN].bytes > 0);
    size_t little = 1 << 15;       /* bytes, less than what is copied for it elsewhere */
    size_t least = d->granularity; /* of memory that windows take */
    B->close(d);
    d = device_with(little > least ? little : least);
    assert_true(d->pace[CTSAR__WAY_IN].bytes > 0);
    B->close(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(windows_that_move_at_random_keep_what_stays),
        cmocka_unit_test(several_spaces_are_told_apart_by_their_addresses),
        cmocka_unit_test(more_than_the_cap_is_refused_and_changes_nothing),
        cmocka_unit_test(large_copies_arrive_whole),
        cmocka_unit_test(what_a_copy_takes_is_known_before_the_first_one),
        cmocka_unit_test(strided_copies_move_their_blocks_and_no_byte_between_them),
    };
    B = ctsar__backend_named(is_emulated() ? "emu" : test_accelerator());
    const char *why = !B ? "it is not in this build" : B->absent ? B->absent() : NULL;
    if (why) {
        printf("no device of %s: %s\n", test_accelerator(), why);
        return 77;
    }
    return cmocka_run_group_tests_name("device", tests, NULL, NULL);
}

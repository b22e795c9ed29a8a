/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Staging on a device that is made up: what is enqueued on it happens when it is waited for, so
 * that a buffer that is used again too early shows. */
#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "device/staging_choose.h"
#include "support/random.h"

enum { MIB = 1 << 20, LARGEST = 6 * MIB };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of all but the first three */
static struct {
    int threads;   /* that make pieces at once, at most */
    int pins;      /* buffers that are pinned */
    bool no_pins;  /* no more can be */
    int left;      /* operations that succeed; < 0: all */
    int copies;    /* enqueued in all */
    int under_way; /* and not waited for */
    int too_many;  /* times that these were more than there are buffers */
    int by_others; /* enqueued by other threads than the caller */
    pthread_t caller;
    double directly, piece; /* seconds that a MiB takes, and a piece */
    size_t pitched;         /* bytes of those whose host side is not one block */
    bool pinned;            /* all of the host's memory is */
} fake;

static int reset(void **state)
{
    (void)state;
    memset(&fake, 0, sizeof fake);
    fake.caller = pthread_self();
    fake.left = -1;
    fake.threads = 1;
    return 0;
}

static int enqueue(const ctsar__copy2d *c, size_t host_pitch, ctsar__event *e)
{
    pthread_mutex_lock(&lock);
    bool fails = fake.left >= 0 && fake.left-- == 0;
    fake.copies += !fails;
    fake.under_way += !fails;
    fake.too_many += fake.under_way > 2 * fake.threads;
    fake.pitched += c->rows > 1 && host_pitch != c->width ? c->width * c->rows : 0;
    fake.by_others += !fails && !pthread_equal(pthread_self(), fake.caller);
    size_t bytes = c->width * c->rows;
    double takes = bytes > MIB ? fake.directly * (double)bytes / MIB : fake.piece;
    pthread_mutex_unlock(&lock);
    nanosleep(&(struct timespec){.tv_nsec = (long)(1e9 * takes)}, NULL);
    if (fails)
        return ctsar__error(CTSAR_EDEVICE, "the fake failed");
    ctsar__copy2d *later = malloc(sizeof *later);
    *later = *c;
    e->handle = later;
    return CTSAR_OK;
}

static int fake_in(ctsar__device *d, int slot, const ctsar__copy2d *c, ctsar__event *e)
{
    (void)d, (void)slot;
    return enqueue(c, c->src_pitch, e);
}

static int fake_out(ctsar__device *d, int slot, const ctsar__copy2d *c, ctsar__event *e)
{
    (void)d, (void)slot;
    return enqueue(c, c->dst_pitch, e);
}

static int fake_wait(ctsar__device *d, ctsar__event *e)
{
    (void)d;
    ctsar__copy2d *c = e->handle;
    if (!c)
        return CTSAR_OK;
    for (size_t r = 0; r < c->rows; ++r)
        memcpy(c->dst + r * c->dst_pitch, c->src + r * c->src_pitch, c->width);
    free(c);
    e->handle = NULL;
    pthread_mutex_lock(&lock);
    fake.under_way--;
    pthread_mutex_unlock(&lock);
    return CTSAR_OK;
}

static bool fake_pin(ctsar__device *d, size_t bytes, ctsar__pinned *p)
{
    (void)d;
    pthread_mutex_lock(&lock);
    bool pins = !fake.no_pins;
    fake.pins += pins;
    pthread_mutex_unlock(&lock);
    if (pins)
        p->at = malloc(bytes);
    return pins;
}

static void fake_unpin(ctsar__device *d, ctsar__pinned *p)
{
    (void)d;
    free(p->at);
    fake.pins--;
}

/* A machine of 16 processors. */
int omp_get_num_places(void)
{
    return 1;
}

int omp_get_place_num_procs(int place)
{
    (void)place;
    return 16;
}

void omp_get_place_proc_ids(int place, int *ids)
{
    (void)place;
    for (int i = 0; i < 16; ++i)
        ids[i] = i;
}

static bool fake_is_pinned(ctsar__device *d, const void *host)
{
    (void)d, (void)host;
    return fake.pinned;
}

static const ctsar__staging_ops ops = {.copy_in = fake_in,
                                       .copy_out = fake_out,
                                       .wait = fake_wait,
                                       .pin = fake_pin,
                                       .unpin = fake_unpin,
                                       .is_pinned = fake_is_pinned};

static int fake_reserve(ctsar__device *d, size_t bytes, ctsar__space *space)
{
    (void)d;
    *space = (ctsar__space){.base = malloc(bytes)};
    return space->base ? CTSAR_OK : CTSAR_ENOMEM;
}

static int fake_commit(ctsar__device *d, ctsar__space *space, size_t lo, size_t hi)
{
    (void)d, (void)space, (void)lo, (void)hi;
    return CTSAR_OK;
}

static void fake_release(ctsar__device *d, ctsar__space *space)
{
    (void)d;
    free(space->base);
}

static const ctsar__backend backend = {
    .reserve = fake_reserve, .commit = fake_commit, .release = fake_release};
static ctsar__device device = {.name = "fake0", .backend = &backend};

/* As CTSAR_PINNED has it. */
static void open_staging(ctsar__staging *s, int pinned)
{
    fake.threads = pinned > 1 ? pinned : 1;
    const ctsar__device_settings settings = {.pinned = pinned};
    ctsar__staging_init(s, &device, &ops, NULL);
    assert_int_equal(ctsar__staging_choose(&device, &settings, false), CTSAR_OK);
}

static void copy(bool out, const ctsar__copy2d *c)
{
    ctsar__event e = {0};
    assert_int_equal((out ? ctsar__staging_out : ctsar__staging_in)(&device, 3, c, &e), CTSAR_OK);
    assert_int_equal(fake_wait(&device, &e), CTSAR_OK);
    assert_int_equal(fake.under_way, 0);
    assert_int_equal(fake.too_many, 0);
}

static char from[2 * LARGEST], to[2 * LARGEST], expected[2 * LARGEST];

/* Blocks of all sizes: many in a buffer, one in several buffers, all as one. */
static ctsar__copy2d random_copy(random_state *r)
{
    static const long widths[] = {100, 5000, MIB - 1, MIB, 3 * MIB};
    size_t width = (size_t)random_long(r, 1, widths[random_long(r, 0, 4)]);
    long most = LARGEST / (long)width;
    size_t rows = (size_t)random_long(r, 1, most < 3000 ? most : 3000);
    size_t room = 2 * LARGEST / rows - width; /* between two */
    size_t gap = room < 99 ? room : 99;
    return (ctsar__copy2d){.dst = to,
                           .src = from,
                           .dst_pitch = width + (size_t)random_long(r, 0, (long)gap),
                           .src_pitch = width + (size_t)random_long(r, 0, (long)gap),
                           .width = width,
                           .rows = rows};
}

static void every_byte_arrives(int threads)
{
    random_state r = {3};
    ctsar__staging s;
    open_staging(&s, threads);
    for (size_t i = 0; i < sizeof from; ++i)
        from[i] = (char)random_bits(&r);
    for (int n = 0; n < 60; ++n) {
        ctsar__copy2d c = random_copy(&r);
        if (n % 3 == 0)
            c.dst_pitch = c.src_pitch = c.width;
        memset(to, 0, sizeof to);
        memset(expected, 0, sizeof expected);
        for (size_t row = 0; row < c.rows; ++row)
            memcpy(expected + row * c.dst_pitch, from + row * c.src_pitch, c.width);
        copy(n % 2, &c);
        assert_memory_equal(to, expected, sizeof to);
        if (n == 30) {
            ctsar__staging_rest(&device);
            fake.by_others = 0;
        }
    }
    assert_int_equal(fake.pitched, 0);          /* the driver never gathers on the host */
    assert_in_range(fake.pins, 2, 2 * threads); /* of the one slot that was used, and of helpers */
    ctsar__staging_free(&device);
    assert_int_equal(fake.pins, 0);
}

static void every_byte_arrives_and_none_between_them(void **state)
{
    (void)state;
    every_byte_arrives(1);
    assert_int_equal(fake.by_others, 0);
}

static void every_byte_arrives_by_several_threads(void **state)
{
    (void)state;
    every_byte_arrives(4);
    assert_true(fake.by_others > 0);
}

static const ctsar__copy2d large = {.dst = to,
                                    .src = from,
                                    .dst_pitch = 4 * MIB + 7,
                                    .src_pitch = 4 * MIB + 7,
                                    .width = 4 * MIB + 7,
                                    .rows = 1};

static void a_copy_is_cut_into_pieces_of_a_buffer_each(void **state)
{
    (void)state;
    ctsar__staging s;
    open_staging(&s, 1);
    copy(false, &large);
    assert_int_equal(fake.copies, 5);
    copy(true, &large);
    assert_int_equal(fake.copies, 10);
    ctsar__staging_free(&device);
}

static void nothing_is_staged_unless_it_is_asked_for_or_pays(void **state)
{
    (void)state;
    for (int pinned = -1; pinned <= 0; ++pinned) { /* memory of the host's own never pays */
        ctsar__staging s;
        open_staging(&s, pinned);
        fake.copies = 0;
        copy(false, &large);
        assert_int_equal(fake.copies, 1);
        assert_int_equal(fake.pins, 0);
        ctsar__staging_free(&device);
    }
}

/* Seconds that the processor takes for a piece, ThreadSanitizer's included. */
static double piece_by_itself(void)
{
    ctsar__staging s;
    open_staging(&s, 1);
    double began = ctsar__now();
    copy(false, &large);
    double took = ctsar__now() - began;
    ctsar__staging_free(&device);
    return took / 5;
}

/* Opens the staging; was what `says` chosen? */
static bool chooses(ctsar__staging *s, const char *says)
{
    const ctsar__device_settings settings = {.pinned = -1, .clock = CTSAR__CLOCK_REAL};
    ctsar__staging_init(s, &device, &ops, NULL);
    assert_int_equal(ctsar__staging_choose(&device, &settings, true), CTSAR_OK);
    return strstr(device.copies, says);
}

/* What is slept tells the ways apart.  On a machine that others use a thread may sleep for longer;
 * so one of several moments has to show it, and in each all sleep longer than in the last one. */
static void what_is_faster_is_chosen(void **state)
{
    (void)state;
    enum { MOMENTS = 20 };
    double longer = fmax(1, 1000 * piece_by_itself()); /* so that what is slept counts */
    const struct {
        double directly, piece;
        int copies;
        const char *says;
    } all[] = {{10e-3, 2e-3, 5, "buffers, 4 threads"},
               {3e-3, 3e-3, 5, "buffers, 4 threads"},
               {0, 5e-3, 1, "as the driver"}};
    for (int i = 0; i < 3; ++i) {
        ctsar__staging s;
        fake.threads = 4;
        fake.directly = all[i].directly * longer;
        fake.piece = all[i].piece * longer;
        for (int moment = 1; !chooses(&s, all[i].says); ++moment) {
            if (moment == MOMENTS)
                fail_msg("%s: %s", all[i].says, device.copies);
            ctsar__staging_free(&device);
            fake.directly *= 1.2;
            fake.piece *= 1.2;
        }
        fake.directly = fake.piece = 0;
        fake.copies = 0;
        copy(false, &large);
        assert_int_equal(fake.copies, all[i].copies);
        ctsar__staging_free(&device);
        assert_int_equal(fake.pins, 0);
    }
}

static void memory_that_is_pinned_already_goes_directly(void **state)
{
    (void)state;
    ctsar__staging s;
    open_staging(&s, 1);
    fake.pinned = true;
    copy(true, &large);
    assert_int_equal(fake.copies, 1);
    ctsar__staging_free(&device);
}

/* What is written late would be written into what may be another's by then. */
static void pinned_memory_is_read_directly_where_copies_may_come_late(void **state)
{
    (void)state;
    ctsar__staging s;
    open_staging(&s, 0);
    device.timeout = 30;
    for (int pinned = 0; pinned < 2; ++pinned)
        for (int out = 0; out < 2; ++out) {
            fake.pinned = pinned;
            fake.copies = 0;
            copy(out, &large);
            assert_int_equal(fake.copies, pinned && !out ? 1 : 5);
        }
    fake.pinned = false;
    device.timeout = 0;
    ctsar__staging_free(&device);
}

static void without_memory_to_pin_copies_go_directly(void **state)
{
    (void)state;
    ctsar__staging s;
    open_staging(&s, 1);
    fake.no_pins = true;
    memset(to, 0, sizeof to);
    copy(false, &large);
    assert_int_equal(fake.copies, 1);
    assert_memory_equal(to, from, large.width);
    fake.no_pins = false; /* later there is some */
    copy(false, &large);
    assert_int_equal(fake.copies, 6);
    ctsar__staging_free(&device);
}

static void pieces_fail(int threads, bool out)
{
    for (int good = 1; good < 5; ++good) {
        ctsar__staging s;
        ctsar__event e = {0};
        open_staging(&s, threads);
        copy(out, &large); /* which pins */
        fake.left = good;
        assert_int_equal((out ? ctsar__staging_out : ctsar__staging_in)(&device, 3, &large, &e),
                         CTSAR_EDEVICE);
        assert_string_equal(ctsar__error_detail(), "the fake failed");
        assert_int_equal(fake.under_way, 0);
        fake.left = -1;
        ctsar__staging_free(&device);
    }
}

static void a_piece_that_fails_fails_the_copy_and_leaves_nothing_under_way(void **state)
{
    (void)state;
    for (int threads = 1; threads <= 4; threads *= 2)
        for (int out = 0; out < 2; ++out)
            pieces_fail(threads, out);
}

/* A copy that has been given up may come late, into a buffer that must not be another's by then. */
static void helpers_buffers_are_not_used_again_after_a_failure(void **state)
{
    (void)state;
    ctsar__staging s;
    ctsar__event e = {0};
    open_staging(&s, 4);
    fake.left = 1;
    assert_int_equal(ctsar__staging_out(&device, 2, &large, &e), CTSAR_EDEVICE);
    fake.left = -1;
    fake.by_others = 0;
    memset(to, 0, sizeof to);
    copy(true, &large);
    assert_memory_equal(to, from, large.width);
    assert_int_equal(fake.by_others, 0);
    ctsar__staging_free(&device);
    assert_int_equal(fake.pins, 0);
}

/* Copies of several slots at once: one of them has the helpers. */
enum { COPYING = 3, HELPERS = 2 };

static void *copy_in_a_slot(void *data)
{
    size_t slot = (size_t)data, part = sizeof from / COPYING;
    const ctsar__copy2d c = {to + slot * part, from + slot * part, part, part, part, 1};
    ctsar__event e = {0};
    for (int i = 0; i < 20; ++i)
        if (ctsar__staging_in(&device, (int)slot, &c, &e))
            return "failed";
    return NULL;
}

static void slots_copy_at_once(void **state)
{
    (void)state;
    ctsar__staging s;
    pthread_t thread[COPYING];
    random_state r = {5};
    assert_true(sizeof from / COPYING >= CTSAR__HELPED);
    open_staging(&s, 1 + HELPERS);
    fake.threads = COPYING + HELPERS;
    for (size_t i = 0; i < sizeof from; ++i)
        from[i] = (char)random_bits(&r);
    memset(to, 0, sizeof to);
    for (size_t i = 0; i < COPYING; ++i)
        assert_int_equal(pthread_create(&thread[i], NULL, copy_in_a_slot, (void *)i), 0);
    for (int i = 0; i < COPYING; ++i) {
        void *failed;
        assert_int_equal(pthread_join(thread[i], &failed), 0);
        assert_null(failed);
    }
    assert_memory_equal(to, from, sizeof to);
    assert_int_equal(fake.pins, 2 * (COPYING + HELPERS));
    assert_int_equal(fake.too_many, 0);
    ctsar__staging_free(&device);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup(f, reset)
    const struct CMUnitTest tests[] = {
        TEST(every_byte_arrives_and_none_between_them),
        TEST(every_byte_arrives_by_several_threads),
        TEST(slots_copy_at_once),
        TEST(a_copy_is_cut_into_pieces_of_a_buffer_each),
        TEST(nothing_is_staged_unless_it_is_asked_for_or_pays),
        TEST(what_is_faster_is_chosen),
        TEST(memory_that_is_pinned_already_goes_directly),
        TEST(pinned_memory_is_read_directly_where_copies_may_come_late),
        TEST(without_memory_to_pin_copies_go_directly),
        TEST(a_piece_that_fails_fails_the_copy_and_leaves_nothing_under_way),
        TEST(helpers_buffers_are_not_used_again_after_a_failure),
    };
    return cmocka_run_group_tests_name("staging", tests, NULL, NULL);
}

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Rings of traced events: what they keep, and threads that come and go. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/trace.h"

enum { PAST = 1000 };

static void note(long number)
{
    ctsar__trace_note(&(ctsar__traced){.lo = number, .hi = -number, .end = (double)number});
}

static uint64_t noted_in_all(int *rings)
{
    uint64_t all = 0;
    *rings = 0;
    for (const ctsar__ring *r = ctsar__ring_after(NULL); r; r = ctsar__ring_after(r), ++*rings)
        all += ctsar__ring_noted(r);
    return all;
}

static void *note_all(void *unused)
{
    for (long i = 0; i < CTSAR__TRACE_KEPT + PAST; ++i)
        note(i);
    return unused;
}

static void the_last_events_are_kept_in_order(void **state)
{
    (void)state;
    note_all(NULL);
    const ctsar__ring *r = ctsar__ring_after(NULL);
    uint64_t noted = ctsar__ring_noted(r);
    ctsar__traced e;
    assert_int_equal(noted, CTSAR__TRACE_KEPT + PAST);
    assert_false(ctsar__ring_read(r, PAST - 1, &e));
    for (uint64_t i = PAST; i < noted; ++i) {
        assert_true(ctsar__ring_read(r, i, &e));
        assert_int_equal(e.lo, i);
        assert_int_equal(e.hi, -(int64_t)i);
    }
}

static void a_thread_that_ends_leaves_its_ring_to_the_next(void **state)
{
    (void)state;
    int before, rings;
    pthread_t thread;
    uint64_t noted = noted_in_all(&before);
    for (int i = 0; i < 5; ++i) {
        assert_int_equal(pthread_create(&thread, NULL, note_all, NULL), 0);
        pthread_join(thread, NULL);
    }
    assert_int_equal(noted_in_all(&rings), noted + 5 * (CTSAR__TRACE_KEPT + PAST));
    assert_int_equal(rings, before + 1);
}

/* An event is either whole or known to be overwritten. */
static void who_reads_beside_a_writer_sees_whole_events(void **state)
{
    (void)state;
    enum { LOOKS = 20 };
    pthread_t thread;
    long whole = 0;
    assert_int_equal(pthread_create(&thread, NULL, note_all, NULL), 0);
    for (int look = 0; look < LOOKS; ++look)
        for (const ctsar__ring *r = ctsar__ring_after(NULL); r; r = ctsar__ring_after(r)) {
            uint64_t noted = ctsar__ring_noted(r);
            uint64_t first = noted > CTSAR__TRACE_KEPT ? noted - CTSAR__TRACE_KEPT : 0;
            ctsar__traced e;
            for (uint64_t i = first; i < noted && i < first + PAST; ++i)
                if (ctsar__ring_read(r, i, &e)) {
                    assert_int_equal(e.hi, -e.lo);
                    assert_true(e.end == (double)e.lo);
                    whole++;
                }
        }
    pthread_join(thread, NULL);
    assert_true(whole > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_last_events_are_kept_in_order),
        cmocka_unit_test(a_thread_that_ends_leaves_its_ring_to_the_next),
        cmocka_unit_test(who_reads_beside_a_writer_sees_whole_events),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

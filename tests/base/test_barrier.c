/* SPDX-License-Identifier: BSD-3-Clause */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/barrier.h"

enum { THREADS = 4, ROUNDS = 2000 };

static ctsar__barrier barrier;
static long plain[THREADS]; /* what each thread wrote in this round, unprotected */
static long checked;        /* written by the last thread only */
static _Atomic int wrong;

/* One thread has some in each of so many rounds. */
enum { NEWS = 3 };
static bool has_news(int me, long round)
{
    return round % NEWS == 0 && round / NEWS % THREADS == me;
}

/* Each thread writes its entry; the last checks them all and clears them. */
static void *rounds(void *data)
{
    int me = *(int *)data;
    for (long r = 1; r <= ROUNDS; ++r) {
        plain[me] = r;
        uint32_t round = ctsar__barrier_now(&barrier).round;
        ctsar__arrival arrival = ctsar__barrier_arrive(&barrier, THREADS, has_news(me, r));
        if (arrival.last) {
            for (int t = 0; t < THREADS; ++t)
                wrong += plain[t] != r;
            wrong += arrival.news != (r % NEWS == 0);
            checked = r;
            ctsar__barrier_open(&barrier, true);
        } else {
            while (!ctsar__barrier_wait(&barrier, round, 10, r % 2 ? 1 : 1500))
                ;
        }
        wrong += checked != r;
    }
    return NULL;
}

static void the_last_thread_sees_what_the_others_wrote_and_they_what_it_did(void **state)
{
    (void)state;
    ctsar__barrier_init(&barrier);
    pthread_t t[THREADS];
    int number[THREADS];
    for (int i = 0; i < THREADS; ++i) {
        number[i] = i;
        pthread_create(&t[i], NULL, rounds, &number[i]);
    }
    for (int i = 0; i < THREADS; ++i)
        pthread_join(t[i], NULL);
    assert_int_equal(wrong, 0);
    assert_int_equal(checked, ROUNDS);
    assert_int_equal(barrier.sleepers, 0);
}

static void opening_moves_on_to_a_round_or_to_a_pass(void **state)
{
    (void)state;
    ctsar__barrier_init(&barrier);
    ctsar__moment m = ctsar__barrier_now(&barrier);
    assert_true(m.round == 1 && m.pass == 1);
    ctsar__barrier_open(&barrier, true);
    m = ctsar__barrier_now(&barrier);
    assert_true(m.round == 2 && m.pass == 1);
    ctsar__barrier_open(&barrier, false);
    m = ctsar__barrier_now(&barrier);
    assert_true(m.round == 3 && m.pass == 2);
}

static void *arrive_late(void *data)
{
    (void)data;
    while (atomic_load(&barrier.sleepers) == 0)
        usleep(100);
    if (ctsar__barrier_arrive(&barrier, 2, false).last)
        ctsar__barrier_open(&barrier, true);
    return NULL;
}

static void a_sleeping_thread_is_woken(void **state)
{
    (void)state;
    pthread_t t;
    uint32_t round = ctsar__barrier_now(&barrier).round;
    assert_false(ctsar__barrier_arrive(&barrier, 2, false).last);
    pthread_create(&t, NULL, arrive_late, NULL);
    while (!ctsar__barrier_wait(&barrier, round, 1000, 50))
        ;
    pthread_join(t, NULL);
}

static void waiting_ends_without_the_others_when_its_time_is_up(void **state)
{
    (void)state;
    uint32_t round = ctsar__barrier_now(&barrier).round;
    assert_false(ctsar__barrier_wait(&barrier, round, 1e-3, 50));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_last_thread_sees_what_the_others_wrote_and_they_what_it_did),
        cmocka_unit_test(opening_moves_on_to_a_round_or_to_a_pass),
        cmocka_unit_test(a_sleeping_thread_is_woken),
        cmocka_unit_test(waiting_ends_without_the_others_when_its_time_is_up),
    };
    return cmocka_run_group_tests_name("barrier", tests, NULL, NULL);
}

/* SPDX-License-Identifier: BSD-3-Clause */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "threads/worker.h"
#include "support/environment.h"

typedef struct counted {
    ctsar__job job; /* first */
    _Atomic int times;
    pthread_t thread;
    bool blocks_signals;
} counted;

static void count(ctsar__job *job)
{
    counted *c = (counted *)job;
    sigset_t mask;
    pthread_sigmask(SIG_SETMASK, NULL, &mask);
    c->blocks_signals = sigismember(&mask, SIGINT) == 1;
    c->thread = pthread_self();
    c->times++;
}

static void a_job_is_executed_by_another_thread_each_time_it_is_submitted(void **state)
{
    (void)state;
    ctsar__workers *w;
    counted c = {.job.run = count};
    assert_int_equal(ctsar__workers_create(2, true, &w), CTSAR_OK);
    for (int i = 1; i <= 1000; ++i) {
        assert_int_equal(ctsar__workers_submit(w, &c.job), CTSAR_OK);
        if (i % 3 == 0) {
            ctsar__workers_settle(w, &c.job);
            assert_int_equal(c.times, i);
        }
    }
    ctsar__workers_settle(w, &c.job);
    assert_int_equal(c.times, 1000);
    assert_false(pthread_equal(c.thread, pthread_self()));
    assert_true(c.blocks_signals);
    ctsar__workers_destroy(w);
}

/* In ns, as sched_getattr(2) has it; 0: the system does not tell. */
static uint64_t own_slice(void)
{
    struct {
        uint32_t size, policy;
        uint64_t flags;
        int32_t nice;
        uint32_t priority;
        uint64_t runtime, deadline, period;
    } a;
    return syscall(SYS_sched_getattr, 0, &a, sizeof a, 0) || a.policy ? 0 : a.runtime;
}

typedef struct sliced {
    ctsar__job job; /* first */
    uint64_t slice;
} sliced;

static void note_slice(ctsar__job *job)
{
    ((sliced *)job)->slice = own_slice();
}

static void who_serves_a_device_has_a_short_time_slice(void **state)
{
    (void)state;
    uint64_t usual = own_slice();
    if (usual <= 100000)
        skip(); /* before Linux 6.12 all have the same one */
    for (int serves = 0; serves < 2; ++serves) {
        ctsar__workers *w;
        sliced j = {.job.run = note_slice};
        assert_int_equal(ctsar__workers_create(1, serves, &w), CTSAR_OK);
        assert_int_equal(ctsar__workers_submit(w, &j.job), CTSAR_OK);
        ctsar__workers_settle(w, &j.job);
        ctsar__workers_destroy(w);
        assert_int_equal(j.slice, serves ? 100000 : usual);
    }
    assert_int_equal(own_slice(), usual);
}

/* Two jobs that wait for each other need two threads. */
typedef struct meeting {
    ctsar__job job;
    pthread_barrier_t *place;
} meeting;

static void meet(ctsar__job *job)
{
    pthread_barrier_wait(((meeting *)job)->place);
}

static void as_many_jobs_run_at_once_as_there_may_be_threads(void **state)
{
    (void)state;
    enum { MOST = 4 };
    ctsar__workers *w;
    pthread_barrier_t place;
    meeting m[MOST];
    pthread_barrier_init(&place, NULL, MOST);
    assert_int_equal(ctsar__workers_create(MOST, true, &w), CTSAR_OK);
    for (int round = 0; round < 50; ++round) {
        for (int i = 0; i < MOST; ++i) {
            m[i] = (meeting){.job.run = meet, .place = &place};
            assert_int_equal(ctsar__workers_submit(w, &m[i].job), CTSAR_OK);
        }
        for (int i = 0; i < MOST; ++i)
            ctsar__workers_settle(w, &m[i].job);
    }
    ctsar__workers_destroy(w);
    pthread_barrier_destroy(&place);
}

static void what_is_submitted_is_executed_before_the_workers_end(void **state)
{
    (void)state;
    ctsar__workers *w;
    counted c[20] = {0};
    assert_int_equal(ctsar__workers_create(1, true, &w), CTSAR_OK);
    for (int i = 0; i < 20; ++i) {
        c[i].job.run = count;
        assert_int_equal(ctsar__workers_submit(w, &c[i].job), CTSAR_OK);
    }
    ctsar__workers_destroy(w);
    for (int i = 0; i < 20; ++i)
        assert_int_equal(c[i].times, 1);
    ctsar__workers_destroy(NULL);
}

static void wait_for_ever(ctsar__job *job)
{
    (void)job;
    for (;;)
        pause();
}

static void a_child_of_a_fork_has_workers_of_its_own(void **state)
{
    (void)state;
    if (!FORKS)
        skip();
    ctsar__workers *w;
    counted c = {.job.run = count};
    assert_int_equal(ctsar__workers_create(1, true, &w), CTSAR_OK);
    assert_int_equal(ctsar__workers_submit(w, &c.job), CTSAR_OK);
    ctsar__workers_settle(w, &c.job);
    pid_t child = fork();
    if (child == 0) {
        alarm(20);
        int wrong = ctsar__workers_submit(w, &c.job) != CTSAR_OK;
        ctsar__workers_settle(w, &c.job);
        ctsar__workers_destroy(w);
        _exit(wrong || c.times != 2);
    }
    int status = -1;
    assert_true(waitpid(child, &status, 0) == child);
    assert_int_equal(status, 0);
    assert_int_equal(c.times, 1);
    ctsar__workers_destroy(w);
}

static void a_job_that_was_busy_in_the_parent_is_not_so_in_the_child(void **state)
{
    (void)state;
    if (!FORKS)
        skip();
    pid_t parent = fork(); /* whose worker never ends */
    if (parent == 0) {
        ctsar__workers *w;
        ctsar__job job = {.run = wait_for_ever};
        alarm(20);
        if (ctsar__workers_create(1, true, &w) || ctsar__workers_submit(w, &job))
            _exit(2);
        pid_t child = fork();
        if (child == 0) {
            alarm(20);
            ctsar__workers_settle(w, &job);

            _exit(0);
        }
        int status = -1;
        _exit(waitpid(child, &status, 0) != child || status != 0);
    }
    int status = -1;
    assert_true(waitpid(parent, &status, 0) == parent);
    assert_int_equal(status, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_job_is_executed_by_another_thread_each_time_it_is_submitted),
        cmocka_unit_test(who_serves_a_device_has_a_short_time_slice),
        cmocka_unit_test(as_many_jobs_run_at_once_as_there_may_be_threads),
        cmocka_unit_test(what_is_submitted_is_executed_before_the_workers_end),
        cmocka_unit_test(a_child_of_a_fork_has_workers_of_its_own),
        cmocka_unit_test(a_job_that_was_busy_in_the_parent_is_not_so_in_the_child),
    };
    return cmocka_run_group_tests_name("worker", tests, NULL, NULL);
}

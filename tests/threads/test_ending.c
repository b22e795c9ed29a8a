/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The end of a process waits for a compiler, which here is a thread that finds out whether what it
 * has made is still there. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/clock.h"
#include "support/environment.h"
#include "threads/ending.h"

enum { RIGHT = 0, DESTROYED = 77, REFUSED = 78, BUILD = 50000 /* us */ };

static _Atomic bool destroyed, inside, builds, go_on;

static void destroy(void)
{
    destroyed = true;
    if (inside)
        _exit(DESTROYED);
    usleep(BUILD); /* who begins now finds it gone */
}

static void compile(unsigned us)
{
    inside = builds = true;
    usleep(us);
    if (destroyed)
        _exit(DESTROYED);
    inside = false;
}

/* What LLVM does: it makes something while it builds, and has it destroyed at the end. */
static void *build_first(void *unused)
{
    if (!ctsar__ending_hold())
        _exit(REFUSED);
    atexit(destroy);
    compile(BUILD);
    ctsar__ending_release();
    return unused;
}

/* Others follow at once, as the versions of a family do: until none may begin. */
static void *build_many(void *unused)
{
    build_first(NULL);
    while (ctsar__ending_hold()) {
        compile(2000);
        ctsar__ending_release();
    }
    return unused;
}

static void *build_later(void *unused)
{
    if (!ctsar__ending_hold())
        _exit(REFUSED);
    compile(BUILD);
    ctsar__ending_release();
    return unused;
}

static void start(void *(*run)(void *))
{
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, run, NULL), 0);
    while (!builds)
        usleep(100);
}

static void *end(void *watched)
{
    if (watched)
        ctsar__ending_watch();
    while (!go_on)
        usleep(100);
    exit(RIGHT);
}

/* By a thread other than that which has loaded the library. */
static void end_elsewhere(bool watched)
{
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, end, watched ? &thread : NULL), 0);
    usleep(1000);
    go_on = true;
    pthread_join(thread, NULL);
}

static void *leave(void *unused)
{
    ctsar__ending_watch();
    return unused;
}

/* ---- What a process does --------------------------------------------------------------------- */

static void main_ends(void)
{
    start(build_first);
    exit(RIGHT);
}

static void main_ends_between_builds(void)
{
    start(build_many);
    exit(RIGHT);
}

static void a_thread_that_watches_ends_it(void)
{
    start(build_first);
    end_elsewhere(true);
}

static void a_thread_unheard_of_ends_it_in_a_later_build(void)
{
    build_first(NULL);
    builds = false;
    start(build_later);
    end_elsewhere(false);
}

static pthread_barrier_t both;

static void *hold_at_once(void *brief)
{
    pthread_barrier_wait(&both);
    if (!ctsar__ending_hold())
        _exit(REFUSED);
    if (!brief)
        compile(2000);
    ctsar__ending_release();
    return brief;
}

/* In a child, where nothing was held before.  The brief one must not end what the other holds. */
static void two_begin_at_once(void)
{
    pthread_t thread[2];
    atexit(destroy);
    pthread_barrier_init(&both, NULL, 2);
    for (int i = 0; i < 2; ++i)
        assert_int_equal(pthread_create(&thread[i], NULL, hold_at_once, i ? &both : NULL), 0);
    pthread_join(thread[1], NULL);
    while (!builds)
        ;
    exit(RIGHT);
}

static int status_of(void (*process)(void))
{
    int status = -1;
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        process();
        _exit(1);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void the_end_waits_for_what_is_being_built(void **state)
{
    (void)state;
    if (!FORKS)
        skip();
    for (int i = 0; i < 5; ++i) {
        assert_int_equal(status_of(main_ends), RIGHT);
        assert_int_equal(status_of(main_ends_between_builds), RIGHT);
        assert_int_equal(status_of(a_thread_that_watches_ends_it), RIGHT);
        assert_int_equal(status_of(a_thread_unheard_of_ends_it_in_a_later_build), RIGHT);
    }
}

/* The process goes on: what is built afterwards is. */
static void threads_that_end_stop_nobody(void **state)
{
    (void)state;
    for (int i = 0; i < 20; ++i) {
        pthread_t thread;
        assert_int_equal(pthread_create(&thread, NULL, leave, NULL), 0);
        assert_true(ctsar__ending_hold());
        ctsar__ending_release();
        pthread_join(thread, NULL);
        assert_true(ctsar__ending_hold());
        ctsar__ending_release();
    }
}

static void nothing_happens(void)
{
    exit(RIGHT);
}

/* The child of a process that builds does not. */
static void a_child_waits_for_nobody(void **state)
{
    (void)state;
    if (!FORKS)
        skip();
    assert_true(ctsar__ending_hold());
    assert_int_equal(status_of(nothing_happens), RIGHT);
    assert_int_equal(status_of(main_ends), RIGHT);
    ctsar__ending_release();
}

static void a_child_counts_from_its_beginning(void **state)
{
    (void)state;
    if (!FORKS)
        skip();
    for (int i = 0; i < 20; ++i)
        assert_int_equal(status_of(two_begin_at_once), RIGHT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_end_waits_for_what_is_being_built),
        cmocka_unit_test(threads_that_end_stop_nobody),
        cmocka_unit_test(a_child_waits_for_nobody),
        cmocka_unit_test(a_child_counts_from_its_beginning),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

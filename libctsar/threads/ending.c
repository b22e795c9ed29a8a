/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The C library first calls the destructors of the thread that calls exit(), then what atexit was
 * told of, the last one first.  A compiler tells atexit of parts of itself when it makes them,
 * which is while it builds for the first time.  So before that only a destructor comes early
 * enough; after that what atexit is told of anew does, too.
 *
 * A destructor does not know whether its thread ends or the process does.  Until that is clear
 * nothing new may begin: where the thread ends, its keys are destroyed next. */
#include "threads/ending.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/status.h"

static const double grain = 1e-3; /* seconds, of waiting */
static const double clear = 1;    /* ... that it takes at most to be clear: the program may do
                                   * something when threads end, too */

static _Atomic int held;
static _Atomic int leaving; /* threads of which it is not clear whether the process ends, too */
static _Atomic bool ends;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static bool keyed;
static _Thread_local bool watched, left;

/* In a child of the process nobody has what its threads held. */
static void count_anew(void)
{
    held = leaving = 0;
    left = false;
}

static void wait_a_little(void)
{
    ctsar__wait_until(ctsar__now() + grain);
}

static void wait_for_all(void)
{
    while (held > 0)
        wait_a_little();
}

/* ---- Ends --------------------------------------------------------------------------------- */

static void process_ends(void)
{
    ends = true;
    wait_for_all();
}

static void thread_leaves(void *unused)
{
    (void)unused;
    left = true;
    leaving++;
    wait_for_all();
}

/* Behind thread_leaves, and not where the process ends. */
static void thread_ends(void *unused)
{
    (void)unused;
    if (left)
        leaving--;
}

static void prepare(void)
{
    keyed = pthread_key_create(&key, thread_ends) == 0;
    pthread_atfork(NULL, NULL, count_anew);
}

/* When the library is unloaded no thread may find its code through the key any more. */
__attribute__((destructor)) static void key_delete(void)
{
    if (keyed)
        pthread_key_delete(key);
    keyed = false;
}

/* The C library's, if it has it: calls when the calling thread ends, or ends the process. */
extern int __cxa_thread_atexit_impl(void (*call)(void *), void *data, void *object)
    __attribute__((weak));
extern void *__dso_handle __attribute__((visibility("hidden")));

__attribute__((constructor)) static void watch(void)
{
    watched = true;
    pthread_once(&once, prepare);
    if (keyed && __cxa_thread_atexit_impl && !pthread_setspecific(key, &left))
        (void)__cxa_thread_atexit_impl(thread_leaves, NULL, &__dso_handle);
}

void ctsar__ending_watch(void)
{
    if (!watched)
        watch();
}

/* ---- Holding it up ------------------------------------------------------------------------- */

static bool may_hold(void)
{
    held++;
    bool may = !ends && leaving == 0;
    held -= !may;
    return may;
}

bool ctsar__ending_hold(void)
{
    double until = ctsar__now() + clear;
    while (!may_hold()) {
        if (ends || ctsar__now() > until)
            return false;
        if (held > 0) /* for that the thread waits which leaves */
            until = ctsar__now() + clear;
        wait_a_little();
    }
    return true;
}

/* All that the compiler has made is there by now. */
void ctsar__ending_release(void)
{
    if (atexit(process_ends))
        ctsar__warn("no room to be called at the end of the process");
    held--;
}

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The program's functions of these names go before the C library's, for all libraries. */
#define _GNU_SOURCE
#include "support/delay.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <time.h>

#include "support/environment.h"

static _Atomic long one_in;

void delay_one_in(long calls)
{
    one_in = calls;
}

#if FORKS
enum {
    LONGEST = 1000000, /* nanoseconds */
    SHARE = 25000,     /* of one call in one: a program with many calls must end in time, too */
    YIELDS = 8         /* one call in so many lets others run */
};

/* Not one sequence of all threads: asking for the next number would put them in an order. */
static uint64_t random_number(void)
{
    static _Atomic uint64_t threads;
    static _Thread_local uint64_t state;
    if (!state)
        state = (++threads + (uint64_t)time(NULL)) * 0x9e3779b97f4a7c15u;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state >> 16;
}

static void delay(void)
{
    long calls = one_in;
    int was = errno;
    if (calls <= 0)
        return;
    uint64_t number = random_number(), draw = number / YIELDS;
    long longest = calls < LONGEST / SHARE ? calls * SHARE : LONGEST;
    const struct timespec pause = {0, (long)(draw / (uint64_t)calls % (uint64_t)longest)};
    if (draw % (uint64_t)calls == 0)
        nanosleep(&pause, NULL);
    else if (number % YIELDS == 0)
        sched_yield();
    errno = was;
}

typedef int lock_call(pthread_mutex_t *);
typedef int wake_call(pthread_cond_t *);
typedef int clock_call(clockid_t, struct timespec *);

/* The C library's function of the name.  RTLD_NEXT may lead to an old version of it, which takes
 * other objects. */
static void *find(const char *name)
{
    void *library = dlopen("libc.so.6", RTLD_LAZY | RTLD_NOLOAD);
    return library ? dlsym(library, name) : NULL;
}

#define NEXT(type, name) (*(type **)&(void *){find(name)})

/* NOLINTBEGIN(readability-inconsistent-declaration-parameter-name): the C library's are reserved */
int pthread_mutex_lock(pthread_mutex_t *mutex)
{
    static lock_call *_Atomic next;
    if (!next)
        next = NEXT(lock_call, "pthread_mutex_lock");
    delay();
    int status = next(mutex);
    delay();
    return status;
}

int pthread_mutex_unlock(pthread_mutex_t *mutex)
{
    static lock_call *_Atomic next;
    if (!next)
        next = NEXT(lock_call, "pthread_mutex_unlock");
    int status = next(mutex);
    delay();
    return status;
}

int pthread_mutex_trylock(pthread_mutex_t *mutex)
{
    static lock_call *_Atomic next;
    if (!next)
        next = NEXT(lock_call, "pthread_mutex_trylock");
    int status = next(mutex);
    delay();
    return status;
}

int pthread_cond_signal(pthread_cond_t *condition)
{
    static wake_call *_Atomic next;
    if (!next)
        next = NEXT(wake_call, "pthread_cond_signal");
    delay();
    return next(condition);
}

int pthread_cond_broadcast(pthread_cond_t *condition)
{
    static wake_call *_Atomic next;
    if (!next)
        next = NEXT(wake_call, "pthread_cond_broadcast");
    delay();
    return next(condition);
}

int clock_gettime(clockid_t clock, struct timespec *now)
{
    static clock_call *_Atomic next;
    if (!next)
        next = NEXT(clock_call, "clock_gettime");
    delay();
    return next(clock, now);
}
/* NOLINTEND(readability-inconsistent-declaration-parameter-name) */
#endif

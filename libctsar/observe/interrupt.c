/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "observe/interrupt.h"

#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>
#include <time.h>
#include <unistd.h>

#include "observe/signals.h"

static struct {
    pid_t owner; /* the process that watches */
    sem_t come;
    _Atomic int signal; /* that has come; 0: none */
    void (*last)(void);
    struct sigaction replaced[CTSAR__SIGNALS];
} watch;

/* It may be the only thread that the signal can come to, again or when the last word is written. */
static void let_through(int number)
{
    sigset_t it;
    sigemptyset(&it);
    sigaddset(&it, number);
    pthread_sigmask(SIG_UNBLOCK, &it, NULL);
}

/* The interrupted thread computes no further, but for what `last` may have to wait for: a lock that
 * it has. */
static void on_signal(int number)
{
    enum { LOOKS = 100 };
    const struct timespec a_while = {0, 10000000};
    int error = errno;
    if (watch.owner == getpid() && watch.signal == 0) {
        watch.signal = number;
        let_through(number);
        sem_post(&watch.come);
        for (int look = 0; look < LOOKS; ++look)
            nanosleep(&a_while, NULL);
    } else {
        ctsar__signals_give_back(number, watch.replaced);
        raise(number); /* when this returns */
    }
    errno = error;
}

static void *wait_for_it(void *unused)
{
    while (sem_wait(&watch.come))
        continue; /* a debugger has stopped it */
    watch.last();
    ctsar__signals_give_back(watch.signal, watch.replaced);
    kill(getpid(), watch.signal);
    return unused;
}

/* It is sent no signal: the program's own handlers are for the program's threads. */
static bool start_thread(void)
{
    sigset_t all, before;
    pthread_t thread;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool started = !pthread_create(&thread, NULL, wait_for_it, NULL);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started && !pthread_detach(thread);
}

void ctsar__interrupt_watch(void (*last)(void))
{
    watch.last = last;
    if (sem_init(&watch.come, 0, 0) || !start_thread())
        return;
    watch.owner = getpid();
    ctsar__signals_take(1, on_signal, watch.replaced);
}

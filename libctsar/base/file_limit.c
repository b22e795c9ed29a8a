/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "base/file_limit.h"

#include <errno.h>
#include <pthread.h>
#include <time.h>

void ctsar__file_limit_hold(ctsar__file_limit *l)
{
    sigset_t limit, pending;
    sigemptyset(&limit);
    sigaddset(&limit, SIGXFSZ);
    sigemptyset(&pending);
    sigpending(&pending);
    l->pending = sigismember(&pending, SIGXFSZ) == 1;
    pthread_sigmask(SIG_BLOCK, &limit, &l->before);
}

void ctsar__file_limit_release(const ctsar__file_limit *l)
{
    const struct timespec at_once = {0, 0};
    int before = errno;
    sigset_t limit;
    sigemptyset(&limit);
    sigaddset(&limit, SIGXFSZ);
    while (!l->pending && sigtimedwait(&limit, NULL, &at_once) < 0 && errno == EINTR)
        ;
    pthread_sigmask(SIG_SETMASK, &l->before, NULL);
    errno = before;
}

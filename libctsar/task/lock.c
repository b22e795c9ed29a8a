/* SPDX-License-Identifier: BSD-3-Clause */
#include "task/lock.h"

#include "base/barrier.h"

enum {
    TRIES = 256,       /* to get the lock, before who wants it sleeps */
    LOOKS_FOR_LOCK = 4 /* between two tries */
};

/* The lock is held for less than a microsecond: who sleeps for it makes whoever gives it back wake
 * somebody, which takes several. */
void ctsar__tasks_lock(ctsar_tasks *t)
{
    if (!pthread_mutex_trylock(&t->lock))
        return;
    t->wanted++;
    for (int i = 0; i < TRIES; ++i) {
        ctsar__barrier_look(LOOKS_FOR_LOCK);
        if (!pthread_mutex_trylock(&t->lock)) {
            t->wanted--;
            return;
        }
    }
    pthread_mutex_lock(&t->lock);
    t->wanted--;
}

void ctsar__tasks_lock_after_others(ctsar_tasks *t)
{
    for (int i = 0; i < TRIES && t->wanted > 0; ++i)
        ctsar__barrier_look(LOOKS_FOR_LOCK);
    ctsar__tasks_lock(t);
}

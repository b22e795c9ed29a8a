/* SPDX-License-Identifier: BSD-3-Clause */
#include "task/left.h"

#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of the list */
static ctsar_tasks *first;
static pid_t owner; /* that has opened the last one; its children have none of its threads */

void ctsar__left_add(ctsar_tasks *t)
{
    pid_t process = getpid();
    pthread_mutex_lock(&lock);
    t->next = owner == process ? first : NULL; /* a child tells of its own sets alone */
    first = t;
    owner = process;
    pthread_mutex_unlock(&lock);
}

void ctsar__left_remove(const ctsar_tasks *t)
{
    pthread_mutex_lock(&lock);
    ctsar_tasks **at = &first;
    while (*at && *at != t)
        at = &(*at)->next;
    if (*at)
        *at = t->next;
    pthread_mutex_unlock(&lock);
}

/* After an error no task is executed any more, as the program has been told, or will not ask. */
static long left_of(ctsar_tasks *t)
{
    if (pthread_mutex_trylock(&t->lock))
        return 0;
    long left = t->status ? 0 : (long)t->pending;
    pthread_mutex_unlock(&t->lock);
    return left;
}

/* Behind all that the program does when it ends.  Threads may still be at work. */
__attribute__((destructor)) static void tell(void)
{
    long left = 0;
    if (owner != getpid() || pthread_mutex_trylock(&lock))
        return;
    for (ctsar_tasks *t = first; t; t = t->next)
        left += left_of(t);
    pthread_mutex_unlock(&lock);
    if (left > 0)
        ctsar__warn("tasks: the program ends, and %ld task%s not been executed; call "
                    "ctsar_tasks_wait or ctsar_tasks_free before",
                    left, left > 1 ? "s have" : " has");
}

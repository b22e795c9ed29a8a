/* SPDX-License-Identifier: BSD-3-Clause */
#include "task/memory.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "task/lock.h"

enum { LINE = 64, LEAST = 8 }; /* bytes of a cache line; the power of two of the least size */

/* Of memory that was a task's the number is looked at under the lock, and says that it is over. */
static void clear(ctsar__task *task, int size)
{
    memset((char *)task + sizeof task->vertex, 0, sizeof *task - sizeof task->vertex);
    task->size = size;
    task->unit = task->came_from = -1;
}

static ctsar__task *take(ctsar_tasks *t, int size)
{
    ctsar__task *task = t->spare[size];
    if (task)
        t->spare[size] = task->next;
    if (t->spare[size]) /* another core has ended it, maybe */
        __builtin_prefetch(&t->spare[size]->next, 1);
    return task;
}

static ctsar__task *make(int size)
{
    ctsar__task *task = aligned_alloc(LINE, (size_t)1 << size);
    if (task)
        *task = (ctsar__task){.size = size};
    return task;
}

/* Where none is at hand, as when several threads submit. */
static ctsar__task *look_for(ctsar_tasks *t, int size)
{
    ctsar__tasks_lock(t);
    ctsar__task *task = take(t, size);
    pthread_mutex_unlock(&t->lock);
    return task ? task : make(size);
}

/* Of two, no less than `bytes`. */
static int power_of(size_t bytes)
{
    return (int)sizeof(unsigned long) * CHAR_BIT - __builtin_clzl(bytes - 1);
}

ctsar__task *ctsar__task_new(ctsar_tasks *t, size_t bytes)
{
    int size = bytes > (size_t)1 << LEAST ? power_of(bytes) : LEAST;
    if (size >= CTSAR__TASK_SIZES)
        return NULL;
    ctsar__task *task = atomic_exchange_explicit(&t->at_hand[size], NULL, memory_order_acquire);
    if (!task)
        task = look_for(t, size);
    if (task)
        clear(task, size);
    return task;
}

void ctsar__task_expect(ctsar_tasks *t, int size)
{
    ctsar__task *_Atomic *at_hand = &t->at_hand[size];
    if (atomic_load_explicit(at_hand, memory_order_relaxed))
        return;
    ctsar__task *task = take(t, size);
    atomic_store_explicit(at_hand, task ? task : make(size), memory_order_release);
}

void ctsar__task_free(ctsar_tasks *t, ctsar__task *task)
{
    if (task->refused)
        free(task->refusals);
    task->next = t->spare[task->size];
    t->spare[task->size] = task;
}

void ctsar__task_drop(ctsar_tasks *t, ctsar__task *task)
{
    ctsar__tasks_lock(t);
    ctsar__task_free(t, task);
    pthread_mutex_unlock(&t->lock);
}

void ctsar__tasks_free_memory(ctsar_tasks *t)
{
    for (int size = 0; size < CTSAR__TASK_SIZES; ++size) {
        free(t->at_hand[size]);
        for (ctsar__task *task = t->spare[size], *next; task; task = next) {
            next = task->next;
            free(task);
        }
    }
}

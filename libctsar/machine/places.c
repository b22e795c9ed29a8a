/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "machine/places.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

/* Weak: zero where the program brings no OpenMP runtime, or one older than 4.5. */
extern int omp_get_num_places(void) __attribute__((weak));
extern int omp_get_place_num_procs(int place) __attribute__((weak));
extern void omp_get_place_proc_ids(int place, int *ids) __attribute__((weak));

static void add_place(int place, cpu_set_t *set)
{
    int count = omp_get_place_num_procs(place);
    int *id = count > 0 ? malloc((size_t)count * sizeof *id) : NULL;
    if (!id)
        return;
    omp_get_place_proc_ids(place, id);
    for (int i = 0; i < count; ++i)
        if (id[i] >= 0 && id[i] < CPU_SETSIZE)
            CPU_SET(id[i], set);
    free(id);
}

void ctsar__places_all(cpu_set_t *set)
{
    CPU_ZERO(set);
    if (pthread_getaffinity_np(pthread_self(), sizeof *set, set))
        CPU_ZERO(set); /* a machine with more processors than fit */
    if (!omp_get_num_places || !omp_get_place_num_procs || !omp_get_place_proc_ids)
        return;
    for (int place = 0, places = omp_get_num_places(); place < places; ++place)
        add_place(place, set);
}

void ctsar__places_widen(cpu_set_t *before)
{
    cpu_set_t all;
    CPU_ZERO(before);
    if (pthread_getaffinity_np(pthread_self(), sizeof *before, before))
        return;
    ctsar__places_all(&all);
    if (!CPU_EQUAL(&all, before))
        pthread_setaffinity_np(pthread_self(), sizeof all, &all);
}

void ctsar__places_restore(const cpu_set_t *before)
{
    if (CPU_COUNT(before) > 0)
        pthread_setaffinity_np(pthread_self(), sizeof *before, before);
}

/* ---- Where cores compute ---------------------------------------------------------- */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static cpu_set_t taken; /* under the lock; it only grows */
static _Atomic unsigned changes;

void ctsar__places_take(void)
{
    static _Thread_local bool done;
    cpu_set_t own, all, before;
    if (done)
        return;
    done = true;
    CPU_ZERO(&own);
    ctsar__places_all(&all);
    if (pthread_getaffinity_np(pthread_self(), sizeof own, &own) || CPU_EQUAL(&own, &all))
        return; /* it is not bound */
    pthread_mutex_lock(&lock);
    before = taken;
    CPU_OR(&taken, &taken, &own);
    if (!CPU_EQUAL(&taken, &before))
        atomic_fetch_add(&changes, 1);
    pthread_mutex_unlock(&lock);
}

void ctsar__places_leave_taken(const cpu_set_t *all, unsigned *seen)
{
    cpu_set_t idle, shared;
    if (atomic_load_explicit(&changes, memory_order_relaxed) == *seen)
        return;
    pthread_mutex_lock(&lock);
    *seen = atomic_load(&changes);
    CPU_AND(&shared, all, &taken);
    pthread_mutex_unlock(&lock);
    CPU_XOR(&idle, all, &shared);
    const cpu_set_t *set = CPU_COUNT(&idle) > 0 ? &idle : all;
    pthread_setaffinity_np(pthread_self(), sizeof *set, set);
}

/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "threads/places.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

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

int ctsar__places_count(void)
{
    cpu_set_t set;
    ctsar__places_all(&set);
    if (CPU_COUNT(&set) > 0)
        return CPU_COUNT(&set);
    long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n > 0 ? (int)n : 1;
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

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of these two: */
static unsigned users[CPU_SETSIZE];                      /* threads that are bound there */
static cpu_set_t taken;                                  /* where there are any */
static _Atomic unsigned changes;

static _Thread_local struct {
    bool known;
    cpu_set_t own;  /* as it was bound when it took them */
    cpu_set_t held; /* what it counts for: these, or none, as it is not bound */
} mine;

static pthread_key_t key; /* its value: a thread is to give back what it holds when it ends */
static bool keyed;

static void count(const cpu_set_t *set, unsigned by)
{
    for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
        users[cpu] += CPU_ISSET(cpu, set) ? by : 0;
        if (users[cpu] > 0)
            CPU_SET(cpu, &taken);
        else
            CPU_CLR(cpu, &taken);
    }
}

/* In the place of what it holds. */
static void hold(const cpu_set_t *set)
{
    pthread_mutex_lock(&lock);
    cpu_set_t before = taken;
    count(&mine.held, -1U);
    count(set, 1);
    mine.held = *set;
    if (!CPU_EQUAL(&taken, &before))
        atomic_fetch_add(&changes, 1);
    pthread_mutex_unlock(&lock);
}

static void thread_ends(void *unused)
{
    cpu_set_t none;
    (void)unused;
    CPU_ZERO(&none);
    hold(&none);
}

/* In a child only the thread that forked goes on. */
static void forked(void)
{
    pthread_mutex_init(&lock, NULL);
    for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu)
        users[cpu] = 0;
    count(&mine.held, 1);
    atomic_fetch_add(&changes, 1);
}

static void key_create(void)
{
    pthread_atfork(NULL, NULL, forked);
    keyed = pthread_key_create(&key, thread_ends) == 0;
}

/* When the library is unloaded no thread may find its code through the key any more. */
__attribute__((destructor)) static void key_delete(void)
{
    if (keyed)
        pthread_key_delete(key);
    keyed = false;
}

/* Without a key, or memory, what a thread holds stays taken when it ends. */
static void hold_until_end(const cpu_set_t *set)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, key_create);
    if (keyed)
        (void)pthread_setspecific(key, &mine);
    hold(set);
}

void ctsar__places_take(void)
{
    cpu_set_t own, all;
    CPU_ZERO(&own);
    if (pthread_getaffinity_np(pthread_self(), sizeof own, &own) ||
        (mine.known && CPU_EQUAL(&own, &mine.own)))
        return;
    mine.known = true;
    mine.own = own;
    ctsar__places_all(&all);
    if (CPU_EQUAL(&own, &all)) /* it is not bound */
        CPU_ZERO(&own);
    if (!CPU_EQUAL(&own, &mine.held))
        hold_until_end(&own);
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

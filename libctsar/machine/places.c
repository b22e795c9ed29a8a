/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "machine/places.h"

#include <pthread.h>
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

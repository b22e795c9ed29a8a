/* SPDX-License-Identifier: BSD-3-Clause */
#include "task/model.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "observe/trace.h"
#include "task/build.h"
#include "task/keep.h"

static const double newest = 0.1;   /* weight of a sample among many */
static const double surprising = 4; /* so many times the average: a thread had lost its processor */

void ctsar__models_free(ctsar_tasks *t)
{
    for (size_t b = 0; b < t->model_buckets; ++b)
        for (ctsar__model *m = t->model[b], *next; m; m = next) {
            next = m->next;
            free(m);
        }
    free(t->model);
}

static size_t hash(const ctsar_kernel *kernel, long n, size_t bytes)
{
    size_t h = (uintptr_t)kernel * 0x9E3779B97F4A7C15u;
    h = (h ^ (size_t)n ^ h >> 29) * 0x9E3779B97F4A7C15u;
    h = (h ^ bytes ^ h >> 29) * 0x9E3779B97F4A7C15u;
    return h ^ h >> 29;
}

static bool rehash(ctsar_tasks *t)
{
    size_t buckets = t->model_buckets ? 2 * t->model_buckets : 32;
    ctsar__model **model = calloc(buckets, sizeof(ctsar__model *));
    if (!model)
        return t->model_buckets > 0; /* slower, but right */
    for (size_t b = 0; b < t->model_buckets; ++b)
        for (ctsar__model *m = t->model[b], *next; m; m = next) {
            ctsar__model **to = &model[hash(m->kernel, m->n, m->bytes) & (buckets - 1)];
            next = m->next;
            m->next = *to;
            *to = m;
        }
    free(t->model);
    t->model = model;
    t->model_buckets = buckets;
    return true;
}

static int make(ctsar_tasks *t, const ctsar_kernel *kernel, long n, size_t bytes,
                ctsar__model **model)
{
    int status = ctsar__kernel_check(kernel);
    if (status)
        return status;
    ctsar__model *m = NULL;
    if (t->models < t->model_buckets || rehash(t))
        m = calloc(1, sizeof *m + (size_t)t->units * sizeof *m->unit);
    if (!m)
        return ctsar__error(CTSAR_ENOMEM, "no memory for what tasks of kernel %s take",
                            kernel->name);
    m->kernel = kernel;
    m->n = n;
    m->bytes = bytes;
    m->build = ctsar__task_build_for(t, kernel);
    m->traced = t->trace.region ? ctsar__trace_name(kernel->name) : 0;
    ctsar__model **to = &t->model[hash(kernel, n, bytes) & (t->model_buckets - 1)];
    m->next = *to;
    *to = *model = m;
    t->models++;
    ctsar__tasks_recall_model(t, m);
    return CTSAR_OK;
}

int ctsar__model_find(ctsar_tasks *t, const ctsar_kernel *kernel, long n, size_t bytes,
                      ctsar__model **model)
{
    size_t b = hash(kernel, n, bytes);
    ctsar__model *m = t->model_buckets ? t->model[b & (t->model_buckets - 1)] : NULL;
    while (m && (m->kernel != kernel || m->n != n || m->bytes != bytes))
        m = m->next;
    *model = m;
    return m ? CTSAR_OK : make(t, kernel, n, bytes, model);
}

/* A second sample replaces the first, which may have been cold, where it is smaller. */
void ctsar__model_note(ctsar__model *m, int unit, double seconds, double driving)
{
    ctsar__learned *l = &m->unit[unit];
    double weight = fmax(1.0 / (double)(l->count + 1), newest);
    if (l->count == 0 || (l->count == 1 && seconds < l->seconds))
        weight = 1;
    else if (l->seconds > 0)
        seconds = fmin(seconds, surprising * l->seconds);
    l->seconds += weight * (seconds - l->seconds);
    l->driving += weight * (driving - l->driving);
    l->count++;
    l->fresh++;
}

double ctsar__model_least(const ctsar__model *m, int units)
{
    double least = INFINITY;
    for (int u = 0; u < units; ++u)
        if (m->unit[u].count && m->unit[u].seconds < least)
            least = m->unit[u].seconds;
    return least < INFINITY ? least : 0;
}

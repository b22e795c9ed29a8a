/* SPDX-License-Identifier: BSD-3-Clause */
#include "device/engines.h"

#include <stdlib.h>

#include "base/grow.h"

void ctsar__engines_init(ctsar__engines *e, const ctsar__device *d, bool virtual_clock,
                         bool recording)
{
    *e = (ctsar__engines){.at_once = d ? ctsar__device_kernels(d) : 1,
                          .virtual_clock = virtual_clock,
                          .recording = recording};
    pthread_mutex_init(&e->lock, NULL);
}

void ctsar__engines_free(ctsar__engines *e)
{
    free(e->kernels.at);
    free(e->copies.at);
    for (int i = 0; i < CTSAR__SLOTS; ++i)
        free(e->queue[i].at);
    pthread_mutex_destroy(&e->lock);
}

void ctsar__engines_reset(ctsar__engines *e)
{
    for (int i = 0; i < CTSAR__ENGINES; ++i)
        e->engine[i] = 0;
    for (int i = 0; i < CTSAR__SLOTS; ++i)
        e->slot[i] = e->more[i] = 0;
    e->kernels.count = e->copies.count = 0;
}

/* Without memory the span is missing from the report. */
static void record(ctsar__spans *s, ctsar__span span)
{
    ctsar__span *grown = ctsar__grow(s->at, &s->room, s->count + 1, sizeof *grown);
    if (!grown)
        return;
    s->at = grown;
    s->at[s->count++] = span;
}

/* From when on the first one of these engines is free. */
static double *first_free(ctsar__engines *e, ctsar__engine engine)
{
    double *first = &e->engine[engine];
    for (int k = 1; engine == CTSAR__COMPUTE && k < e->at_once; ++k)
        first = e->more[k] < *first ? &e->more[k] : first;
    return first;
}

static ctsar__span place(ctsar__engines *e, int slot, ctsar__engine engine, double seconds)
{
    double *free_from = first_free(e, engine);
    double begin = e->slot[slot] > *free_from ? e->slot[slot] : *free_from;
    e->slot[slot] = *free_from = begin + seconds;
    return (ctsar__span){begin, begin + seconds};
}

static void book(ctsar__engines *e, int slot, ctsar__engine engine, double seconds,
                 ctsar__traced about)
{
    double now = e->virtual_clock || !e->recording ? 0 : ctsar__now();
    ctsar__span span =
        e->virtual_clock ? place(e, slot, engine, seconds) : (ctsar__span){now - seconds, now};
    if (!e->recording)
        return;
    ctsar__trace_span(&e->track, slot, about, span.begin, span.end);
    pthread_mutex_lock(&e->lock);
    record(engine == CTSAR__COMPUTE ? &e->kernels : &e->copies, span);
    pthread_mutex_unlock(&e->lock);
}

/* Without memory it does not wait. */
static bool waits(ctsar__operations *q, ctsar__operation o)
{
    if (!q->holds || (q->count == 0 && o.engine != CTSAR__COMPUTE))
        return false;
    ctsar__operation *grown = ctsar__grow(q->at, &q->room, q->count + 1, sizeof *grown);
    if (!grown)
        return false;
    q->at = grown;
    q->at[q->count++] = o;
    return true;
}

void ctsar__engines_book(ctsar__engines *e, int slot, ctsar__engine engine, double seconds,
                         ctsar__traced about)
{
    if (!waits(&e->queue[slot], (ctsar__operation){engine, seconds, about}))
        book(e, slot, engine, seconds, about);
}

void ctsar__engines_hold(ctsar__engines *e, int slot)
{
    e->queue[slot].holds = true;
}

bool ctsar__engines_next(ctsar__engines *e, int slot)
{
    ctsar__operations *q = &e->queue[slot];
    if (q->begun == q->count) {
        q->begun = q->count = 0;
        q->holds = false;
        return false;
    }
    const ctsar__operation *o = &q->at[q->begun++];
    book(e, slot, o->engine, o->seconds, o->about);
    return true;
}

static int by_begin(const void *a, const void *b)
{
    const ctsar__span *x = a, *y = b;
    return (x->begin > y->begin) - (x->begin < y->begin);
}

/* Sorts spans and makes one of those that touch. */
static void unite(ctsar__spans *s)
{
    size_t kept = 0;
    if (s->count == 0)
        return;
    qsort(s->at, s->count, sizeof *s->at, by_begin);
    for (size_t i = 1; i < s->count; ++i)
        if (s->at[i].begin > s->at[kept].end)
            s->at[++kept] = s->at[i];
        else if (s->at[i].end > s->at[kept].end)
            s->at[kept].end = s->at[i].end;
    s->count = kept + 1;
}

static double length(const ctsar__spans *s)
{
    double sum = 0;
    for (size_t i = 0; i < s->count; ++i)
        sum += s->at[i].end - s->at[i].begin;
    return sum;
}

double ctsar__engines_overlapped(ctsar__engines *e)
{
    double all = length(&e->kernels);
    unite(&e->kernels);
    return all - length(&e->kernels);
}

static double common(ctsar__span a, ctsar__span b)
{
    double begin = a.begin > b.begin ? a.begin : b.begin, end = a.end < b.end ? a.end : b.end;
    return end > begin ? end - begin : 0;
}

double ctsar__engines_hidden(ctsar__engines *e)
{
    double hidden = 0;
    unite(&e->kernels);
    if (e->copies.count == 0)
        return 0;
    qsort(e->copies.at, e->copies.count, sizeof *e->copies.at, by_begin);
    size_t first = 0;
    for (size_t i = 0; i < e->copies.count; ++i) {
        ctsar__span copy = e->copies.at[i];
        while (first < e->kernels.count && e->kernels.at[first].end <= copy.begin)
            first++;
        for (size_t k = first; k < e->kernels.count && e->kernels.at[k].begin < copy.end; ++k)
            hidden += common(copy, e->kernels.at[k]);
    }
    return hidden;
}

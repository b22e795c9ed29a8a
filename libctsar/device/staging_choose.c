/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "device/staging_choose.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "threads/places.h"

enum {
    WORTH = 1 << 16,         /* bytes of a copy that is staged where staging pays */
    PROBE = 4 << 20,         /* bytes of a copy that shows whether it does, ... */
    SHARED_PROBE = 16 << 20, /* ... and whether several threads are faster */
    MEMBERS = 4,             /* that are tried */
    PER_MEMBER = 4,          /* processors of the machine for each of them at least */
    TRIALS = 3
};
#define SHORTER 0.9 /* of the time without, in which a way of copying is taken */
#define HALVES 0.8  /* ... and in which twice as many threads are */

/* What copies are timed with. */
typedef struct probe {
    ctsar__device *device;
    ctsar__space space;
    char *host;
} probe;

/* There and back. */
static int round_trip(const probe *p, size_t bytes)
{
    ctsar__device *d = p->device;
    char *there = p->space.base;
    const ctsar__copy2d in = {there, p->host, bytes, bytes, bytes, 1};
    const ctsar__copy2d out = {p->host, there, bytes, bytes, bytes, 1};
    ctsar__event e;
    int status = ctsar__staging_in(d, 0, &in, &e);
    if (!status)
        status = d->staging->ops->wait(d, &e);
    if (!status)
        status = ctsar__staging_out(d, 0, &out, &e);
    return status ? status : d->staging->ops->wait(d, &e);
}

/* The least that it took; the first one may make what the others find. */
static int time_copies(const probe *p, size_t bytes, double *seconds)
{
    int status = CTSAR_OK;
    *seconds = INFINITY;
    for (int i = 0; i < TRIALS && !status; ++i) {
        double began = ctsar__now();
        status = round_trip(p, bytes);
        *seconds = fmin(*seconds, ctsar__now() - began);
    }
    return status;
}

/* Do so many threads take clearly less than the seconds that fewer take?  Then it is these. */
static int try_members(ctsar__staging *s, const probe *p, int members, double *seconds, bool *gain)
{
    int before = s->members;
    double took = INFINITY;
    s->members = members;
    s->least = CTSAR__HELPED;
    int status = time_copies(p, SHARED_PROBE, &took);
    *gain = took <= HALVES * *seconds;
    *seconds = took;
    if (!*gain)
        s->members = before;
    return status;
}

/* Threads that the machine can spare for a copy. */
static int most_members(void)
{
    int spare = ctsar__places_count() / PER_MEMBER;
    return spare < MEMBERS ? spare : MEMBERS;
}

/* Two threads, or four, where each doubling gains something. */
static int choose_members(ctsar__staging *s, const probe *p)
{
    int most = most_members();
    size_t alone = s->least;
    double seconds;
    bool gain = true;
    if (most < 2)
        return CTSAR_OK;
    int status = time_copies(p, SHARED_PROBE, &seconds);
    if (!status)
        status = ctsar__crew_open(most, &s->crew);
    for (int members = 2; members <= most && gain && !status; members *= 2)
        status = try_members(s, p, members, &seconds, &gain);
    if (s->members == 1) {
        ctsar__crew_close(s->crew);
        s->crew = NULL;
    }
    s->least = s->members > 1 && alone > CTSAR__HELPED ? CTSAR__HELPED : alone;
    return status;
}

/* Stages where that takes less time. */
static int choose(ctsar__staging *s, const probe *p)
{
    double plain, staged;
    int status = time_copies(p, PROBE, &plain);
    s->least = WORTH;
    if (!status)
        status = time_copies(p, PROBE, &staged);
    if (status || staged > SHORTER * plain)
        s->least = SIZE_MAX;
    return status ? status : choose_members(s, p);
}

static int measure(ctsar__staging *s, ctsar__device *d)
{
    const ctsar__backend *b = d->backend;
    size_t bytes = most_members() < 2 ? PROBE : SHARED_PROBE;
    probe p = {.device = d, .host = malloc(bytes)};
    int status = p.host ? b->reserve(d, bytes, &p.space)
                        : ctsar__error(CTSAR_ENOMEM, "%s: no memory to time copies", d->name);
    if (status) {
        free(p.host);
        return status;
    }
    memset(p.host, 1, bytes); /* so that its pages are there */
    status = b->commit(d, &p.space, 0, bytes);
    if (!status)
        status = choose(s, &p);
    b->release(d, &p.space);
    free(p.host);
    return status == CTSAR_ENOMEM ? CTSAR_OK : status; /* a cap of less than the probe */
}

/* As CTSAR_PINNED has it: all copies, by so many threads. */
static int stage_all(ctsar__staging *s, int members)
{
    s->least = 1;
    s->members = members;
    return members > 1 ? ctsar__crew_open(members, &s->crew) : CTSAR_OK;
}

static void tell(ctsar__staging *s, ctsar__device *d)
{
    d->copies = "as the driver does it";
    if (s->least == SIZE_MAX)
        return;
    char threads[24] = "";
    if (s->members > 1)
        snprintf(threads, sizeof threads, ", %d threads", s->members);
    snprintf(s->says, sizeof s->says, "by way of pinned buffers%s (CTSAR_PINNED)", threads);
    d->copies = s->says;
}

int ctsar__staging_choose(ctsar__device *d, const ctsar__device_settings *settings, bool own_memory)
{
    ctsar__staging *s = d->staging;
    int status = CTSAR_OK;
    if (settings->pinned > 0)
        status = stage_all(s, settings->pinned);
    else if (settings->pinned < 0 && own_memory && settings->clock == CTSAR__CLOCK_REAL)
        status = measure(s, d);
    tell(s, d);
    return status;
}

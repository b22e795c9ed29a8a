/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What is known of each unit's speed: time = o + p * work, where an iteration is one
 * unit of work unless a cost says otherwise, with the overhead o as measured (launch, whole arrays,
 * halos) and p filtered from samples, so that neither noise nor a single outlier moves work about,
 * and a lasting change is followed from its second sample on. A core never measured counts as the
 * slowest measured one.  Any other unit never measured is taken to be as much faster or slower than
 * its default time as the measured ones are. */
#ifndef CTSAR_RATE_H
#define CTSAR_RATE_H

#include "sched/sched.h"

typedef struct ctsar__rate {
    double o, p; /* seconds, seconds per unit of work */
    long seen;   /* samples since the last reset; 0: p is the default */
    double held; /* a deviating sample that waits for a second one; 0: none */
    double late; /* an overhead that does; 0: none */
    long share;  /* iterations in the last sample */
    int drift;   /* samples in a row that were slower than p, or, negative, faster */
} ctsar__rate;

/* Of all units of a region.  Cores are kept apart from accelerators, since their
 * number may change. */
typedef struct ctsar__rates {
    ctsar__rate *core, *acc;
    int cores, accs;         /* entries; cores: the most ever seen ... */
    size_t room;             /* ... and those that there is room for */
    bool exact, fractions;   /* the sched env's */
    const ctsar__cost *cost; /* of iterations; the env's at first, NULL: one each */
    double default_core, core_overhead;
    const double *default_acc, *acc_overhead; /* the sched env's */
} ctsar__rates;

/* Keeps pointers into *env, which must outlive *r.  ENOMEM. */
int ctsar__rates_init(ctsar__rates *r, const ctsar__sched_env *env) CTSAR__MUST_CHECK;
void ctsar__rates_free(ctsar__rates *r);

/* Books a sample.  Samples without iterations or with times that are not finite
 * and >= 0 are ignored.  A failure to make room for a new core is no error: it
 * is then not known yet. */
void ctsar__rates_observe(ctsar__rates *r, const ctsar__sample *s);

/* The same, but whatever was known before is forgotten. */
void ctsar__rates_replace(ctsar__rates *r, const ctsar__sample *s);

/* Makes o and p of a unit what another method found, as if from many samples of
 * `share` iterations.  Ignored unless both are finite, o >= 0 and p > 0. */
void ctsar__rates_set(ctsar__rates *r, ctsar__team team, int unit, double o, double p, long share);

/* Was anything measured? */
bool ctsar__rates_measured(const ctsar__rates *r);

/* o and p of the units of `team`, each array with one entry per unit.  Pure.
 * While nothing is measured p is seconds per iteration, whatever the cost. */
void ctsar__rates_view(const ctsar__rates *r, ctsar__team team, double *o, double *p);

/* The same before the first pass: by default times, or so that the accelerators together
 * get the stated ratio, divided among them by default time.  `o` may be NULL. */
void ctsar__rates_default(const ctsar__sched_env *env, ctsar__team team, double *o, double *p);

/* What ctsar__sched_times says (sched.h). */
void ctsar__rates_times(const ctsar__rates *r, ctsar__measured *unit);

#endif

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The cost of iterations over the space, learned from timed ranges of several units: the bins'
 * costs c_b, whose mean is 1, and the units' times per work p_j that best explain
 *     t - o = p_j * (sum of c_b over the iterations of the range, b: their bin).
 * A hybrid's training pass times a few hundred ranges, which is what it takes. */
#ifndef CTSAR_PROFILE_H
#define CTSAR_PROFILE_H

#include "sched/sched.h"

typedef struct ctsar__timing {
    int unit;
    ctsar__range range;
    double seconds; /* besides the overhead */
    bool rough;     /* most of what it took was overhead */
} ctsar__timing;

typedef struct ctsar__profile {
    long n;           /* iterations that timings and costs are of */
    ctsar__team team; /* of the timings */
    double hand_out;  /* seconds that each of the ranges took besides, which nobody has timed */
    ctsar__timing *timing;
    int timings;
    size_t room;
    int bins;       /* 0: nothing is learned yet */
    long *edge;     /* bins + 1 entries: bin b is [edge[b], edge[b + 1]), as ranges lay */
    double *sum;    /* bins + 1 entries: work of the iterations before each bin */
    double *p;      /* seconds per work of each unit; 0: it had no timing */
    double scatter; /* variance of an iteration's cost over its mean, where bins hold several */
} ctsar__profile;

/* Forgets the timings if they are of another n or team.  `hand_out`: of the ranges to come. */
void ctsar__profile_begin(ctsar__profile *f, long n, ctsar__team team, double hand_out);

/* Forgets all timings and what was learned of them. */
void ctsar__profile_forget(ctsar__profile *f);

/* Adds a range; ignored if its time is none, or without memory. */
void ctsar__profile_add(ctsar__profile *f, const ctsar__sample *sample);

/* What iterations cost by a profile that has learned, and lives as long. */
ctsar__cost ctsar__profile_cost(const ctsar__profile *f);

/* The variance of the work in [lo, hi): bins are known, but not where in them it lies. */
double ctsar__profile_variance(const ctsar__profile *f, long lo, long hi);

void ctsar__profile_free(ctsar__profile *f);

#endif

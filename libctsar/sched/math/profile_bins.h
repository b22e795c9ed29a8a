/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A profile while it is fitted: bins on a level, where ranges lie in them, and the work that bins
 * have so far. */
#ifndef CTSAR_PROFILE_BINS_H
#define CTSAR_PROFILE_BINS_H

#include <math.h>

#include "sched/math/profile.h"

enum { CTSAR__FIT_SCRATCH = 4, CTSAR__FIT_GROUPS = 2 };

#define CTSAR__FIT_NOTHING 1e-9 /* of a bin, or an iteration */

/* Where a range lies: from part `from` of bin `first` to part `to` of bin `last`. */
typedef struct ctsar__bin_span {
    int first, last;
    double from, to;
    int finest_first, finest_last; /* the same bins on the finest level */
} ctsar__bin_span;

/* The units of a kind: from..to-1. */
typedef struct ctsar__fit_group {
    int from, to;
    double ranges, fitted; /* timed, and the numbers that are to explain them */
    bool settled;          /* their p stay */
    double error;          /* on the level that p is of, by generalised cross-validation */
} ctsar__fit_group;

/* The problem while it is solved. */
typedef struct ctsar__fit {
    const ctsar__profile *f;
    int rows, bins;
    int finest, merged;    /* bins on the finest level, and how many of those make one on this */
    long *edge;            /* finest + 1: their boundaries */
    double *work;          /* per bin */
    double *sum;           /* bins + 1: work before each bin */
    double *scratch;       /* CTSAR__FIT_SCRATCH times bins + 1 */
    double *p;             /* per unit */
    double *before;        /* likewise, on the level before */
    double *seconds, *of;  /* per unit: of all its ranges, and the work in them */
    ctsar__bin_span *span; /* per range */
    ctsar__fit_group group[CTSAR__FIT_GROUPS]; /* cores, accelerators */
    bool welded;                               /* how the groups compare has been settled */
} ctsar__fit;

/* Where bin b begins. */
static inline long ctsar__bin_begin(const ctsar__fit *s, int b)
{
    return s->edge[b < s->bins ? b * s->merged : s->finest];
}

static inline double ctsar__bin_length(const ctsar__fit *s, int b)
{
    return (double)(ctsar__bin_begin(s, b + 1) - ctsar__bin_begin(s, b));
}

/* Of an iteration in bin b. */
static inline double ctsar__bin_cost(const ctsar__fit *s, int b)
{
    return s->work[b] / ctsar__bin_length(s, b);
}

/* In range r. */
static inline double ctsar__fit_work(const ctsar__fit *s, int r)
{
    const ctsar__bin_span *at = &s->span[r];
    double to = s->sum[at->last] + at->to * s->work[at->last];
    return fmax(to - s->sum[at->first] - at->from * s->work[at->first], CTSAR__FIT_NOTHING);
}

/* Without work, on no level.  False: no memory. */
bool ctsar__fit_make(ctsar__fit *s, const ctsar__profile *f);
void ctsar__fit_free(ctsar__fit *s);
/* Makes what was fitted the profile's.  False, and it is as it was: no memory. */
bool ctsar__fit_keep(ctsar__profile *f, ctsar__fit *s);

/* The bin of iteration i on the finest level. */
int ctsar__fit_bin(const ctsar__fit *s, long i);
/* Where ranges lie on the finest level; then, on one where `merged` of its bins are one. */
void ctsar__fit_place(ctsar__fit *s);
void ctsar__fit_set_level(ctsar__fit *s, int merged);
/* The prefix sums of the bins' work, scaled so that an iteration's mean is 1. */
void ctsar__fit_add_up(ctsar__fit *s);

#endif

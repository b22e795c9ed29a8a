/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a range takes on an accelerator however short it is, though no launch or copy shows it: a
 * kernel of few iterations leaves most of a GPU idle, and each range wakes a worker.  Ranges of two
 * sizes in one pass tell: of what the shorter one took, its iterations account for a part only.
 * Without that a policy that begins with little takes an accelerator to be slow, and one that
 * divides by speeds hands out crumbs.
 *
 * The shortest time of the pass is what longer ranges are compared with, so the latency is
 * underestimated where costs differ, and a small one is taken to be none. */
#ifndef CTSAR_LATENCY_H
#define CTSAR_LATENCY_H

#include "sched/sched.h"

/* Of an accelerator.  Zeroed before the first sample. */
struct ctsar__latency {
    double seconds; /* a range, as far as is known */
    /* Of the pass that runs: */
    long of;      /* iterations of the range that took the shortest time; 0: none yet */
    double least; /* that time, without overhead */
    /* Of the last sample, in any pass: */
    long last;
    double took;
};

/* A range of so many iterations took so many seconds besides its overhead.  Returns which part of
 * these is latency. */
double ctsar__latency_learn(ctsar__latency *l, long iterations, double seconds);

/* The pass is over. */
void ctsar__latency_end(ctsar__latency *l);

#endif

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Ranges by the work that is in them.  A cost of NULL: each iteration is one unit of
 * work. */
#ifndef CTSAR_COST_H
#define CTSAR_COST_H

#include "sched/sched.h"

static inline double ctsar__work(const ctsar__cost *cost, long lo, long hi)
{
    return cost ? cost->work(cost->data, lo, hi) : (double)(hi - lo);
}

/* The most of `room` iterations from `lo` on, and up to `hi`, with no more work than
 * `budget`, which is >= 0.  By bisection where there is a cost, from `near` on. */
long ctsar__cost_from(const ctsar__cost *cost, long lo, long room, double budget);
long ctsar__cost_upto(const ctsar__cost *cost, long hi, long room, double budget);

/* `cost` if it tells iterations 0..n-1 apart, NULL if it is none, or adds up to nothing or
 * to no number. */
const ctsar__cost *ctsar__cost_usable(const ctsar__cost *cost, long n);

/* Part k of a pass of n iterations in `div` parts: [k n/div, (k+1) n/div), rounded down. */
ctsar__range ctsar__part_of(long n, int k, int div);

#endif

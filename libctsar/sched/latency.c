/* SPDX-License-Identifier: BSD-3-Clause */
#include "sched/latency.h"

#include <math.h>

#define LARGE 0.25 /* of the shorter range's time: less may be chance, ... */
#define CLEAR 0.5  /* ... the more so where the other one is not much longer */
#define MOST 0.95  /* of a range's time */
#define OTHER 1.5  /* times as long or as short as a range of that size was: it has changed */
enum { APART = 2, FAR_APART = 4, ALIKE = 2 };

/* Is the accelerator another one, by a range like its last? */
static bool has_changed(const ctsar__latency *l, long iterations, double seconds)
{
    if (l->last == 0 || iterations >= ALIKE * l->last || l->last >= ALIKE * iterations)
        return false;
    double per_iteration = (l->took - l->seconds) / (double)l->last;
    double expected = l->seconds + per_iteration * (double)iterations;
    return seconds > OTHER * expected || expected > OTHER * seconds;
}

/* The part of `least` that does not grow with a range, as a longer one shows. */
static double fixed_part(const ctsar__latency *l, long iterations, double seconds)
{
    double part = (double)l->of / (double)iterations;
    double found = (l->least - seconds * part) / (1 - part);
    double least = iterations / FAR_APART >= l->of ? LARGE : CLEAR;
    return found > least * l->least ? found : 0;
}

double ctsar__latency_learn(ctsar__latency *l, long iterations, double seconds)
{
    if (iterations <= 0 || !(seconds > 0 && isfinite(seconds)))
        return 0;
    if (has_changed(l, iterations, seconds))
        *l = (ctsar__latency){0};
    if (l->of == 0 || seconds <= l->least) {
        l->of = iterations;
        l->least = seconds;
    } else if (iterations / APART >= l->of) {
        l->seconds = fixed_part(l, iterations, seconds);
    }
    l->seconds = fmin(l->seconds, MOST * seconds);
    l->last = iterations;
    l->took = seconds;
    return l->seconds;
}

void ctsar__latency_end(ctsar__latency *l)
{
    l->of = 0;
}

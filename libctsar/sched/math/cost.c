/* SPDX-License-Identifier: BSD-3-Clause */
#include "sched/math/cost.h"

#include <math.h>

/* As many as fit without a cost; (double)room may have been rounded up. */
static long by_number(long room, double budget)
{
    return budget >= (double)room ? room : (long)budget;
}

long ctsar__cost_from(const ctsar__cost *cost, long lo, long room, double budget)
{
    if (!cost)
        return by_number(room, budget);
    if (cost->work(cost->data, lo, lo + room) <= budget)
        return room;
    long fits = 0, over = room;
    while (over - fits > 1) {
        long mid = fits + (over - fits) / 2;
        *(cost->work(cost->data, lo, lo + mid) <= budget ? &fits : &over) = mid;
    }
    return fits;
}

long ctsar__cost_upto(const ctsar__cost *cost, long hi, long room, double budget)
{
    if (!cost)
        return by_number(room, budget);
    if (cost->work(cost->data, hi - room, hi) <= budget)
        return room;
    long fits = 0, over = room;
    while (over - fits > 1) {
        long mid = fits + (over - fits) / 2;
        *(cost->work(cost->data, hi - mid, hi) <= budget ? &fits : &over) = mid;
    }
    return fits;
}

const ctsar__cost *ctsar__cost_usable(const ctsar__cost *cost, long n)
{
    if (!cost || !cost->work || n <= 0)
        return NULL;
    double all = cost->work(cost->data, 0, n);
    return all > 0 && isfinite(all) ? cost : NULL;
}

ctsar__range ctsar__part_of(long n, int k, int div)
{
    long whole = n / div, rest = n % div;
    return (ctsar__range){k * whole + k * rest / div, (k + 1) * whole + (k + 1) * rest / div};
}

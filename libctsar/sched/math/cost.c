/* SPDX-License-Identifier: BSD-3-Clause */
#include "sched/math/cost.h"

#include <math.h>

/* As many as fit without a cost; (double)room may have been rounded up. */
static long by_number(long room, double budget)
{
    if (budget >= (double)room)
        return room;
    return budget > 0 ? (long)budget : 0;
}

/* The work of `k` iterations from `at` on, or up to it. */
static double work_of(const ctsar__cost *cost, long at, bool upto, long k)
{
    return upto ? cost->work(cost->data, at - k, at) : cost->work(cost->data, at, at + k);
}

/* Brings both ends near to where the cost thinks that the budget ends, by steps that double. */
static void close_in(const ctsar__cost *cost, long at, bool upto, double budget, long *fits,
                     long *over)
{
    double before = cost->work(cost->data, 0, at);
    long guess = upto ? at - cost->near(cost->data, before - budget)
                      : cost->near(cost->data, before + budget) - at;
    long k = guess > *fits ? guess : *fits + 1;
    k = k < *over ? k : *over - 1;
    bool up = work_of(cost, at, upto, k) <= budget, on = true;
    *(up ? fits : over) = k;
    for (long step = 1; on && *over - *fits > step; step *= 2) {
        k = up ? *fits + step : *over - step;
        on = (work_of(cost, at, upto, k) <= budget) == up;
        *(up == on ? fits : over) = k;
    }
}

/* The most of `room` iterations. */
static long most(const ctsar__cost *cost, long at, bool upto, long room, double budget)
{
    if (!cost)
        return by_number(room, budget);
    if (work_of(cost, at, upto, room) <= budget)
        return room;
    long fits = 0, over = room;
    if (cost->near && room > 1)
        close_in(cost, at, upto, budget, &fits, &over);
    while (over - fits > 1) {
        long mid = fits + (over - fits) / 2;
        *(work_of(cost, at, upto, mid) <= budget ? &fits : &over) = mid;
    }
    return fits;
}

long ctsar__cost_from(const ctsar__cost *cost, long lo, long room, double budget)
{
    return most(cost, lo, false, room, budget);
}

long ctsar__cost_upto(const ctsar__cost *cost, long hi, long room, double budget)
{
    return most(cost, hi, true, room, budget);
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

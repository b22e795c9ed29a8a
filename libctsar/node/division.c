/* SPDX-License-Identifier: BSD-3-Clause */
#include "node/division.h"

#include <math.h>
#include <string.h>

#include "sched/math/fill.h"

#define GAIN 0.05 /* of a pass, below which boundaries stay: policies know their ranges then */

static double slowest(const double *pace, int ranks)
{
    double most = 0;
    for (int r = 0; r < ranks; ++r)
        most = fmax(most, pace[r]);
    return most > 0 ? most : 1;
}

static double work(const ctsar__cost *cost, long lo, long hi)
{
    return cost ? cost->work(cost->data, lo, hi) : (double)(hi - lo);
}

/* What a pass would take if iterations could be parted: no division takes less. */
static double least_seconds(const double *pace, int ranks, long n, const ctsar__cost *cost)
{
    double speed = 0, unknown = slowest(pace, ranks);
    for (int r = 0; r < ranks; ++r)
        speed += 1 / (pace[r] > 0 ? pace[r] : unknown);
    return work(cost, 0, n) / speed;
}

void ctsar__divide(const double *pace, int ranks, long n, const ctsar__cost *cost, long *boundary)
{
    double o[ranks], p[ranks], unknown = slowest(pace, ranks);
    for (int r = 0; r < ranks; ++r) {
        o[r] = 0;
        p[r] = pace[r] > 0 ? pace[r] : unknown;
    }
    ctsar__fill(&(ctsar__fill_input){.part = {0, n},
                                     .units = ranks,
                                     .o = o,
                                     .p = p,
                                     .cost = cost,
                                     .guess = least_seconds(pace, ranks, n, cost)},
                boundary);
}

void ctsar__divided(double *pace, int ranks, const double *seconds, const ctsar__cost *cost,
                    const long *boundary)
{
    for (int r = 0; r < ranks; ++r) {
        double sample = seconds[r] / work(cost, boundary[r], boundary[r + 1]);
        if (boundary[r + 1] > boundary[r] && isfinite(sample) && sample > 0)
            pace[r] = pace[r] > 0 ? (pace[r] + sample) / 2 : sample;
    }
}

static double longest(const double *pace, int ranks, const ctsar__cost *cost, const long *boundary)
{
    double most = 0;
    for (int r = 0; r < ranks; ++r)
        most = fmax(most, pace[r] * work(cost, boundary[r], boundary[r + 1]));
    return most;
}

bool ctsar__divide_anew(const double *pace, int ranks, const ctsar__cost *cost,
                        const long *boundary, const long *better)
{
    return longest(pace, ranks, cost, better) < (1 - GAIN) * longest(pace, ranks, cost, boundary);
}

/* Finding a division costs far more than knowing that none would do. */
static bool may_gain(const double *pace, int ranks, long n, const ctsar__cost *cost,
                     const long *boundary)
{
    return ranks > 1 &&
           least_seconds(pace, ranks, n, cost) < (1 - GAIN) * longest(pace, ranks, cost, boundary);
}

void ctsar__divide_next(double *pace, int ranks, const double *seconds, long n,
                        const ctsar__cost *cost, long *boundary, long *room)
{
    ctsar__divided(pace, ranks, seconds, cost, boundary);
    if (!may_gain(pace, ranks, n, cost, boundary))
        return;
    ctsar__divide(pace, ranks, n, cost, room);
    if (ctsar__divide_anew(pace, ranks, cost, boundary, room))
        memcpy(boundary, room, ((size_t)ranks + 1) * sizeof *boundary);
}

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Fill by bisection of the pass time T.  How far the units get by T grows with T,
 * in floating point too, since each step of its computation is monotonic; so there is
 * one smallest double T by which all is covered, and the search ends there wherever it
 * started: with neighbouring doubles, `hi` that covers and `lo` that does not.  Where moving has a
 * price, which is dear to ask for, or costs are learned, which are not known so well, the two only
 * come near to each other.
 *
 * By `lo` every unit has what it can end before T.  What is still missing ends at
 * T itself and goes to the first units that can take it. */
#include "sched/math/fill.h"

#include <float.h>
#include <math.h>

#include "sched/math/cost.h"

/* Of the pass time, where moving costs: */
#define MOVED_PRECISION 1e-5 /* prices are not known any better */
#define MOVED_STEP 0x1p-6    /* it takes at least so much longer, mostly */
/* Where costs are learned: */
#define LEARNED_PRECISION 0x1p-20

static double moves(const ctsar__fill_input *in, int u, ctsar__range range)
{
    return in->move ? in->move->seconds(in->move->data, in->team, u, range) : 0;
}

/* What unit `u` takes for a range. */
static double takes(const ctsar__fill_input *in, int u, ctsar__range range)
{
    return in->o[u] + in->p[u] * ctsar__work(in->cost, range.lo, range.hi) + moves(in, u, range);
}

/* Where moving costs: how much of the first `room` iterations from `lo` on, which unit `u` can
 * compute by `t`, it can also fetch by then.  Prices are dear to ask for, and mostly as straight as
 * a line from one iteration to the next. */
static long fetched_by(const ctsar__fill_input *in, int u, long lo, long room, double t)
{
    double low = in->o[u], high = takes(in, u, (ctsar__range){lo, lo + room});
    long fits = 0, over = room;
    if (high <= t)
        return room;
    for (bool halve = false; over - fits > 1;) {
        long width = over - fits;
        double part = !halve && high > low && isfinite(high) ? (t - low) / (high - low) : 0.5;
        long step = (long)(part * (double)width);
        long mid = fits + (step < 1 ? 1 : step < width ? step : width - 1);
        double at = takes(in, u, (ctsar__range){lo, lo + mid});
        if (at <= t) {
            fits = mid;
            low = at;
        } else {
            over = mid;
            high = at;
        }
        halve = over - fits > width / 2;
    }
    return fits;
}

/* One past the longest range of unit `u` that starts at `lo` and ends by time `t`. */
static inline long reach(const ctsar__fill_input *in, int u, long lo, double t)
{
    long room = in->part.hi - lo;
    if (in->cap && in->cap[u] < room)
        room = in->cap[u] > 0 ? in->cap[u] : 0;
    double budget = (t - in->o[u]) / in->p[u];
    if (t == INFINITY) /* times beyond a double: whatever the cap allows */
        return lo + room;
    if (!(budget >= 0) || room == 0)
        return lo;
    if (in->cost)
        room = ctsar__cost_from(in->cost, lo, room, budget);
    else if (budget < (double)room)
        room = (long)budget;
    return lo + (in->move && room ? fetched_by(in, u, lo, room, t) : room);
}

static bool covers(const ctsar__fill_input *in, double t)
{
    long at = in->part.lo;
    for (int u = 0; u < in->units && at < in->part.hi; u++)
        at = reach(in, u, at, t);
    return at == in->part.hi;
}

static double least(const double *x, int n)
{
    double m = x[0];
    for (int i = 1; i < n; i++)
        m = fmin(m, x[i]);
    return m;
}

static bool is_learned(const ctsar__cost *cost)
{
    return cost && cost->near;
}

/* The part of the pass time that the search begins with. */
static double first_step(const ctsar__fill_input *in)
{
    return in->move ? MOVED_STEP : is_learned(in->cost) ? LEARNED_PRECISION : DBL_EPSILON;
}

/* ... and ends with. */
static double precision(const ctsar__fill_input *in)
{
    return in->move ? MOVED_PRECISION : is_learned(in->cost) ? LEARNED_PRECISION : 0;
}

/* Doubles its step from the guess until it has a time that covers, and one below
 * that does not. */
static void bracket(const ctsar__fill_input *in, double *lo, double *hi)
{
    double guess = in->guess > 0 && isfinite(in->guess) ? in->guess : 0;
    double step = fmax(fmax(least(in->p, in->units), guess * first_step(in)), DBL_MIN);
    *lo = *hi = guess;
    if (covers(in, guess)) {
        while (*hi > 0 && covers(in, *lo = fmax(guess - step, 0))) {
            *hi = *lo;
            step *= 2;
        }
        if (*hi == 0) /* all is free of cost */
            *lo = -DBL_TRUE_MIN;
    } else {
        while (!covers(in, *hi = guess + step)) {
            *lo = *hi;
            step *= 2;
        }
    }
}

/* Boundaries of units from..to-1, each by time `t`, from boundary[from] on. */
static bool lay(const ctsar__fill_input *in, int from, int to, double t, long *boundary)
{
    for (int u = from; u < to; u++)
        boundary[u + 1] = reach(in, u, boundary[u], t);
    return boundary[to] == in->part.hi;
}

/* The same for all units, the first k by `hi` and the others by `lo`. */
static bool lay_mixed(const ctsar__fill_input *in, int k, double lo, double hi, long *boundary)
{
    lay(in, 0, k, hi, boundary);
    return lay(in, k, in->units, lo, boundary);
}

/* The fewest units by `hi` that make it cover, and the last of them with no more
 * than it needs. */
static void share_out(const ctsar__fill_input *in, double lo, double hi, long *boundary)
{
    int few = 0, k = in->units;
    while (k - few > 1) {
        int mid = few + (k - few) / 2;
        *(lay_mixed(in, mid, lo, hi, boundary) ? &k : &few) = mid;
    }
    lay_mixed(in, k, lo, hi, boundary);
    long most = boundary[k], fewest = reach(in, k - 1, boundary[k - 1], lo);
    while (most - fewest > 1) {
        boundary[k] = fewest + (most - fewest) / 2;
        *(lay(in, k, in->units, lo, boundary) ? &most : &fewest) = boundary[k];
        boundary[k] = most;
    }
    lay(in, k, in->units, lo, boundary);
}

static bool caps_suffice(const ctsar__fill_input *in)
{
    long left = in->part.hi - in->part.lo;
    for (int u = 0; u < in->units; u++) {
        if (in->cap[u] >= left)
            return true;
        left -= in->cap[u] > 0 ? in->cap[u] : 0;
    }
    return false;
}

static double last_end(const ctsar__fill_input *in, const long *boundary)
{
    double t = 0;
    for (int u = 0; u < in->units; u++)
        if (boundary[u + 1] > boundary[u])
            t = fmax(t, takes(in, u, (ctsar__range){boundary[u], boundary[u + 1]}));
    return t;
}

double ctsar__fill(const ctsar__fill_input *input, long *boundary)
{
    ctsar__fill_input in = *input;
    boundary[0] = in.part.lo;
    if (ctsar__range_len(in.part) == 0) {
        for (int u = 0; u < in.units; u++)
            boundary[u + 1] = in.part.lo;
        return 0;
    }
    if (in.cap && !caps_suffice(&in))
        in.cap = NULL;
    double lo, hi;
    bracket(&in, &lo, &hi);
    double apart = precision(&in) * hi;
    for (double mid; (mid = lo + (hi - lo) / 2) > lo && mid < hi && hi - lo > apart;)
        *(covers(&in, mid) ? &hi : &lo) = mid;
    share_out(&in, lo, hi, boundary);
    return last_end(&in, boundary);
}

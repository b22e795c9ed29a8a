/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Deviation minimisation in closed form: all units end together when f_j ~ 1/p_j.
 * Units that this would give more than their cap get their cap, and what is left
 * is shared out among the others in the same way, until all caps hold. */
#include "sched/math/lp_closed.h"

#include <math.h>
#include <stdbool.h>

enum { FREE = -1 }; /* in f: not at its cap */

/* What the caps are multiplied with so that they cover the whole. */
static double widening(int n, const double *cap)
{
    double sum = 0;
    for (int j = 0; j < n; j++)
        sum += fmin(cap[j], 1);
    return sum < 1 ? 1 / sum : 1;
}

/* The pass time at which the units that are free have done all that the others,
 * at their caps, leave; in units of the smallest p. */
static double level(int n, const double *p, double min, const double *f)
{
    double left = 1, speed = 0;
    for (int j = 0; j < n; j++) {
        if (f[j] == FREE)
            speed += min / p[j];
        else
            left -= f[j];
    }
    return speed > 0 ? fmax(left, 0) / speed : 0;
}

/* Puts the units that would exceed their caps at time t at them.  True if there was one. */
static bool clamp(int n, const double *p, double min, const double *cap, double widen, double t,
                  double *f)
{
    bool any = false;
    for (int j = 0; j < n; j++) {
        double most = fmin(cap[j], 1) * widen;
        if (f[j] == FREE && t * (min / p[j]) > most) {
            f[j] = most;
            any = true;
        }
    }
    return any;
}

void ctsar__lp_closed(int n, const double *p, const double *cap, double *f)
{
    double min = p[0], widen = cap ? widening(n, cap) : 1, t;
    for (int j = 0; j < n; j++) {
        min = fmin(min, p[j]);
        f[j] = FREE;
    }
    do
        t = level(n, p, min, f);
    while (cap && clamp(n, p, min, cap, widen, t, f));
    for (int j = 0; j < n; j++)
        if (f[j] == FREE)
            f[j] = t * (min / p[j]);
}

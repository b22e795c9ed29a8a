/* SPDX-License-Identifier: BSD-3-Clause */
#include "sched/math/pace.h"

#include <math.h>

#define LEAST_WEIGHT 0.1  /* of the newest pass on all units, of many */
enum { REMEMBERED = 10 }; /* passes, after one in which cores waited */

double ctsar__pace_usual(double before, double now, double weight)
{
    double most = CTSAR__PACE_OUTLIER * before;
    return before > 0 ? before + weight * (fmin(now, most) - before) : now;
}

/* As how long a pass on all units counts. */
static double believed(ctsar__compared *c, double now, bool waited)
{
    double before = c->far_left > 0 ? c->far : 0, most = CTSAR__PACE_OUTLIER * c->together;
    c->far_left -= c->far_left > 0;
    if (c->together <= 0 || now <= most)
        return now;
    if (!waited)
        return most;
    c->far = now;
    c->far_left = REMEMBERED;
    return fmax(fmin(now, before), most);
}

void ctsar__pace_book(ctsar__compared *c, double now, bool waited)
{
    double counts = believed(c, now, waited);
    long settled = ++c->passes - CTSAR__PACE_ENOUGH;
    if (c->together <= 0)
        c->together = now;
    else if (settled <= 0)
        c->together = fmin(c->together, now);
    else
        c->together += fmax(1.0 / (double)(settled + 1), LEAST_WEIGHT) * (counts - c->together);
}

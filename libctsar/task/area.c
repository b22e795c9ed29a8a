/* SPDX-License-Identifier: BSD-3-Clause
 *
 * By the dual of the linear programme.  Give each group's time a share of what all time is worth:
 * no schedule is shorter than the work where each task goes to where it is worth least, whatever
 * the shares are.  The most that shares can make of it is the bound; it is concave. */
#include "task/area.h"

#include <math.h>

enum { STEPS = 60 };

typedef struct area {
    const ctsar__area_kind *kind;
    int kinds;
    const int *units;
    int groups;
    double share[CTSAR__AREA_GROUPS];
} area;

static double worth_of(const area *a, const ctsar__area_kind *k)
{
    double least = INFINITY;
    for (int g = 0; g < a->groups; ++g)
        if (isfinite(k->seconds[g]))
            least = fmin(least, k->seconds[g] * a->share[g] / a->units[g]);
    return isfinite(least) ? k->tasks * least : 0;
}

static double worth(const area *a)
{
    double all = 0;
    for (int k = 0; k < a->kinds; ++k)
        all += worth_of(a, &a->kind[k]);
    return all;
}

/* The most that shares of the groups from g on, `left` together, can make of it. */
static double most_worth(area *a, int g, double left)
{
    if (g >= a->groups - 1 || g == CTSAR__AREA_GROUPS - 1) {
        a->share[g] = left;
        return worth(a);
    }
    double lo = 0, hi = left, most = 0;
    for (int step = 0; step < STEPS; ++step) {
        double x = lo + (hi - lo) / 3, y = hi - (hi - lo) / 3;
        a->share[g] = x;
        double at_x = most_worth(a, g + 1, left - x);
        a->share[g] = y;
        double at_y = most_worth(a, g + 1, left - y);
        most = fmax(most, fmax(at_x, at_y));
        *(at_x < at_y ? &lo : &hi) = at_x < at_y ? x : y;
    }
    return most;
}

double ctsar__area_bound(const ctsar__area_kind *kind, int kinds, const int *units, int groups)
{
    area a = {.kind = kind, .kinds = kinds, .units = units, .groups = groups};
    return groups > 0 ? most_worth(&a, 0, 1) : 0;
}

/* SPDX-License-Identifier: BSD-3-Clause */
#include "sched/math/fractions.h"

#include <math.h>

/* Of an iteration: a fraction may have come out so little under a whole number. */
#define ROUNDED 1e-6

/* Of n iterations, the whole ones of unit u's fraction. */
static long whole(const ctsar__speeds *v, int u, long n)
{
    double exactly = (double)n * ctsar__speeds_pace(v) / v->p[u];
    return ctsar__speeds_works(v, u) ? (long)(exactly + ROUNDED) : 0;
}

double ctsar__fractions(const ctsar__speeds *v, ctsar__range part, long *boundary)
{
    long n = ctsar__range_len(part), left = n;
    double t = 0;
    for (int u = 0; u < v->units; u++)
        left -= whole(v, u, n);
    boundary[v->units] = part.hi;
    for (int u = v->units; u-- > 0;) {
        bool more = left > 0 && ctsar__speeds_works(v, u);
        long own = whole(v, u, n) + more;
        left -= more;
        boundary[u] = boundary[u + 1] - own;
        t = fmax(t, v->p[u] * (double)own);
    }
    boundary[0] = part.lo;
    return t;
}

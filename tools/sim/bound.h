/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What no placement can beat: the longest chain of tasks that follow each other, each on the unit
 * that is the fastest at it; and the time in which all units together would have done the work if
 * tasks could be divided and followed nothing (the area bound, a linear programme).  Moving data
 * counts for neither. */
#ifndef CTSAR_SIM_BOUND_H
#define CTSAR_SIM_BOUND_H

#include "graph.h"
#include "machine.h"

typedef struct bound {
    double path, area; /* seconds */
} bound;

/* Seconds of kernel k on unit u, without noise; INFINITY: it has no form for it. */
double bound_seconds(const graph *g, const machine *m, int k, int u);

/* Ends the program where no unit of the machine can execute a kernel that tasks have. */
bound bound_make(const graph *g, const machine *m);

static inline double bound_both(bound b)
{
    return b.path > b.area ? b.path : b.area;
}

#endif

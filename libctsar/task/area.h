/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The area bound: the time in which units would have executed tasks if those could be divided and
 * followed nothing, moving no data.  No placement beats it.  Pure. */
#ifndef CTSAR_TASK_AREA_H
#define CTSAR_TASK_AREA_H

#include <stdbool.h>

enum { CTSAR__AREA_GROUPS = 3 }; /* of units that are alike */

/* Tasks of one kind. */
typedef struct ctsar__area_kind {
    double tasks;
    double seconds[CTSAR__AREA_GROUPS]; /* of one on a unit of each group; INFINITY: on none */
} ctsar__area_kind;

/* `units` has the number of units of each group, 1 at least.  A kind that no group can execute does
 * not count.  It takes more than 100 times as long with each group more. */
double ctsar__area_bound(const ctsar__area_kind *kind, int kinds, const int *units, int groups);

#endif

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the report consists of. */
#ifndef CTSAR_REPORT_ENTRY_H
#define CTSAR_REPORT_ENTRY_H

#include "observe/stats.h"

/* A region of the report; the list is in order of opening. */
typedef struct ctsar__report_entry {
    ctsar__region_stats *live; /* the open region's own; NULL once it has ended */
    ctsar__region_stats ended; /* of `opened` regions, merged */
    long opened;
    struct ctsar__report_entry *next;
} ctsar__report_entry;

/* A loop that was executed as it stands, since what a split takes for granted did not hold. */
typedef struct ctsar__serial_entry {
    char name[64];
    long times;
    struct ctsar__serial_entry *next;
} ctsar__serial_entry;

/* What the report says; both lists are in order of their first appearance. */
typedef struct ctsar__report_lists {
    ctsar__report_entry *first;
    ctsar__serial_entry *serial;
} ctsar__report_lists;

static inline const ctsar__region_stats *ctsar__entry_stats(const ctsar__report_entry *e)
{
    return e->live ? e->live : &e->ended;
}

#endif

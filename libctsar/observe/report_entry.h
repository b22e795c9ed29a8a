/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A region of the report. */
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

static inline const ctsar__region_stats *ctsar__entry_stats(const ctsar__report_entry *e)
{
    return e->live ? e->live : &e->ended;
}

#endif

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The two forms of the report.  Both are pure functions of the statistics, and
 * numbers have a decimal dot if the calling thread's locale has. */
#ifndef CTSAR_REPORT_WRITE_H
#define CTSAR_REPORT_WRITE_H

#include <stdio.h>

#include "report.h"

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

/* Writes a table for each region. */
void ctsar__report_table(FILE *out, const ctsar__report_entry *first);
/* Replaces `file` in one step.  0, or an errno value: then `file` is as it was. */
int ctsar__report_json(const char *file, const ctsar__report_entry *first);

#endif

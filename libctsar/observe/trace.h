/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The trace that CTSAR_TRACE asks for: which regions and sets of tasks there are, and when the file
 * is written.  What happens is noted by those who do it (base/trace.h). */
#ifndef CTSAR_TRACE_H
#define CTSAR_TRACE_H

#include "config/state.h"
#include "observe/trace_region.h"

/* What opens. */
typedef struct ctsar__trace_about {
    const char *name;
    const char *const *acc_name; /* of the accelerators */
    int accs, slots;             /* of each accelerator */
    bool tasks;                  /* a set of tasks */
} ctsar__trace_about;

/* A region opens.  NULL: no trace is asked for, or, which is said, there is no memory.  The first
 * one has the file written when the process ends, also by SIGABRT, SIGINT, SIGTERM or SIGHUP
 * where the program does not handle it; a forked child writes none.  Any thread, as the others. */
ctsar__traced_region *ctsar__trace_open(const ctsar__config *config,
                                        const ctsar__trace_about *about);
/* Returns what the region is traced as from now on: itself, or one that had this name and has
 * ended.  NULL is fine: nothing is traced.  While no pass runs. */
ctsar__traced_region *ctsar__trace_rename(ctsar__traced_region *r, const char *name);
void ctsar__trace_close(ctsar__traced_region *r);

/* The number by which events have the name `as`; 0: none, for want of memory, it is too
 * long, or there are too many. */
uint16_t ctsar__trace_name(const char *as);

/* Virtual time that has gone by in all regions.  A pass begins at the latest moment of all. */
double ctsar__trace_present(void);
void ctsar__trace_advance(double to);

#endif

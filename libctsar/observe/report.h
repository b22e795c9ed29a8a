/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What regions did, gathered for CTSAR_REPORT and printed when the process ends. */
#ifndef CTSAR_REPORT_H
#define CTSAR_REPORT_H

#include "config/state.h"
#include "observe/stats.h"

/* The process's report.  `add` is told of a region when it opens; with the report off, or in a
 * forked child of the process that reports, it does nothing.  `end` is told when the region is
 * freed: its statistics move into the report, or are freed where there is none, and *live is left
 * empty.  When the process ends, both kinds are written in order of opening, as `config` said when
 * the first region with the report on was opened; ended regions that are the same in all but
 * numbers appear as one.  The same when SIGINT, SIGTERM or SIGHUP ends it, while passes run.  Any
 * thread. */
void ctsar__report_add(const ctsar__config *config, ctsar__region_stats *live);
void ctsar__report_end(ctsar__region_stats *live);

/* Between these no report is written: around what changes statistics that `add` has been told of.
 * Any thread; neither `add` nor `end` is called between them. */
void ctsar__report_hold(void);
void ctsar__report_release(void);

/* Counts that the loop was executed as it stands.  With the report off, or in a forked child of the
 * process that reports, it does nothing.  Any thread. */
void ctsar__report_serial(const char *name);

#endif

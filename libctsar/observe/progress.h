/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What CTSAR_PROGRESS asks for: how far the process is, a few times a second, as a line on a
 * terminal or as a file. */
#ifndef CTSAR_PROGRESS_H
#define CTSAR_PROGRESS_H

#include "config/state.h"
#include "observe/stats.h"

/* A region opens.  Is progress asked for, and is there where to show it: a file, or a terminal
 * behind stderr?  Any thread. */
bool ctsar__progress_open(const ctsar__config *config);
/* The region's pass is over; both have been added up.  Mostly a look at the clock: what is shown is
 * at most so old that it may stay.  A terminal that takes nothing now is not waited for.  Any
 * thread, for each region one at a time; nothing in a forked child. */
void ctsar__progress_pass(ctsar__region_stats *r, const ctsar__pass_record *pass);

#endif

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The report as tables.
 * A pure function of the statistics; numbers have a decimal dot if the calling thread's locale has.
 */
#ifndef CTSAR_REPORT_TABLE_H
#define CTSAR_REPORT_TABLE_H

#include <stdio.h>

#include "observe/report_entry.h"

/* Writes a table for each region, and a line for each loop that was executed as it stands. */
void ctsar__report_table(FILE *out, const ctsar__report_lists *report);

#endif

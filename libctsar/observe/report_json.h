/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The report as JSON.
 * A pure function of the statistics; numbers have a decimal dot if the calling thread's locale has.
 */
#ifndef CTSAR_REPORT_JSON_H
#define CTSAR_REPORT_JSON_H

#include "observe/report_entry.h"

/* Replaces `file` in one step.  0, or an errno value: then `file` is as it was. */
int ctsar__report_json(const char *file, const ctsar__report_lists *report);

#endif

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What becomes of a public call's error. */
#ifndef CTSAR_BASE_REPORT_H
#define CTSAR_BASE_REPORT_H

#include "base/status.h"

enum { CTSAR__REPORTED = 1024 }; /* bytes of a line, its end included */

/* The mode of ctsar_set_error_mode. */
ctsar_error_mode ctsar__errors(void);

/* Notes that `call` on what is called `name` has failed, with the particulars of the calling
 * thread's last error, and aborts if that is the mode.  CTSAR_OK: nothing.  Returns the status. */
int ctsar__report_call(const char *name, const char *call, int status);
/* What is to be said behind the errors of the calling thread's calls; NULL: nothing.  It stays the
 * caller's.  Returns what it was before. */
const char *ctsar__report_with(const char *remark);
/* The calling thread's last line; "" when there is none. */
const char *ctsar__reported(void);

#endif

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What becomes of a public call's error. */
#ifndef CTSAR_BASE_REPORT_H
#define CTSAR_BASE_REPORT_H

#include "base/status.h"

enum { CTSAR__REPORTED = 768 }; /* bytes of a line, its end included */

/* Notes that `call` on what is called `name` has failed, with the particulars of the calling
 * thread's last error, and aborts if that is the mode.  CTSAR_OK: nothing.  Returns the status. */
int ctsar__report_call(const char *name, const char *call, int status);
/* The calling thread's last line; "" when there is none. */
const char *ctsar__reported(void);

#endif

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Errors on their way up.  An internal function that fails calls ctsar__error,
 * which notes the particulars for the calling thread, and returns the status.
 * The public call alone adds which region and which call it was, and aborts or
 * returns as the error mode says (base/report.c). */
#ifndef CTSAR_STATUS_H
#define CTSAR_STATUS_H

#include "ctsar.h"

#define CTSAR__MUST_CHECK __attribute__((warn_unused_result))

/* Notes the particulars, formatted as by printf: what, where, what would be
 * right; no final dot or newline.  Returns `status`. */
int ctsar__error(int status, const char *format, ...) __attribute__((cold, format(printf, 2, 3)));

#ifdef __clang_analyzer__ /* it does not follow the call, and would take every error for a success \
                           */
#define ctsar__error(status, ...) (ctsar__error(status, __VA_ARGS__), (status))
#endif

/* Makes one line of a text that may be anybody's: control characters become '?'. */
void ctsar__plain(char *text);

/* The particulars of the calling thread's last error; "" when there are none. */
const char *ctsar__error_detail(void);

/* What the process calls itself in messages, behind "ctsar: ", such as "rank 2: "; nothing by
 * default. */
void ctsar__speak_as(const char *name);
const char *ctsar__speaker(void);

/* Prints "ctsar: warning: ..." on stderr, one line. */
void ctsar__warn(const char *format, ...) __attribute__((cold, format(printf, 1, 2)));

#endif

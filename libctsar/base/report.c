/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/report.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

static _Atomic int error_mode = CTSAR_ERRORS_ABORT;
static _Thread_local char line[CTSAR__REPORTED];
static _Thread_local const char *behind;

ctsar_error_mode ctsar__errors(void)
{
    return (ctsar_error_mode)atomic_load(&error_mode);
}

static void note(const char *name, const char *call, int status)
{
    const char *detail = ctsar__error_detail();
    snprintf(line, sizeof line, "%s: %s: %s%s%s%s%s", name, call, ctsar_strerror(status),
             *detail ? ": " : "", detail, behind ? "; " : "", behind ? behind : "");
    ctsar__plain(line);
    if (ctsar__errors() == CTSAR_ERRORS_ABORT) {
        fprintf(stderr, "ctsar: %s%s\n", ctsar__speaker(), line);
        abort();
    }
}

/* Every call of every turn ends here: mostly with nothing to report. */
int ctsar__report_call(const char *name, const char *call, int status)
{
    if (status)
        note(name, call, status);
    return status;
}

const char *ctsar__report_with(const char *remark)
{
    const char *before = behind;
    behind = remark;
    return before;
}

const char *ctsar__reported(void)
{
    return line;
}

int ctsar_set_error_mode(ctsar_error_mode mode)
{
    int status = CTSAR_OK;
    if (mode == CTSAR_ERRORS_ABORT || mode == CTSAR_ERRORS_RETURN)
        atomic_store(&error_mode, (int)mode);
    else
        status = ctsar__error(CTSAR_EINVAL,
                              "mode %d is unknown; use CTSAR_ERRORS_ABORT or CTSAR_ERRORS_RETURN",
                              (int)mode);
    return ctsar__report_call("errors", "ctsar_set_error_mode", status);
}

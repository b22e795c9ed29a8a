/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/report.h"

#include <stdio.h>
#include <stdlib.h>

static _Thread_local char line[CTSAR__REPORTED];
static _Thread_local const char *behind;

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

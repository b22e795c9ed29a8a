/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The trace as a file, in the format of Chrome's trace viewer, which Perfetto reads as well.  Calls
 * nothing that a signal's handler must not: numbers are written here, and no memory is
 * allocated. */
#ifndef CTSAR_TRACE_FILE_H
#define CTSAR_TRACE_FILE_H

#include "observe/trace_region.h"

typedef struct ctsar__trace_text {
    char json[64]; /* without quotation marks */
} ctsar__trace_text;

typedef struct ctsar__trace_form {
    const char *file, *temporary; /* the one is replaced by the other in one step */
    const char *clock;            /* "real" or "virtual" */
    double start;                 /* of the process's trace, as the clock says */
    const ctsar__traced_region *first;
    const ctsar__trace_text *name; /* what events' names are, from number 1 on */
    unsigned names;
} ctsar__trace_form;

/* 0, or an errno value: then `file` is as it was.  *dropped: events that are not in it. */
int ctsar__trace_write(const ctsar__trace_form *form, uint64_t *dropped);

#endif

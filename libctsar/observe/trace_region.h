/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A region of the trace, or a set of tasks. */
#ifndef CTSAR_TRACE_REGION_H
#define CTSAR_TRACE_REGION_H

#include <stdatomic.h>

#include "base/trace.h"

/* Lives as long as the process, and serves a later region with the same
 * name and accelerators when this one has ended. */
typedef struct ctsar__traced_region {
    struct ctsar__traced_region *_Atomic next; /* what another thread writes the file by */
    uint16_t number;                           /* from 1 on */
    bool tasks;                                /* it is a set of tasks */
    _Atomic bool open;                         /* a region of the program is this one */
    _Atomic bool left;                         /* another one has taken its place as it was named */
    char name[64];                             /* as JSON has it; changed while no pass runs */
    _Atomic int cores;                         /* of the largest team so far */
    int accs, slots;
    char (*acc_name)[32]; /* the same */
} ctsar__traced_region;

#endif

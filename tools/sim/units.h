/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A machine of this folder as the library's tasks see one: accelerators that execute nothing, and
 * kernels that have forms where the graph says what they take. */
#ifndef CTSAR_SIM_UNITS_H
#define CTSAR_SIM_UNITS_H

#include "graph.h"
#include "machine.h"
#include "machine/machine.h"

typedef struct units {
    ctsar__machine machine;
    ctsar_kernel *kernel; /* of each of the graph's */
} units;

/* With so many tasks in flight on each accelerator. */
units units_make(const graph *g, const machine *m, int inflight);
void units_free(units *u);

#endif

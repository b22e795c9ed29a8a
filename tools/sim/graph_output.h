/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Plays a graph with each placement, and says what came of it: a table on stdout, JSON in a file.
 */
#ifndef CTSAR_SIM_GRAPH_OUTPUT_H
#define CTSAR_SIM_GRAPH_OUTPUT_H

#include "machine.h"
#include "options.h"

void graph_compare(const options *o, const machine *m);

#endif

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Graphs are read from JSON files; README.md in this folder describes the format. */
#ifndef CTSAR_SIM_GRAPH_FILE_H
#define CTSAR_SIM_GRAPH_FILE_H

#include <stdbool.h>

#include "graph.h"

/* Does the file describe a graph?  False also where it cannot be read. */
bool graph_is(const char *file);
/* With `tiles` for each side instead of the file's, where it has a shape; 0: as the file says.
 * Ends the program when the file is wrong. */
graph graph_read(const char *file, long tiles);

#endif

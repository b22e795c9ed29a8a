/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Graphs that need not be written task by task: factorisations and products of matrices in tiles,
 * and loops over blocks. */
#ifndef CTSAR_SIM_SHAPE_H
#define CTSAR_SIM_SHAPE_H

#include "graph.h"

enum { SHAPE_KERNELS = 4 };

typedef struct shape_sizes {
    const int *kernel; /* the graph's numbers of the shape's kernels */
    long tiles;        /* of a side; blocks */
    long rounds;       /* that loops over blocks are repeated */
    double bytes;      /* of a tile or block */
} shape_sizes;

typedef struct shape {
    const char *name;
    const char *kernel[SHAPE_KERNELS]; /* NULL: no more */
    void (*make)(graph *g, const shape_sizes *s);
} shape;

/* NULL: there is none. */
const shape *shape_named(const char *name);
const char *shape_names(void);

#endif

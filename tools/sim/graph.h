/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A graph of tasks: kernels, what they take, and which parts of memory each task accesses. */
#ifndef CTSAR_SIM_GRAPH_H
#define CTSAR_SIM_GRAPH_H

#include "ctsar.h"

typedef struct graph_kernel {
    char name[48];
    double core, accelerator; /* seconds, before a unit's factor; INFINITY: it has no such form */
} graph_kernel;

typedef struct graph_access {
    ctsar_access_kind kind;
    long part;
} graph_access;

typedef struct graph_task {
    int kernel;
    long first; /* of its accesses */
    int accesses;
} graph_task;

typedef struct graph {
    char name[64];
    long executions;
    double noise; /* sigma of a task's time, lognormal */
    graph_kernel *kernel;
    int kernels;
    graph_task *task; /* in program order */
    long tasks;
    graph_access *access;
    long accesses;
    double *bytes; /* of each part */
    long parts;
} graph;

void graph_free(graph *g);

/* Appends a task, and one of the last task's accesses. */
void graph_add_task(graph *g, int kernel);
void graph_add_access(graph *g, ctsar_access_kind kind, long part);
/* Adds parts of so many bytes each; the number of the first one. */
long graph_add_parts(graph *g, long count, double bytes);

#endif

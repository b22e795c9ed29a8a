/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Plays a graph on a machine with the library's own tasks, in virtual time: submitting, placing,
 * stealing and ending are the same object files; only data and bodies are modelled. */
#ifndef CTSAR_SIM_GRAPH_PLAY_H
#define CTSAR_SIM_GRAPH_PLAY_H

#include <stdint.h>

#include "graph.h"
#include "machine.h"

/* An execution of all tasks. */
typedef struct graph_pass {
    double time;                /* seconds, until the last task is over */
    double bytes_in, bytes_out; /* copied to accelerators; from them to the host */
    double bytes_between;       /* from one accelerator to another */
    double moving;              /* seconds that copies took */
} graph_pass;

typedef struct graph_run {
    long executions;
    graph_pass *pass;
    long *tasks; /* of each kernel, by cores and by each accelerator, in all executions:
                  * kernels * (1 + accelerators) */
} graph_run;

graph_run graph_run_make(const graph *g, const machine *m);
void graph_run_free(graph_run *r);

/* Plays r->executions executions from the start, with noise of `seed`. */
void graph_play(const graph *g, const machine *m, ctsar_placement how, uint64_t seed, int inflight,
                graph_run *r);

#endif

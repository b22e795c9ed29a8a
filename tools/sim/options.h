/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The command line. */
#ifndef CTSAR_SIM_OPTIONS_H
#define CTSAR_SIM_OPTIONS_H

#include "play.h"

typedef struct options {
    const char *machine, *workload; /* files */
    bool graph;                     /* the workload is a graph of tasks */
    char *policies;                 /* of --policy, as written; NULL: all */
    int inflight;                   /* tasks, on an accelerator */
    player *player;                 /* the oracle first; none for a graph */
    int players;
    long seed;                /* the first one */
    int seeds;                /* how many */
    long cores, accelerators; /* at most so many of the machine's; -1: all */
    long nodes;               /* 0: the machine's */
    long passes, iterations;  /* 0: the workload's */
    double noise, pass_time;  /* NAN: the workload's */
    unsigned limits;          /* of the machine that hold: a set of machine_limits */
    const char *json;         /* file, "-" for stdout; NULL: none */
    bool per_pass, runs, sweep;
} options;

/* Ends the program when the command line is wrong, and after --help. */
options options_parse(int argc, char **argv);
void options_free(options *o);

/* Unless stdout is for the JSON. */
bool prints_table(const options *o);

#endif

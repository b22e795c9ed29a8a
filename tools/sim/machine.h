/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A machine: its units and what happens to them.  Read from a JSON file; README.md in this
 * folder describes the format. */
#ifndef CTSAR_SIM_MACHINE_H
#define CTSAR_SIM_MACHINE_H

#include "sched/sched.h"

typedef struct machine_unit {
    char name[48];
    bool core;
    double time;      /* relative to what the workload says for its kind */
    double launch;    /* seconds a range costs besides its iterations */
    double bandwidth; /* bytes per second; INFINITY: copies cost nothing */
    double memory;    /* bytes; INFINITY: no limit */
    double noise;     /* sigma of a range's time; NAN: the workload's */
    double cold;      /* seconds that its first range takes more */
    double wake;   /* seconds that each of its ranges takes besides what policies are told before */
    double slows;  /* the part by which a core takes longer while this unit has a range */
    double slowed; /* the part by which its range takes longer while cores have ranges */
    double simd;   /* width, from which policies make default times */
    /* Of an accelerator, where such limits hold (machine_limits): */
    bool driver;       /* a core drives it, and computes nothing while it has iterations */
    int bus;           /* whose bandwidth it shares with others that have the number; -1: its own */
    double half_speed; /* threads with which it is at half of its speed */
    double run;        /* seconds for each run of bytes that is copied apart */
} machine_unit;

/* Limits of real machines, which hold where they are asked for. */
typedef enum machine_limits {
    LIMIT_DRIVERS = 1,
    LIMIT_BUS = 2,
    LIMIT_THREADS = 4,
    LIMIT_RUNS = 8,
    LIMIT_ALL = 15
} machine_limits;

/* From a pass on, a unit takes `time` times as long as it would. */
typedef struct machine_event {
    int unit;
    long pass; /* from 1 on */
    double time;
} machine_event;

/* Some of the nodes: the machine with at most so many of its units, `time` times as slow. */
typedef struct machine_nodes {
    long count, cores, accelerators; /* the last two: -1: all */
    double time;
} machine_nodes;

typedef struct machine {
    char name[64];
    ctsar__team team; /* the units are cores first, then accelerators */
    machine_unit *unit;
    machine_event *event;
    size_t events;
    machine_nodes *node; /* NULL: there is one of it */
    size_t nodes;
    double latency, bandwidth; /* of the network: seconds a message, bytes per second */
} machine;

/* Ends the program when the file is wrong. */
machine machine_read(const char *file);
/* Leaves so many of its first cores and accelerators; negative: all.  Ends the program when it has
 * fewer, or none is left. */
void machine_limit(machine *m, long cores, long accelerators);
/* Has only these limits hold: a set of machine_limits. */
void machine_heed(machine *m, unsigned limits);
/* How many of its accelerators are on the bus of unit u, at least 1. */
int machine_sharers(const machine *m, int u);
/* Leaves so many nodes, in the parts in which they are there; 0: as many as there are. */
void machine_set_nodes(machine *m, long count);
/* How many nodes there are, at least 1. */
long machine_count_nodes(const machine *m);
/* The machine that some of the nodes are.  The caller frees it with machine_free. */
machine machine_of_nodes(const machine *m, const machine_nodes *n);
void machine_free(machine *m);

/* What the events make of unit u's time in a pass (from 1 on). */
double machine_factor(const machine *m, int u, long pass);

#endif

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
    double wake;  /* seconds that each of its ranges takes besides what policies are told before */
    double slows; /* the part by which a core takes longer while this unit has a range */
    double simd;  /* width, from which policies make default times */
} machine_unit;

/* From a pass on, a unit takes `time` times as long as it would. */
typedef struct machine_event {
    int unit;
    long pass; /* from 1 on */
    double time;
} machine_event;

typedef struct machine {
    char name[64];
    ctsar__team team; /* the units are cores first, then accelerators */
    machine_unit *unit;
    machine_event *event;
    size_t events;
} machine;

/* Ends the program when the file is wrong. */
machine machine_read(const char *file);
/* Leaves at most so many of its first cores and accelerators; negative: all.  Ends the program
 * when none is left. */
void machine_limit(machine *m, long cores, long accelerators);
void machine_free(machine *m);

/* What the events make of unit u's time in a pass (from 1 on). */
double machine_factor(const machine *m, int u, long pass);

#endif

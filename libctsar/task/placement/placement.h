/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Placements: which unit gets a task that is ready.  Each is one file with a constant table and one
 * line in CTSAR_PLACEMENT_LIST (ctsar.h).  They are pure: what they know of units is what is passed
 * to them, so a test or a simulation can ask them anything. */
#ifndef CTSAR_TASK_PLACEMENT_H
#define CTSAR_TASK_PLACEMENT_H

#include <stdbool.h>
#include <stddef.h>

#include "ctsar.h"

/* What tasks of one kind took on a unit. */
typedef struct ctsar__learned {
    double seconds; /* on average, what moved included or not as the clock says */
    double driving; /* of these seconds, those of a processor; 0: of cores, and of a model */
    long count;     /* of tasks; 0: nothing is known */
    int trying;     /* tasks that are there to learn it */
    long fresh;     /* of `count`, what the history has not been told of */
    double spent;   /* seconds of all tasks in this period, where it is reported; ... */
    long done;      /* ... and how many they were */
} ctsar__learned;

/* A unit, and what the task would be there. */
typedef struct ctsar__candidate {
    bool able;              /* it can execute the task */
    int workers;            /* tasks that it executes at once, as fast as one */
    bool slots;             /* an accelerator's, where one that is free only brings data */
    double load;            /* seconds of its tasks that are not over */
    size_t waiting;         /* its tasks that are ready */
    ctsar__learned learned; /* of tasks like this one there */
    double move;            /* seconds of bringing the task's data there */
    size_t there;           /* bytes of the task's data that are there */
    bool came_from;         /* it ended the last task that this one follows */
} ctsar__candidate;

typedef struct ctsar__placement_ops {
    ctsar_placement placement;
    const char *name;
    /* The number of one that is able, which one is. */
    int (*choose)(const ctsar__candidate *unit, int units);
} ctsar__placement_ops;

enum { CTSAR__TASK_TRIALS = 3 }; /* of a kind of task on a unit, before its time is known */

#define CTSAR__PLACEMENT_DECLARED(name, constant, number, what)                                    \
    extern const ctsar__placement_ops ctsar__placement_##name;
CTSAR_PLACEMENT_LIST(CTSAR__PLACEMENT_DECLARED)
#undef CTSAR__PLACEMENT_DECLARED

/* NULL: there is none. */
const ctsar__placement_ops *ctsar__placement(int placement);
/* "earliest, breadth", the calling thread's until its next call. */
const char *ctsar__placement_names(void);

/* Takes driving the task here a processor many times as long as it takes a core there? */
bool ctsar__placement_wastes(const ctsar__candidate *here, const ctsar__candidate *core);
/* The others may not be given the task, where there are cores that can execute it: those on which
 * driving it takes a processor many times as long as it would take a core, moving its data
 * included.  They are not able then. */
void ctsar__placement_spare_processors(ctsar__candidate *unit, int units);
/* The one of the least value; -1: none is able.  INFINITY: rather not. */
int ctsar__placement_least(const ctsar__candidate *unit, int units,
                           double (*value)(const ctsar__candidate *));
/* Seconds until what it has is over. */
double ctsar__placement_free(const ctsar__candidate *c);
/* Tasks that are ready there, for each that it executes at once. */
double ctsar__placement_waiting(const ctsar__candidate *c);
/* Is a unit that has nothing to do, or an accelerator with a free slot, to take the task, which
 * waits there as one of the last?  If it will have finished it before the other one begins. */
bool ctsar__placement_steals(const ctsar__candidate *here, const ctsar__candidate *there);

#endif

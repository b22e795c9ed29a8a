/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A workload on a machine: what ranges take, and the best split in hindsight.
 *
 *     time of a range = pieces * (o + idle) + length * c + cost * p * noise + moves
 *
 * idle: where a unit's speed falls with few iterations; o: launch and what is copied for the range
 * whatever its length; pieces: 1, or as many as the unit's memory makes of it; c: copying an
 * iteration's data; cost: the sum over its iterations, 1 on average; noise: lognormal; moves:
 * persisted data that the unit did not have. One run (policy and seed) at a time. */
#ifndef CTSAR_SIM_MODEL_H
#define CTSAR_SIM_MODEL_H

#include "machine.h"
#include "workload.h"

typedef struct model_unit {
    double o, c, p; /* seconds per piece, iteration and cost, in the current pass */
    double idle;    /* seconds a piece that few iterations leave its threads idle, likewise */
    double noise;
    double move;   /* seconds for the data of an iteration that it did not have */
    double room;   /* iterations that fit in its memory */
    double cold;   /* seconds still to be paid by its first range */
    long ranges;   /* that it has had in this pass */
    double told_o; /* what a policy is told */
    double default_time;
} model_unit;

typedef struct model {
    const machine *machine;
    const workload *workload;
    int units, drivers; /* cores that drive an accelerator where all take part, the last ones */
    long n;
    uint64_t seed;
    double scale; /* of all times, from the workload's pass_time */
    long pass;    /* the current one, from 1 on */
    bool part;    /* of another model's iterations, which model_part gives it pass by pass */
    bool moved;   /* they are not those of the pass before */
    model_unit *unit;
    double *sum; /* cost of iterations [0, i) */
    /* The best split: one contiguous range a unit, in unit order, true o, c, p and costs, no
     * noise, no moves, whole iterations; none for cores that drive accelerators, or `alone`: for
     * cores only. */
    double best;
    bool alone;
    long *boundary;
    int *holder;   /* written data: the unit that has the iteration's current value */
    long *missing; /* per accelerator, n + 1: iterations before i whose data it lacks ... */
    bool *stale;   /* ... unless that is to be counted anew */
    unsigned char *held, *taken; /* data that are read only: has the accelerator got the
                                  * iteration's? before the pass, and from it */
} model;

typedef struct model_time {
    double seconds; /* without moves */
    double fixed;   /* of these: what does not grow with the range, as a policy is told */
    double moves;
} model_time;

model model_make(const machine *m, const workload *w);
void model_free(model *m);

/* Of a part of another model's iterations, none so far. */
model model_make_part(const machine *m, const workload *w);

/* To before the first pass.  All times are `scale` times what the files say; 0: as the workload's
 * pass_time asks for. */
void model_start(model *m, uint64_t seed, double scale);
/* In the next pass it has the iterations [lo, hi) of `whole`, which is in that pass, as its own
 * from 0 on.  `changed`: they are not those of the pass before, so accelerators have none of
 * their data. */
void model_part(model *m, const model *whole, ctsar__range of, bool changed);
void model_begin_pass(model *m);
void model_end_pass(model *m);

/* Unit u executes [r.lo, r.hi): what it takes, in this run. */
model_time model_take(model *m, int u, ctsar__range r);

/* Do data persist in it? */
bool model_has_moves(const model *m);
/* What moves it would take now, as a policy is told. */
double model_moves(model *m, int u, ctsar__range r);

/* What it would take without noise and moves. */
double model_seconds(const model *m, int u, long lo, long hi);

#endif

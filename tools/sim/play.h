/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Plays a policy of the library on a model, in virtual time. */
#ifndef CTSAR_SIM_PLAY_H
#define CTSAR_SIM_PLAY_H

#include "model.h"

/* A policy and its settings. */
typedef struct player {
    char label[80];
    const ctsar__sched_ops *ops; /* NULL: the oracle, which knows the best split in hindsight and
                                  * executes it under the same noise */
    int div;
    long chunk;
    bool has_ratio, stated_cost, guessed, exact, fractions;
    bool accelerators_first; /* have the first iterations of each round that is split */
    double ratio;
    ctsar_backoff backoff;
    int backoff_passes;
    ctsar__costs costs;
} player;

typedef struct play_pass {
    double time;      /* seconds */
    double best;      /* of the best split in hindsight */
    double busy;      /* busy efficiency: what the pass would take with all units busy until its
                       * end, each at its speed, over its time.  Of the units that the best
                       * split uses */
    double imbalance; /* latest end over mean end of the units that had work, less 1 */
    ctsar__sched_stats stats; /* of this pass alone */
    double exchange;          /* seconds of `time` that nodes take for telling each other */
} play_pass;

typedef struct play_run {
    long passes;
    play_pass *pass;
    double *share; /* of each accelerator in each pass: passes * accs */
    double *used;  /* passes in which each unit had work; machines' units */
} play_run;

/* Room for `passes` passes on machines with this team. */
play_run play_run_make(long passes, ctsar__team team);
void play_run_free(play_run *r);

/* A policy while it is played. */
typedef struct stage stage;
/* At the start of the model's first pass.  The model must live as long. */
stage *stage_open(const player *p, model *m);
play_pass stage_pass(stage *g);
void stage_close(stage *g);

/* Plays r->passes passes from the start, with noise of `seed`.  Ends the program with
 * SIM_WRONG_POLICY when the policy breaks its contract: an iteration is executed twice or
 * not at all. */
void play(const player *p, model *m, uint64_t seed, play_run *r);

#endif

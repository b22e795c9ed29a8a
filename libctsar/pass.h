/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A pass: turns, and the one barrier of each sub-pass.
 *
 * A thread enters a pass with its first call, which fixes its turn's unit:
 * an accelerator that nobody serves yet, else the thread's own core.  It leaves
 * after the barrier.  The last thread to arrive books times, combines reductions
 * and publishes the split for what comes next; the others wait.  Between two
 * barriers the only shared writes are claims of accelerators and registrations.
 *
 * A lane is what a thread of the team brings along: its turn and its core's
 * book.  Lanes are found by thread number, never by OS thread. */
#ifndef CTSAR_PASS_H
#define CTSAR_PASS_H

#include "barrier.h"
#include "check/check.h"
#include "launch.h"
#include "observe/report.h"
#include "sched/timeline.h"
#include "team.h"
#include "unit.h"

/* The iterations of a pass, as a thread states them: lo, lo+step, ..., n of them. */
typedef struct ctsar__bounds {
    long lo, step, n;
} ctsar__bounds;

/* What a unit did in a round.  Written by the thread that serves it, read by the last
 * thread of the barrier, who needs one cache line of it unless there is a report. */
typedef struct ctsar__book {
    _Alignas(64) uint32_t round; /* that the rest is about; the first is 1 */
    ctsar__bounds bounds;        /* of a lane's book: as its thread states them */
    ctsar__range range;          /* SPLIT: executed; with a shared piece: 0 to their number */
    double seconds;              /* for it, copies included */
    double fixed;                /* of them, what does not grow with the range */

    /* For the report, which clears them. */
    long turns, iterations;
    double busy, copying;
    double
        end; /* when its last range was over: as the clock says, virtual: since the round began */
    size_t bytes_in, bytes_out, bytes_between;
    size_t held; /* bytes backed by memory on an accelerator */

    /* Of the pass so far, for the report. */
    long pass_turns, pass_iterations;
} ctsar__book;

typedef enum ctsar__stage {
    CTSAR__TURN_OPEN, /* the unit is fixed */
    CTSAR__TURN_RANGE /* the range as well */
} ctsar__stage;

typedef struct ctsar__lane {
    _Alignas(64) _Atomic unsigned long joined; /* the last pass that a thread entered here */
    _Atomic uint64_t team;                     /* of that thread */
    int thread;

    /* The turn. */
    ctsar__stage stage;
    int unit; /* -1: none */
    int acc;  /* the unit as an accelerator of the region, or -1 */
    ctsar__range range;
    ctsar__values values;
    long checked;          /* the iteration that it executes for ctsar__check; -1: none */
    bool ahead;            /* QUEUE: `range` is fixed before ctsar_next */
    double began, fetched; /* real clock */
    double seconds, fixed; /* what the turn took, as in the book */
    ctsar__traffic traffic;
    ctsar__named arrays, reductions; /* registered in this turn */
    ctsar__capture capture;          /* launched in this turn, on an accelerator */
    ctsar__bound bound;
    double kernel; /* what that took */

    /* The round and the pass. */
    bool core_done;            /* this round's turn of the own core is taken */
    bool bounded;              /* book.bounds and `hi` are this pass's */
    long hi;                   /* where the loop's variable ends */
    double entered;            /* real clock, for the report */
    const ctsar__split *split; /* in force for this round; NULL: not known yet */
    ctsar__split own;          /* derived here when the published one is for another n or team */
    ctsar__book book;          /* of the core with this thread's number */
} ctsar__lane;

/* An accelerator of the region. */
typedef struct ctsar__acc {
    _Alignas(64) _Atomic uint32_t claimed; /* the round in which it had its last turn taken */
    _Atomic bool busy;                     /* QUEUE: a thread serves it */
    ctsar__device *device;
    ctsar__book book;
} ctsar__acc;

/* Lanes by thread number.  Grown by replacing; old tables live as long as the pass. */
typedef struct ctsar__lanes {
    struct ctsar__lanes *older;
    int count;
    ctsar__lane *lane[];
} ctsar__lanes;

/* Hands out the ranges of rounds in QUEUE mode (queue.c). */
typedef struct ctsar__queue {
    pthread_mutex_t lock;    /* of all but the cursor; calls of the policy are under it */
    pthread_cond_t released; /* virtual clock */
    bool taken;              /* virtual clock: a thread has its turns */
    uint32_t round;          /* that the rest is about */
    bool begun;              /* the policy has been told of the round */
    long n;                  /* of the pass, once begun */
    double start;            /* real clock */
    double length;           /* virtual clock: of the round, when it has ended */
    ctsar__timeline timeline;
    _Atomic long piece;               /* the policy's shared piece; 0: none */
    _Alignas(64) _Atomic long cursor; /* of shared pieces */
} ctsar__queue;

/* Fields are grouped by who writes them when: what changes in every pass is apart from what
 * all threads read. */
typedef struct ctsar__pass {
    const char *name; /* the region's, for messages */
    const ctsar__machine *machine;
    ctsar__sched *sched;
    ctsar__arrays *arrays;
    ctsar__reductions *reductions;
    ctsar__region_stats *stats;
    ctsar__acc *acc;
    int accs;
    const char *const *acc_name; /* for reports */
    long core_cap;               /* units among the team's threads; 0: cores are no units */
    bool virtual_clock, reporting;
    ctsar__check *check;        /* NULL: the region is not checked */
    const char *_Atomic excuse; /* why not, until that has been said; NULL: it need not be */

    /* Changed by errors and new teams. */
    ctsar__lanes *_Atomic lanes;
    _Atomic uint64_t team;       /* that the region is used by */
    _Atomic int threads;         /* its size */
    _Atomic int status;          /* the first error in this pass */
    ctsar__split published;      /* written only where the split changes */
    pthread_mutex_t lock;        /* changes of team and lanes */
    _Atomic uint32_t complained; /* the round in which a waiting thread spoke */

    ctsar__barrier barrier;
    ctsar__queue queue;

    /* Of the last thread alone, for the report. */
    double round_began; /* rounds after a pass's first, real clock */
    double elapsed;     /* in the pass's earlier rounds */
} ctsar__pass;

/* The caller has set the first group and zeroed the rest. */
int ctsar__pass_init(ctsar__pass *p, ctsar__device *const *device) CTSAR__CHECKED;
void ctsar__pass_free(ctsar__pass *p);

/* Later passes are split by `sched`; the old one is the caller's.  While no pass runs. */
void ctsar__pass_replace_sched(ctsar__pass *p, ctsar__sched *sched);

/* Has a thread entered a pass that is not over? */
bool ctsar__pass_running(ctsar__pass *p);

/* The calling thread's turn; enters the pass with the first call.
 * ETEAM, ESTATE, ENOMEM. */
int ctsar__pass_turn(ctsar__pass *p, ctsar__lane **lane) CTSAR__CHECKED;

/* Fixes the turn's range of the iterations below hi, and fetches its data. */
int ctsar__pass_next(ctsar__pass *p, ctsar__lane *l, ctsar__bounds b, long hi) CTSAR__CHECKED;

/* Ends the turn; *again: the thread has another one. */
int ctsar__pass_loop(ctsar__pass *p, ctsar__lane *l, bool *again) CTSAR__CHECKED;

/* Makes the rest of the pass empty.  The first status stays; true: it is this one. */
bool ctsar__pass_fail(ctsar__pass *p, int status);

/* The number of the pass that is running, or comes next; the first is 1. */
static inline unsigned long ctsar__pass_number(const ctsar__pass *p)
{
    return ctsar__barrier_now(&p->barrier).pass;
}

/* Who takes part in a pass: the team's threads that are units, and the accelerators. */
static inline ctsar__team ctsar__pass_team(const ctsar__pass *p)
{
    int threads = p->threads;
    return (ctsar__team){threads < p->core_cap ? threads : (int)p->core_cap, p->accs};
}

/* The book of a unit of `team`. */
static inline ctsar__book *ctsar__pass_book(ctsar__pass *p, ctsar__team team, int unit)
{
    ctsar__lanes *lanes = p->lanes;
    return unit < team.cores ? &lanes->lane[unit]->book : &p->acc[unit - team.cores].book;
}

/* Did the unit have a range in the round that is running? */
static inline bool ctsar__pass_executed(const ctsar__pass *p, const ctsar__book *b)
{
    return b->round == ctsar__barrier_now(&p->barrier).round;
}

/* account.c: adds the round, which ended at `ended` on the real clock, to the statistics;
 * the pass of n iterations as well when it does not go on with `again`.  ENOMEM. */
int ctsar__account_round(ctsar__pass *p, ctsar__team team, long n, double ended,
                         bool again) CTSAR__CHECKED;

/* ---- turn.c: the data and the timing of one turn ------------------------------ */

/* Registers an array or a reduction in the turn and gives the turn's pointer to it. */
int ctsar__turn_array(ctsar__pass *p, ctsar__lane *l, void *host, const char *name,
                      const ctsar__shape *shape, size_t *strides, void **pointer) CTSAR__CHECKED;
int ctsar__turn_reduction(ctsar__pass *p, ctsar__lane *l, void *result, const void *identity,
                          size_t size, ctsar_combine combine, void **pointer) CTSAR__CHECKED;

/* Empties the lane's turn and gives it the unit, or none (-1). */
void ctsar__turn_open(ctsar__pass *p, ctsar__lane *l, int unit);
/* Executes the kernel on the turn's range. */
int ctsar__turn_launch(ctsar__pass *p, ctsar__lane *l, const ctsar_kernel *kernel,
                       const ctsar_arg *args, int nargs) CTSAR__CHECKED;
/* Starts the range's clock, and fetches what it needs. */
int ctsar__turn_begin(ctsar__pass *p, ctsar__lane *l) CTSAR__CHECKED;
/* Delivers outputs, stops the clock, books. */
int ctsar__turn_end(ctsar__pass *p, ctsar__lane *l) CTSAR__CHECKED;

/* Do the loop's values select items that the array has?  EINVAL. */
int ctsar__turn_covers(const ctsar__lane *l, const ctsar__array *a) CTSAR__CHECKED;

/* ---- checked.c: turns in check mode ---------------------------------------------- */

/* Where p->check is set one lane executes all iterations, and these take the place of the
 * functions of these names. */
void ctsar__checked_open(ctsar__pass *p, ctsar__lane *l);
int ctsar__checked_next(ctsar__pass *p, ctsar__lane *l) CTSAR__CHECKED;
int ctsar__checked_end(ctsar__pass *p, ctsar__lane *l) CTSAR__CHECKED;
bool ctsar__checked_again(ctsar__pass *p, ctsar__lane *l);
/* Registers in the executing lane, or in any where the region is not checked but others are. */
int ctsar__checked_register(ctsar__pass *p, ctsar__lane *l, ctsar__array *a, const char *name,
                            size_t *strides, void **pointer) CTSAR__CHECKED;
/* Gives a launch in the executing lane the arrays of its turn. */
void ctsar__checked_bind(ctsar__pass *p, const ctsar_arg *args, int nargs, ctsar__bound *b);
/* Says once why the region is not checked. */
void ctsar__checked_excuse(ctsar__pass *p);

/* ---- queue.c: ranges on demand -------------------------------------------------- */

void ctsar__queue_init(ctsar__queue *q);
void ctsar__queue_free(ctsar__queue *q);
/* Gives the lane the unit of its first turn in a round in QUEUE mode.  ENOMEM. */
int ctsar__queue_open(ctsar__pass *p, ctsar__lane *l) CTSAR__CHECKED;
/* Fixes the range of its turn. */
int ctsar__queue_next(ctsar__pass *p, ctsar__lane *l) CTSAR__CHECKED;
/* Books the turn that is over and opens the lane's next one; false: it has none. */
bool ctsar__queue_again(ctsar__pass *p, ctsar__lane *l);
/* Lets go of what the lane's turn holds, after an error. */
void ctsar__queue_abandon(ctsar__pass *p, ctsar__lane *l);
/* By the last thread: the policy learns the rest of what the round took. */
void ctsar__queue_end(ctsar__pass *p, ctsar__team team);

#endif

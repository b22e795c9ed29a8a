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
#include "mem/moves.h"
#include "observe/report.h"
#include "sched/timeline.h"
#include "team.h"
#include "unit.h"
#include "worker.h"

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
    double end; /* when its last range was over: as the clock says, virtual: since the round
                 * began */
    size_t bytes_in, bytes_out, bytes_between;
    size_t held; /* bytes backed by memory on an accelerator */

    /* Of the pass so far, for the report. */
    long pass_turns, pass_iterations;
} ctsar__book;

typedef enum ctsar__stage {
    CTSAR__TURN_OPEN, /* the unit is fixed */
    CTSAR__TURN_RANGE /* the range as well */
} ctsar__stage;

/* Shared pieces that a thread has claimed for its core, several at once where they are short. */
typedef struct ctsar__stock {
    uint32_t round;
    ctsar__range range; /* claimed and not executed yet */
    long pieces;        /* in the last claim; 0: there was none in this round */
    double at;      /* when it was made, and so much later as accelerators and moves took since */
    double seconds; /* that all claims before it took in this round */
} ctsar__stock;

typedef struct ctsar__lane {
    _Alignas(64) _Atomic unsigned long joined; /* the last pass that a thread entered here */
    _Atomic uint64_t team;                     /* of that thread */
    int thread;

    /* The turn. */
    ctsar__stage stage;
    int unit; /* -1: none */
    int acc;  /* the unit as an accelerator of the region, or -1 */
    ctsar__range range;
    ctsar__range rest; /* what follows it and did not fit the accelerator: for the next turn */
    long whole_lo;     /* where the range began that this one continues */
    ctsar__values values;
    long checked;          /* the iteration that it executes for ctsar__check; -1: none */
    bool ahead;            /* `range` is fixed before ctsar_next ... */
    bool continues;        /* ... as the rest of the last turn's */
    bool deferred;         /* its data are fetched when it is launched */
    bool failed;           /* the accelerator takes no part any more */
    bool served;           /* the accelerator's workers go on with it */
    double began, fetched; /* real clock */
    double placed;         /* virtual clock: when the slot was free */
    double seconds, fixed; /* what the range took, with those that it continues, ... */
    double once;           /* ... besides one-off moves, which took so long */
    ctsar__traffic traffic;
    ctsar__data data; /* registered in this turn */

    /* The round and the pass. */
    ctsar__stock stock;        /* QUEUE, real clock: of shared pieces */
    bool core_done;            /* this round's turn of the own core is taken */
    bool bounded;              /* book.bounds and `hi` are this pass's */
    int line;                  /* QUEUE, virtual clock: the time line of the turn */
    int rescued;               /* parts of orphans that the turn's unit has had */
    long hi;                   /* where the loop's variable ends */
    double entered;            /* real clock, for the report */
    const ctsar__split *split; /* in force for this round; NULL: not known yet */
    ctsar__split own;          /* derived here when the published one is for another n or team */
    ctsar__book book;          /* of the core with this thread's number */

    /* Of turns with launches, or on accelerators. */
    double kernel; /* what the body took on an accelerator */
    ctsar__capture capture;
    ctsar__bound bound;
    ctsar__undo undo;
} ctsar__lane;

/* A range in flight on an accelerator that is served by the library. */
typedef struct ctsar__slot {
    ctsar__job job;
    struct ctsar__pass *pass;
    int acc, index;
    ctsar__range whole, rest; /* assigned, and of it not executed yet */
    bool fetched;             /* the turn has brought the data of `rest` ... */
    long ready;               /* ... up to here */
    long dealt;               /* SPLIT: pieces that the slot has had */
    double seconds, fixed;    /* what `whole` took so far */
    double began, kernel;     /* of the piece */
    size_t held;              /* by all slots, when it was fetched */
    ctsar__traffic traffic;   /* the same */
    ctsar__undo undo;
    ctsar__bound bound;
} ctsar__slot;

/* An accelerator of the region. */
typedef struct ctsar__acc {
    _Alignas(64) _Atomic uint32_t claimed; /* the round in which it had its last turn taken */
    _Atomic bool busy;                     /* QUEUE: a thread serves it */
    _Atomic bool gone;                     /* it takes no part any more */
    bool formless;                         /* the region's body has no form for it */
    bool blocks;                           /* it had an inline body in this pass */
    bool supplied;                         /* QUEUE: it was given a range in this round */
    ctsar__device *device;
    ctsar__workers *workers; /* the device's */
    char reason[CTSAR__WHY]; /* why it is gone */
    ctsar__engines engines;
    ctsar__book book;

    /* What its turn launched, in the round `launched`. */
    uint32_t launched;
    ctsar__data data;
    ctsar__capture capture;
    ctsar__bounds bounds;
    long hi;
    ctsar__slot *slot; /* p->slots of them */
    ctsar__range todo; /* SPLIT: its range, in pieces of `piece` dealt to the slots in turn */
    long piece;
    _Atomic int working;      /* slots that are not done with the round */
    pthread_mutex_t fetching; /* held while a slot gets memory and data */
    pthread_cond_t drained;   /* a range in flight is over */
    int in_flight;            /* ranges past that, under `fetching` */
    _Atomic bool alone;       /* there is room for one at a time only, in this round */
    pthread_mutex_t booking;  /* of the book, and of: */
    double last_end;          /* when the last range was over, as book.end */
    double copied, computed;  /* the round's ranges: seconds that grow with them, ... */
    double overhead;          /* ... and that a range costs besides */
    _Atomic bool streamed;    /* a range did not fit, for the report */
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

/* Ranges that accelerators did not deliver before they were gone (recover.c). */
typedef struct ctsar__orphans {
    ctsar__range *range;
    int count, room;
} ctsar__orphans;

typedef struct ctsar__rescue {
    bool by_cores;          /* on cores, else on accelerators */
    ctsar__orphans left;    /* in this round, under the pass's lock */
    ctsar__orphans orphans; /* of the round before, which this one executes */
    bool told;              /* the policy was told of the round that left them */
    ctsar__team team;       /* of that round: who is gone may have changed it */
} ctsar__rescue;

/* What moving data costs, for the policy (price.c).  By whoever calls it. */
typedef struct ctsar__price {
    ctsar__moves moves;
    bool taken;           /* stock has been, for these: */
    ctsar__bounds bounds; /* of the pass */
} ctsar__price;

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
    const ctsar_kernel *kernel;  /* that turns launch; NULL: none is declared */
    ctsar__absent *absent;       /* the policy's: accelerators that are gone or formless */
    int slots;                   /* ranges in flight on an accelerator */
    int dedicated;               /* threads that serve accelerators alone, see ctsar__pass_team */
    bool virtual_clock, reporting;
    ctsar__check *check;        /* NULL: the region is not checked */
    const char *_Atomic excuse; /* why not, until that has been said; NULL: it need not be */

    /* Changed by errors and new teams. */
    ctsar__lanes *_Atomic lanes;
    _Atomic uint64_t team;  /* that the region is used by */
    _Atomic int threads;    /* its size */
    bool rescuing;          /* the round that runs executes orphans */
    _Atomic int status;     /* the first error in this pass */
    _Atomic int late;       /* an error on a thread of the library, for one of the team to report */
    ctsar__split published; /* written only where the split changes */
    pthread_mutex_t lock;   /* changes of team and lanes */
    _Atomic uint32_t complained; /* the round in which a waiting thread spoke */

    ctsar__barrier barrier;
    ctsar__queue queue;
    ctsar__price price;
    ctsar__rescue rescue;
    char late_detail[512]; /* of `late`, under the lock */
    double untold;         /* seconds in rounds since the policy was told of one */

    /* Of the last thread alone, for the report. */
    double round_began; /* rounds after a pass's first, real clock */
    double elapsed;     /* in the pass's earlier rounds */
} ctsar__pass;

/* The caller has set the first group and zeroed the rest. */
int ctsar__pass_init(ctsar__pass *p, ctsar__device *const *device) CTSAR__CHECKED;
void ctsar__pass_free(ctsar__pass *p);

/* Later passes are split by `sched`; the old one is the caller's.  While no pass runs. */
void ctsar__pass_replace_sched(ctsar__pass *p, ctsar__sched *sched);

/* ---- lanes.c: who is in a pass --------------------------------------------------- */

/* The lane of a thread of the team, made with all of the team's.  ENOMEM. */
int ctsar__lane_find(ctsar__pass *p, ctsar__member me, ctsar__lane **lane) CTSAR__CHECKED;
/* Marks the lane as in this pass.  ETEAM. */
int ctsar__lane_enter(ctsar__pass *p, ctsar__member me, ctsar__lane *l) CTSAR__CHECKED;
/* Is a thread in this pass with it? */
bool ctsar__lane_joined(const ctsar__pass *p, const ctsar__lane *l);
/* Has a thread entered a pass that is not over? */
bool ctsar__pass_running(ctsar__pass *p);
void ctsar__lanes_free(ctsar__lanes *newest);

/* ---- pass.c ---------------------------------------------------------------------- */

/* The calling thread's turn; enters the pass with the first call.
 * ETEAM, ESTATE, ENOMEM. */
int ctsar__pass_turn(ctsar__pass *p, ctsar__lane **lane) CTSAR__CHECKED;

/* Fixes the turn's range of the iterations below hi, and fetches its data. */
int ctsar__pass_next(ctsar__pass *p, ctsar__lane *l, ctsar__bounds b, long hi) CTSAR__CHECKED;

/* Ends the turn; *again: the thread has another one. */
int ctsar__pass_loop(ctsar__pass *p, ctsar__lane *l, bool *again) CTSAR__CHECKED;

/* Makes the rest of the pass empty.  The first status stays; true: it is this one. */
bool ctsar__pass_fail(ctsar__pass *p, int status);

/* An error on a thread of the library: fails the pass, and a thread of the team reports it. */
void ctsar__pass_fail_late(ctsar__pass *p, int status);
/* An accelerator arrives at the barrier for which ctsar__barrier_hold was called. */
void ctsar__pass_arrive(ctsar__pass *p);

/* The number of the pass that is running, or comes next; the first is 1. */
static inline unsigned long ctsar__pass_number(const ctsar__pass *p)
{
    return ctsar__barrier_now(&p->barrier).pass;
}

/* Who takes part in a pass: the team's threads that are units, and the accelerators.  Of the
 * threads the last ones are dedicated to accelerators, where any are; one is not. */
static inline ctsar__team ctsar__pass_team(const ctsar__pass *p)
{
    int threads = p->threads, cores = threads < p->core_cap ? threads : (int)p->core_cap;
    int most = threads - p->dedicated > 1 ? threads - p->dedicated : 1;
    return (ctsar__team){cores < most ? cores : most, p->accs};
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

static inline bool ctsar__same_bounds(ctsar__bounds a, ctsar__bounds b)
{
    return a.n == b.n && (a.n == 0 || (a.lo == b.lo && a.step == b.step));
}

/* The split that is published, if it is for n iterations on this team, or NULL. */
const ctsar__split *ctsar__pass_published(const ctsar__pass *p, long n, ctsar__team team);

/* conclude.c: by the last one to arrive at the barrier.  Books the round and decides about the next
 * one; *again: it is of the same pass.  An error ends the pass; returns the one met here. */
int ctsar__pass_conclude(ctsar__pass *p, bool *again) CTSAR__CHECKED;

/* account.c: adds the round, which ended at `ended` on the real clock, to the statistics;
 * the pass of n iterations as well when it does not go on with `again`.  ENOMEM. */
int ctsar__account_round(ctsar__pass *p, ctsar__team team, long n, double ended,
                         bool again) CTSAR__CHECKED;

/* Adds a range, or a part of one, to the book of a unit in this round. */
void ctsar__book_range(const ctsar__pass *p, ctsar__book *b, ctsar__range range, double seconds,
                       double fixed);
/* For the report: what moving its data did, and how long it occupied the unit. */
void ctsar__book_traffic(ctsar__book *b, const ctsar__traffic *t, double busy);

/* ---- turn.c: the data and the timing of one turn ------------------------------ */

/* Registers an array or a reduction in the turn and gives the turn's pointer to it. */
int ctsar__turn_array(ctsar__pass *p, ctsar__lane *l, void *host, const char *name,
                      const ctsar__shape *shape, size_t *strides, void **pointer) CTSAR__CHECKED;
int ctsar__turn_reduction(ctsar__pass *p, ctsar__lane *l, void *result, const void *identity,
                          size_t size, ctsar_combine combine, void **pointer) CTSAR__CHECKED;

/* Empties the lane's turn and gives it the unit, or none (-1). */
void ctsar__turn_open(ctsar__pass *p, ctsar__lane *l, int unit);
/* Opens another turn for the rest of its range; false: there is none. */
bool ctsar__turn_continue(ctsar__pass *p, ctsar__lane *l);
/* The turn has no iterations any more. */
void ctsar__turn_drop_range(ctsar__lane *l);
/* Executes the kernel on the turn's range: on a core at once, else from _end on. */
int ctsar__turn_launch(ctsar__pass *p, ctsar__lane *l, const ctsar_kernel *kernel,
                       const ctsar_arg *args, int nargs) CTSAR__CHECKED;
/* Starts the range's clock, and fetches what it needs. */
int ctsar__turn_begin(ctsar__pass *p, ctsar__lane *l) CTSAR__CHECKED;
/* Delivers outputs, stops the clock, books. */
int ctsar__turn_end(ctsar__pass *p, ctsar__lane *l) CTSAR__CHECKED;

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

/* What a kernel is called with for a range of these bounds. */
ctsar_call ctsar__call_of(ctsar__bounds b, long hi, ctsar__range range);
/* What a core takes for the range under the virtual clock. */
double ctsar__model_seconds(const ctsar__pass *p, ctsar__range r);
/* The number of a reduction's private copy: of unit `unit`, a core, or of a slot. */
static inline int ctsar__copy_number(const ctsar__pass *p, int unit, int acc, int slot)
{
    return acc < 0 ? unit : p->threads + acc * p->slots + slot;
}

/* ---- serve.c: accelerators that execute what was launched ------------------------- */

int ctsar__serve_init(ctsar__pass *p) CTSAR__CHECKED;
void ctsar__serve_free(ctsar__pass *p);
/* Takes over the lane's turn, which launched.  Under the real clock the accelerator's workers go
 * on with it and arrive at the barrier; else all of it is executed here. */
int ctsar__serve(ctsar__pass *p, ctsar__lane *l) CTSAR__CHECKED;
/* QUEUE, virtual clock: executes a range in a slot, as the accelerator's last turn
 * launched; `placed`: when the slot was free.  False: the pass has failed. */
bool ctsar__serve_range(ctsar__pass *p, int acc, int slot, ctsar__range range, double placed);

/* ---- slot.c: a range in flight ---------------------------------------------------- */

/* What the loop's variable is in a range. */
ctsar__values ctsar__slot_values(const ctsar__acc *a, ctsar__range r);
/* Gives the slot another range. */
void ctsar__slot_assign(ctsar__slot *s, ctsar__range r);
/* Its range is in flight.  Under `fetching`. */
void ctsar__slot_enter(const ctsar__pass *p, ctsar__acc *a, ctsar__slot *s);
/* Executes what it has been assigned; an error that others cannot make good is the pass's. */
void ctsar__slot_execute(ctsar__pass *p, ctsar__acc *a, ctsar__slot *s);

/* ---- recover.c: going on without an accelerator ------------------------------------- */

typedef enum ctsar__verdict {
    CTSAR__FATAL, /* an error of the pass */
    CTSAR__GONE,  /* the accelerator is gone; its range is to be orphaned */
    CTSAR__AGAIN  /* another one is gone: what was tried may be tried again */
} ctsar__verdict;

/* What follows from an error in executing a range on accelerator acc (< 0: a core). */
ctsar__verdict ctsar__judge(ctsar__pass *p, int acc, ctsar__traffic *t, int status);
/* The range is left to others. */
void ctsar__orphan(ctsar__pass *p, ctsar__range range);
/* By the last thread, at the end of a round split by `split` (NULL: QUEUE): who is gone takes no
 * part from now on.  True: there are orphans, for another round.  EDEVICE: and nobody for them. */
int ctsar__rescue_begin(ctsar__pass *p, const ctsar__split *split, bool *needed) CTSAR__CHECKED;
void ctsar__rescue_end(ctsar__pass *p);
void ctsar__rescue_free(ctsar__rescue *r);
/* In such a round: the lane's first turn, and its next one (false: none). */
void ctsar__rescue_open(ctsar__pass *p, ctsar__lane *l);
bool ctsar__rescue_again(ctsar__pass *p, ctsar__lane *l);
/* Says to the policy how much of the pass that ends accelerators could keep. */
void ctsar__recover_keepable(ctsar__pass *p);
/* Says what is absent now to the policy.  By one thread, between rounds. */
void ctsar__recover_absent(ctsar__pass *p);
/* "; NAME takes no part any more: WHY" of an accelerator that is gone and could execute the kernel,
 * else ""; the calling thread's, until its next call. */
const char *ctsar__recover_reason(const ctsar__pass *p, const ctsar_kernel *kernel);

/* ---- price.c: what moving data costs ---------------------------------------------- */

/* Lets the policy ask for prices, of a pass with these bounds, where arrays persist that this pass
 * has registered so far; else it has none.  Before it is told that a round begins or ends, by the
 * thread that tells it. */
void ctsar__price_open(ctsar__pass *p, ctsar__bounds b);
/* The unit has been given a range: it gets all that is whole with that.  Under the queue's lock. */
void ctsar__price_note(ctsar__pass *p, int unit);
void ctsar__price_free(ctsar__pass *p);

/* ---- queue.c: ranges on demand -------------------------------------------------- */

void ctsar__queue_init(ctsar__queue *q);
void ctsar__queue_free(ctsar__queue *q);
/* Gives the lane the unit of its first turn in a round in QUEUE mode.  ENOMEM. */
int ctsar__queue_open(ctsar__pass *p, ctsar__lane *l) CTSAR__CHECKED;
/* Fixes the range of its turn. */
int ctsar__queue_next(ctsar__pass *p, ctsar__lane *l) CTSAR__CHECKED;
/* The next range of accelerator acc under the real clock, whose last one, if any, `done` is about;
 * false: there is none in this round. */
bool ctsar__queue_serve(ctsar__pass *p, int acc, const ctsar__sample *done, ctsar__range *range);
/* QUEUE: what the policy still has for an accelerator that is gone; false: nothing. */
bool ctsar__queue_drain(ctsar__pass *p, int acc, ctsar__range *range);
/* Ends a turn that had nothing but iterations and opens the next one, where the thread has a piece
 * for it already; false: that needs more. */
bool ctsar__queue_straight_on(ctsar__pass *p, ctsar__lane *l);
/* Books the turn that is over and opens the lane's next one; false: it has none. */
bool ctsar__queue_again(ctsar__pass *p, ctsar__lane *l);
/* Lets go of what the lane's turn holds, after an error. */
void ctsar__queue_abandon(ctsar__pass *p, ctsar__lane *l);
/* By the last thread: the policy learns the rest of what the round took. */
void ctsar__queue_end(ctsar__pass *p, ctsar__team team);

#endif

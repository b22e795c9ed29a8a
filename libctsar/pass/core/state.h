/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The state of a pass: what the files of this folder and of those above work on.  Each of them has
 * a header for what it offers; here are no functions.
 *
 * A pass consists of rounds, each of which ends with one barrier.  In a round a thread has turns,
 * each for one unit and one range.  A lane is what a thread of the team brings along: its turn and
 * its core's book.  Lanes are found by thread number, never by OS thread. */
#ifndef CTSAR_PASS_STATE_H
#define CTSAR_PASS_STATE_H

#include "base/barrier.h"
#include "check/check.h"
#include "machine/machine.h"
#include "threads/worker.h"
#include "mem/moves.h"
#include "mem/data.h"
#include "observe/report.h"
#include "observe/history.h"
#include "observe/replay.h"
#include "observe/trace.h"
#include "pass/core/launch.h"
#include "sched/timeline.h"
#include "version/versions.h"

/* The iterations of a pass, as a thread states them: lo, lo+step, ..., n of them. */
typedef struct ctsar__bounds {
    long lo, step, n;
} ctsar__bounds;

/* What a unit did in a round.  Written by the thread that serves it, read by the last
 * thread of the barrier, who needs one cache line of it unless it tells the policy or there is a
 * report. */
typedef struct ctsar__book {
    _Alignas(64) uint32_t round; /* that the rest is about; the first is 1 */
    int registered;              /* of a lane's book: in the pass's first turn by ctsar_next */
    ctsar__bounds bounds;        /* the same: as its thread states them */
    double untold;               /* in all rounds since the policy was told of one */
    ctsar__range range;          /* SPLIT: executed; with a shared piece: 0 to their number */
    double seconds;              /* for it, copies included */
    double fixed;                /* of them, what does not grow with the range */
    double home;                 /* that bringing its outputs home takes others besides */

    /* For the report, which clears them. */
    long turns, iterations;
    double busy, copying;
    double end; /* when its last range was over: as the clock says, virtual: since the round
                 * began */
    size_t bytes_in, bytes_out, bytes_between;
    size_t held; /* bytes backed by memory on an accelerator */

    double work, once, loose, fixed_copies, loose_fixed, halo; /* as ctsar__unit_times has them */
    double apart, apart_once; /* of copying and once: before the ranges, so no part of busy */

    /* Of the pass so far, for the report. */
    long pass_iterations;
    ctsar__unit_times pass;
} ctsar__book;

typedef enum ctsar__stage {
    CTSAR__TURN_OPEN, /* the unit is fixed */
    CTSAR__TURN_RANGE /* the range as well */
} ctsar__stage;

/* Shared pieces that a thread has claimed for its core, several at once where they are short. */
typedef struct ctsar__claims {
    uint32_t round;
    ctsar__range range; /* claimed and not executed yet */
    long pieces;        /* in the last claim; 0: there was none in this round */
    double at;      /* when it was made, and so much later as accelerators and moves took since */
    double seconds; /* that all claims before it took in this round */
} ctsar__claims;

/* The pass and lane that a thread is in, and its bounds; NULL: it is in none. */
typedef struct ctsar__presence {
    struct ctsar__pass *pass;
    struct ctsar__lane *lane;
    struct ctsar_turn_bounds *bounds; /* that CSTART and CEND load */
} ctsar__presence;

typedef struct ctsar__lane {
    _Alignas(64) _Atomic unsigned long joined; /* the last pass that a thread entered here */
    _Atomic uint64_t team;                     /* of that thread */
    int thread;
    ctsar__presence *presence; /* of the thread: finding what is a thread's own takes a call */

    /* The turn. */
    ctsar__stage stage;
    int unit; /* -1: none */
    int acc;  /* the unit as an accelerator of the region, or -1 */
    ctsar__range range;
    ctsar__range rest;   /* what follows it and did not fit the accelerator: for the next turn */
    ctsar__range before; /* what precedes it and is executed last, as it needs what still comes */
    ctsar__range whole;  /* what it continues, from its beginning to its end */
    ctsar__values values;
    long checked_at;       /* the iteration that it executes for ctsar__check; -1: none */
    bool ahead;            /* `range` is fixed before ctsar_next ... */
    bool continues;        /* ... as the rest of the last turn's */
    bool deferred;         /* its data are fetched when it is launched */
    bool failed;           /* the accelerator takes no part any more */
    bool handed_over;      /* the accelerator's workers go on with it */
    uint64_t shown;        /* to NVIDIA's tools; 0: it is not */
    double began, fetched; /* real clock */
    double placed;         /* virtual clock: when the slot was free */
    double seconds, fixed; /* what the range took, with those that it continues, ... */
    double once;           /* ... besides one-off moves, which took so long, ... */
    double home;           /* ... and what others pay, as ctsar__traffic has it */
    bool tight;            /* memory is short: nothing is kept but what ranges need */
    ctsar__traffic traffic;
    ctsar__data data; /* registered in this turn */

    /* The round and the pass. */
    ctsar__claims claims;   /* QUEUE, real clock: of shared pieces */
    _Atomic uint32_t waits; /* the round in which its thread has waited for a while for others */
    bool core_done;         /* this round's turn of the own core is taken */
    bool bounded;           /* book.bounds, book.registered and `hi` are this pass's */
    int line;               /* QUEUE, virtual clock: the time line of the turn */
    uint32_t stocked;       /* SPLIT, virtual clock: the round in which its core got its data */
    int rescued;            /* parts of orphans that the turn's unit has had */
    long hi;                /* where the loop's variable ends */
    ctsar__bounds stated;   /* several nodes: the pass's bounds, of which book.bounds are a part */
    bool divided;           /* the same: this node has not all of them */
    bool served;            /* it has had an accelerator's turn in this round */
    _Atomic uint32_t left;  /* the round, its pass's last, whose end was not waited for; 0: none */
    double entered;         /* real clock, for the report */
    const ctsar__split *split; /* in force for this round; NULL: not known yet */
    ctsar__split own;          /* derived here when the published one is for another n or team */
    ctsar__book book;          /* of the core with this thread's number */
    ctsar__ranges executed;    /* by that core in this pass, where that is recorded or compared */
    long repeated;             /* ranges of a record that it has had */

    /* Of turns with launches, or on accelerators. */
    ctsar__versions versions; /* of the core with this thread's number, for its turns */
    double modelled;          /* virtual clock: what versions take beyond the iterations' time */
    double kernel;            /* what the body took on an accelerator */
    ctsar__capture capture;
    ctsar__arguments arguments;
    ctsar__undo undo;
} ctsar__lane;

/* A range that an accelerator was given on demand, and that its slots share (flight/deal.h). */
typedef struct ctsar__dealt {
    ctsar__range rest;   /* that no slot has taken */
    long piece;          /* iterations that a slot takes at once */
    int out;             /* pieces that are not over */
    ctsar__sample whole; /* what it has taken so far */
} ctsar__dealt;

/* What ranges took that grows with them. */
typedef struct ctsar__timed {
    double copied, computed; /* seconds */
    long iterations;
} ctsar__timed;

/* A range in flight on an accelerator that goes on by itself. */
typedef struct ctsar__slot {
    ctsar__job job;
    struct ctsar__pass *pass;
    int acc, index;
    ctsar__range whole, rest; /* assigned, and of it not executed yet */
    bool fetched;             /* the turn has brought the data of `rest` ... */
    long ready;               /* ... up to here */
    long dealt;               /* SPLIT: pieces that the slot has had */
    ctsar__dealt *deal;       /* QUEUE: what `whole` is a piece of; NULL: nothing yet */
    long repeated;            /* of a record: ranges that it has had */
    ctsar__ranges executed;   /* as a lane's */
    double seconds, fixed;    /* what `whole` took so far, ... */
    double home;              /* ... and what others pay, as ctsar__traffic has it */
    double began, kernel;     /* of the piece */
    uint64_t shown;           /* of it, as a lane's */
    double handed;            /* real clock: when it was woken, until it has begun a piece; or 0 */
    size_t held;              /* by all slots, when it was fetched */
    bool tight;               /* as a lane's, of the piece */
    ctsar__traffic traffic;   /* the same */
    ctsar__undo undo;
    ctsar__arguments arguments;

    /* Of launches of families. */
    ctsar__version_range *ranged; /* `whole`, for each of the turn's launches; n 0: not yet */
    size_t ranged_room;
    double excess;  /* of the piece: seconds that say nothing of the unit's speed */
    double held_up; /* likewise: in which its first launches set something up */
} ctsar__slot;

/* An accelerator of the region. */
typedef struct ctsar__acc {
    _Alignas(64) _Atomic uint32_t served; /* the round in which it had its last turn taken */
    _Atomic bool busy;                    /* QUEUE: a thread serves it */
    _Atomic bool gone;                    /* it takes no part any more */
    _Atomic bool unready;                 /* its kernel is being built */
    uint32_t stocked;                     /* SPLIT, virtual clock: ... in which it got its data */
    bool expected;                        /* the same: the round will give it a turn */
    bool late;                            /* it was unready when the round began */
    bool formless;                        /* the region's body has no form for it */
    bool blocks;                          /* it had an inline body in this pass */
    bool supplied;                        /* QUEUE: it was given a range in this round */
    bool vacated;                         /* no window on it is backed but of what persists */
    ctsar__device *device;
    ctsar__workers *workers;   /* the device's */
    char reason[CTSAR__WHY];   /* why it is gone */
    ctsar__job builder;        /* builds ... */
    const ctsar_kernel *built; /* ... this for it; NULL: nothing so far */
    double opens_in; /* virtual clock: seconds of rounds until it is ready, from the next one on */
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
    _Atomic int working;       /* slots that are not done with the round */
    pthread_mutex_t fetching;  /* held while a slot gets memory and data */
    pthread_cond_t drained;    /* a range in flight is over */
    int in_flight;             /* ranges past that, under `fetching` */
    bool spread;               /* QUEUE: all slots have ranges in flight, not the first one alone */
    _Atomic bool alone;        /* there is room for one at a time only, in this round */
    pthread_mutex_t booking;   /* of the book, and of: */
    bool warm;                 /* it has executed a range of the region */
    double last_end;           /* when the last range was over, as book.end */
    double beyond;             /* seconds that ranges since it was idle took beyond operations */
    ctsar__timed timed;        /* the round's ranges, ... */
    ctsar__timed timed_before; /* ... and those of the last round that had some */
    double overhead;           /* seconds that a range costs besides */
    double usual_piece;        /* iterations of a piece, or 0; kept while that costs little */
    ctsar__dealt *dealt;       /* QUEUE: p->slots of them, as each slot may be busy with another */
    _Atomic bool streamed;     /* a range did not fit: for the report, and for guests */
    pthread_mutex_t choosing;  /* of: */
    ctsar__versions versions;
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
    long pieces;                      /* of one size that the pass has; 0: they are not shared */
    _Atomic long piece;               /* the policy's shared piece; 0: none */
    _Alignas(64) _Atomic long cursor; /* the number of the next shared piece */
} ctsar__queue;

/* Ranges that accelerators did not deliver before they were gone (orphans.c). */
typedef struct ctsar__orphans {
    ctsar__range *range;
    int count;
    size_t room;
} ctsar__orphans;

typedef struct ctsar__rescue {
    bool by_cores;          /* on cores, else on accelerators */
    ctsar__orphans left;    /* in this round, under the pass's lock */
    ctsar__orphans orphans; /* of the round before, which this one executes */
    bool told;              /* the policy was told of the round that left them */
    ctsar__team team;       /* of that round: who is gone may have changed it */
} ctsar__rescue;

/* Recording what is executed, or repeating it (replay.c). */
typedef struct ctsar__replaying {
    ctsar__replay_region *record;       /* NULL: nothing is recorded */
    const ctsar__replay_region *region; /* NULL: nothing is repeated */
    bool strict;                        /* a pass that is not as recorded is an error */
    long pass, times;                   /* of the record: those that have been repeated */
    _Atomic bool refused;               /* a pass was not as recorded ... */
    _Atomic bool shared_out;            /* ... and has been left to others */
} ctsar__replaying;

/* What moving data costs, for the policy (price.c).  By whoever calls it. */
typedef struct ctsar__price {
    ctsar__moves moves;
    bool taken;           /* stock has been, for these: */
    ctsar__bounds bounds; /* of the pass */
} ctsar__price;

/* What a pass must be like to be no news: then all threads know of each other what they did, and
 * nobody looks. */
typedef struct ctsar__usual {
    ctsar__bounds bounds;
    int registered;
    double untold; /* seconds of a unit of which the policy need not know; 0: it is told of each */
} ctsar__usual;

/* Fields are grouped by who writes them when: what changes in every pass is apart from what
 * all threads read. */
typedef struct ctsar__pass {
    const char *name; /* the region's, for messages */
    const ctsar__machine *machine;
    ctsar__sched *sched;
    ctsar__arrays *arrays;
    ctsar__reductions *reductions;
    ctsar__region_stats *stats;
    const ctsar__history_region *history; /* NULL: none */
    ctsar__acc *acc;
    int accs;
    const char *const *acc_name; /* for reports */
    long core_cap;               /* units among the team's threads; 0: cores are no units */
    const ctsar_kernel *kernel;  /* that turns launch; NULL: none is declared */
    ctsar__absent *absent;       /* the policy's: accelerators that are gone, formless or unready */
    int slots;                   /* ranges in flight on an accelerator */
    int dedicated;               /* threads that serve accelerators alone, see ctsar__pass_team */
    bool virtual_clock, reporting;
    bool progress; /* is shown */
    bool nowait;   /* threads may leave a pass while others are in it */
    bool watching; /* what units execute is kept until the pass ends, to be recorded or compared */
    const struct ctsar__round_ops *const *kinds; /* of rounds; NULL at their end */
    struct ctsar__nodes *nodes;                  /* NULL: this process is alone */
    ctsar__check *check;                         /* NULL: the region is not checked */
    const char *_Atomic excuse; /* why not, until that has been said; NULL: it need not be */

    /* Changed by errors and new teams. */
    ctsar__lanes *_Atomic lanes;
    _Atomic uint64_t team;                /* that the region is used by */
    _Atomic int threads;                  /* its size */
    bool rescuing;                        /* the round that runs, or comes next, executes orphans */
    const struct ctsar__round_ops *round; /* how that round is executed */
    _Atomic bool cores_alone; /* no accelerator takes part in the round that runs, or comes next */
    _Atomic int status;       /* the first error in this pass */
    ctsar__usual usual;       /* written only where it changes */
    _Atomic int late;       /* an error on a thread of the library, for one of the team to report */
    ctsar__split published; /* written only where the split changes */
    pthread_mutex_t lock;   /* changes of team and lanes */
    _Atomic uint32_t complained; /* the round in which a waiting thread spoke */

    ctsar__barrier barrier;
    ctsar__queue queue;
    ctsar__price price;
    ctsar__rescue rescue;
    ctsar__replaying replay;
    char late_detail[512]; /* of `late`, under the lock */
    char detail[512];      /* of `status`, likewise */
    ctsar__bounds before;  /* of the last pass that was news */

    ctsar__traced_region *traced; /* NULL: the region is not traced */
    unsigned long traced_pass;    /* virtual clock, under the lock: whose origin is known */
    double origin; /* of the trace's times, virtual clock: when the round began; else 0 */

    /* Of the last thread alone, for the report. */
    double round_began; /* rounds after a pass's first, real clock */
    double elapsed;     /* in the pass's earlier rounds */
    bool probing;       /* the policy tries something in this pass: a probe, a comparison */
} ctsar__pass;

#endif

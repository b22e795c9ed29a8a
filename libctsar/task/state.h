/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The state of a set of tasks: what the files of this folder work on.  Here are no functions.
 *
 * A task waits for those that it follows, then it is placed: it stands among the ready ones of a
 * unit, of which a worker takes it, executes it, and ends it, which makes others ready.  All cores
 * are one unit with several workers; an accelerator's workers are its slots.
 *
 * Locks.  The set's guards all below but what a worker has for itself; it is never held while a
 * body is executed, data move, or the program's functions are called.  An accelerator's `fetching`
 * is held while one of its slots gets memory and data; who has all of both does without. */
#ifndef CTSAR_TASK_STATE_H
#define CTSAR_TASK_STATE_H

#include <pthread.h>
#include <stdint.h>

#include "machine/machine.h"
#include "mem/reduction.h"
#include "mem/shared.h"
#include "mem/undo.h"
#include "observe/history.h"
#include "observe/stats.h"
#include "observe/trace_region.h"
#include "sched/costs.h"
#include "task/graph/depend.h"
#include "task/placement/placement.h"
#include "version/versions.h"

enum {
    CTSAR__TASKS_WINDOW = 65536,
    CTSAR__TASKS_FEW = CTSAR__TASKS_WINDOW / 4 * 3, /* who had to stop submits again */
    CTSAR__TASK_SIZES = 40,                         /* powers of two of bytes */
    CTSAR__TASK_REDUCTIONS = 16,                    /* of a task */
    CTSAR__TASK_RECENT = 8,                         /* models */
    CTSAR__CORES = 0                                /* the number of their unit */
};

typedef struct ctsar__task ctsar__task;

/* An access of a task. */
typedef struct ctsar__access {
    ctsar_access_kind kind;
    bool is_box;
    unsigned char nstrides;
    ctsar__part *part;                       /* VALUE: none */
    void *host;                              /* its first byte; VALUE: the copy */
    size_t size;                             /* bytes of an element of a box, else all of them */
    size_t unit_strides[CTSAR_BOX_DIMS - 1]; /* in elements */

    /* Of those that have a copy; else not set. */
    void *copy;

    /* REDUCTION; else not set. */
    bool executed;
    const void *identity;
    ctsar_combine combine;
    ctsar__task *task;
    struct ctsar__access *next; /* of the part's, in program order */
} ctsar__access;

/* A kernel that was not built when its first task came (build.h). */
typedef struct ctsar__task_build {
    struct ctsar__task_build *next;
    const ctsar_kernel *kernel;
    uint64_t unready, todo; /* units where it is not built, a bit each; of these, nobody builds */
    double began;           /* virtual clock: when all of them began to */
} ctsar__task_build;

/* What tasks of a kernel, on so many iterations and bytes, took. */
typedef struct ctsar__model {
    struct ctsar__model *next;
    const ctsar_kernel *kernel;
    ctsar__task_build *build; /* NULL: it is built */
    long n;
    size_t bytes;
    uint16_t traced;       /* the kernel's name in the trace */
    ctsar__learned unit[]; /* of each */
} ctsar__model;

/* From a task to one that follows it. */
typedef struct ctsar__edge {
    struct ctsar__edge *next; /* of `from`; of free ones */
    ctsar__task *from, *to;   /* from: NULL: that is over */
    struct ctsar__edge *more; /* of `to`, among those that are not its own */
} ctsar__edge;

/* Its members lie in the order in which they are needed: in the first cache line what is looked at
 * when a task that it follows is over, then what it takes to execute it and to end it. */
struct ctsar__task {
    ctsar__vertex vertex; /* also looked at when the task is over, and others have its memory */
    unsigned before;      /* tasks that it follows and that are not over */
    int came_from;        /* the unit that ended the last one that it follows, or -1 */
    double
        chain; /* seconds, for the report: of the longest chain that ends before it, or with it */
    ctsar__model *model;
    uint64_t serves;  /* units that have a form of the kernel, a bit each */
    uint64_t refused; /* units that cannot execute it, likewise */
    double path;      /* seconds to the end by what is known, itself included */
    int priority;
    int unit;           /* where it stands among the ready ones, or did; -1: it was not ready yet */
    double expected;    /* seconds that it counts for there */
    int lasts;          /* nanoseconds that such tasks take there; much where nothing is known */
    unsigned slot;      /* among the ready ones */
    bool tried;         /* it is there to learn what it takes */
    bool timed;         /* its seconds are wanted */
    bool executed;      /* by its body, or by another version's, which may not count */
    int edges;          /* of its own, to it, in use */
    ctsar__edge *after; /* to those that follow it */
    ctsar__edge *more;  /* to it, besides its own */
    const ctsar_kernel *kernel;
    int n, reductions; /* accesses; of them */
    long lo, hi;
    /* As a body on a core gets them.  With what they lead to they lie together, behind all else:
     * another core than the one that submits it fetches as little as can be. */
    void **pointer;
    const size_t **strides;
    ctsar__task *next;            /* in a list */
    int size;                     /* of this memory, a power of two */
    int unfolded;                 /* reductions that are not folded yet */
    size_t bytes;                 /* of its parts */
    struct ctsar__logged *logged; /* it may have to be executed again (log.h); or NULL */
    const ctsar_access *asked;    /* check mode: the accesses as the program has them */
    char *refusals;               /* what they said, each after a semicolon; NULL without memory */
    ctsar__access access[];       /* behind them are as many edges, then copies */
};

/* What decides which one goes first stands here, since tasks lie far apart. */
typedef struct ctsar__ready_place {
    uint64_t urgency;     /* the priority, then the power of two of the path */
    unsigned long number; /* the task's */
    ctsar__task *task;
    unsigned slot; /* the task's while it is there; behind the last task, one that is free */
    int lasts;     /* nanoseconds, the task's */
} ctsar__ready_place;

/* Ready tasks, those of the highest priority, and then of the longest path, first. */
typedef struct ctsar__ready {
    ctsar__ready_place *place;
    size_t *at; /* where what has a slot stands; not in the tasks, which lie far apart */
    size_t room;
    _Atomic size_t count; /* this and the next one are read without the lock by who waits */
    _Atomic long lasts;   /* nanoseconds, of all together */
    int taken;            /* nanoseconds of the one that was taken last */
} ctsar__ready;

/* What executing a task took. */
typedef struct ctsar__task_time {
    double body;      /* seconds of the kernel */
    double verifying; /* of executing it by another version besides; on a core of comparing, too */
    double moving;    /* of bringing data, on a core */
    double ended;     /* the same, real clock: when the body was over */
    double driving;   /* of an accelerator, real clock: of a processor since the worker's last
                       * task, or since it was last woken in vain, for each of its slots */
} ctsar__task_time;

/* The place of the cores' first worker is kept for who waits or submits. */
typedef enum ctsar__taken {
    CTSAR__FREE,
    CTSAR__AT_WORK, /* who has it executes tasks; it comes and goes under the lock */
    CTSAR__DIRECTLY /* ... the task that it submits (direct.c) */
} ctsar__taken;

typedef struct ctsar__task_worker {
    ctsar__job job;
    struct ctsar_tasks *all;
    struct ctsar__task_unit *unit;
    int index;          /* of the unit's; of a slot, its number */
    _Atomic int taken;  /* of the cores' first one: a ctsar__taken */
    unsigned long seen; /* `moves` of the set at its last glance */
    int quiet;          /* glances at which they were the same */

    /* Of the launch. */
    ctsar_call call;
    ctsar__launch launch;
    ctsar__launch_arg *arg;
    void **pointer;
    const size_t **strides;
    size_t room;

    /* Of an accelerator: what its private copies are registered for, in the place of results, so
     * that tasks of all results use the same ones. */
    char reduced[CTSAR__TASK_REDUCTIONS];
    ctsar__undo undo; /* the same: what the host had before the task's outputs came */

    /* Of the task that is executed. */
    ctsar__traffic traffic;
    const ctsar_kernel *version; /* the kernel itself, or one of its versions, ... */
    bool trial;                  /* ... on trial */
    double began;                /* where it is traced */
    double driven; /* of an accelerator, real clock: of a processor, when it ended the last one */

    /* Virtual clock. */
    ctsar__task *running;
    ctsar__task_time time;
    double until;
} ctsar__task_worker;

/* All cores, or an accelerator. */
typedef struct ctsar__task_unit {
    int number; /* 0: the cores */
    const char *name;
    uint16_t traced;       /* the name in the trace */
    ctsar__device *device; /* NULL: cores */
    ctsar__workers *threads;
    ctsar__task_worker *worker;
    int workers; /* 0: it takes no part */
    int alike;   /* of a model's first unit: how many there are */
    bool gone;   /* its device has failed */

    ctsar__ready ready;
    double load; /* seconds that its tasks are expected to take, of those not over */
    pthread_cond_t wake;
    int asleep, looking; /* workers that have nothing to do */
    int taking;          /* workers that have ended a task and are about to take one */

    struct ctsar__task_unit *model; /* the first unit like this one, with whose lock: */
    pthread_mutex_t choosing;
    ctsar__versions versions;
    ctsar__versions learned; /* of a model of several units: what they know together */

    /* Accelerators. */
    ctsar__engines engines;
    pthread_mutex_t fetching;
    pthread_mutex_t flight; /* of all below; held for a moment */
    pthread_cond_t drained; /* one in flight is over */
    int in_flight;
    unsigned long over; /* how many have been */
    int overtakers;     /* that may be over yet before the task that waits for memory has it */
    /* They have been: no other one goes first until it has it; read without the lock. */
    _Atomic bool collects;
} ctsar__task_unit;

/* A core, or an accelerator, in the trace. */
typedef struct ctsar__task_row {
    int running;  /* tasks */
    double since; /* it has none; of a core: since its last one was over */
    double home;  /* the last copy of its `home` track is over */
} ctsar__task_row;

struct ctsar_tasks {
    pthread_mutex_t lock;
    _Atomic int wanted;  /* threads that try for it and do not sleep yet */
    pthread_cond_t done; /* tasks are over, or there is an error */
    const ctsar__machine *machine;
    const ctsar__placement_ops *placement;
    bool virtual_clock;
    ctsar__costs costs;
    struct {
        int shared, brief, batch, little;
    } ns; /* of costs, nanoseconds, as what tasks last is: task_shared, ..., task_short */
    /* ctsar__task_execute; a simulation has a model of it. */
    int (*execute)(ctsar__task_worker *w, ctsar__task *task, ctsar__task_time *time,
                   ctsar__traffic *traffic);
    /* ctsar__task_submit, for what executing a task in check mode leaves to be submitted. */
    int (*submit)(struct ctsar_tasks *t, ctsar__task *task);

    ctsar__parts parts;
    ctsar__part *oldest, **youngest; /* those listed, in the order in which they are looked at */
    size_t listed;
    long looks;          /* at parts, whether they may be forgotten */
    ctsar__pasts before; /* room */
    ctsar__edge *edges;  /* free ones, for tasks that need more than they have */
    size_t edges_free;
    void *edge_blocks;
    ctsar__task *spare[CTSAR__TASK_SIZES]; /* free ones, by the power of two of their size */
    ctsar__task *_Atomic at_hand[CTSAR__TASK_SIZES]; /* of each one, taken without the lock */
    ctsar__model **model;
    size_t models, model_buckets;
    ctsar__task_build *builds;

    /* What is submitted is executed at once (direct.c); with the place of the cores' first worker.
     */
    bool direct;
    unsigned long directly; /* tasks executed so */
    ctsar__model *recent[CTSAR__TASK_RECENT];

    ctsar__task *skipped;        /* after an error: ready, and not to be executed */
    unsigned long submitted;     /* the number of the last one */
    int lowest;                  /* the least priority that a task had when it was submitted */
    _Atomic long pending;        /* tasks that are not over */
    _Atomic unsigned long moves; /* tasks submitted and ended; read without the lock */
    int waiting, waiting_some;   /* threads that wait for all tasks; for some */
    int held_back;               /* those that submit, until fewer tasks are not over */
    _Atomic int idle_waiters;    /* of all these, who executes nothing meanwhile */
    _Atomic bool ends;

    _Atomic int status; /* the first error, since a wait returned one; set under the lock */
    char why[512];

    /* For the report, if there is one (record.c). */
    bool recording;
    ctsar__region_stats stats;
    double began; /* when the first task since a wait for all came; negative: none has */
    unsigned long period_number;
    double longest;              /* chain of this period */
    long *period, *period_tasks; /* iterations and tasks of each row of `stats` since then */

    struct {
        ctsar__traced_region *region; /* NULL: nothing is traced */
        double origin;                /* virtual clock: of times in the trace */
        double submits;               /* when a task that has been made was submitted */
        ctsar__task_row *row;
        int rows;
    } trace;

    ctsar__history_region history; /* without keys: there is none */

    bool check;         /* check mode: */
    _Atomic bool wrong; /* a mistake has been found, since a wait said so; set without the lock */
    struct ctsar__checked_kernel *checks;
    struct ctsar__others *others;

    /* What only devices had that have failed is computed again (redo.h). */
    struct {
        bool wanted;            /* no task begins until that is done */
        int executing;          /* workers that execute tasks */
        unsigned long gone;     /* devices that the set has seen fail */
        ctsar__part *put_off;   /* parts whose reductions wait until then; the last one */
        size_t logged;          /* tasks that are over */
        unsigned long contents; /* the number of the last content that a part got */
    } redo;

    _Atomic bool away;    /* data have been on an accelerator */
    pthread_mutex_t data; /* of parts' data coming into being */
    ctsar__reductions reductions;
    ctsar__cache cache;
    ctsar__device **device; /* the accelerators */
    int units;
    ctsar__task_unit *unit;
    ctsar__candidate *candidate; /* room for a placement */
    double now;                  /* virtual clock */
    bool driven;                 /* the same: a thread executes tasks */
    unsigned repeats;            /* bodies executed again that it was made in */

    ctsar_tasks *next; /* of those that are open (left.c) */
};

#endif

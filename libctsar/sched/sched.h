/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Policies: how the iterations of a pass are shared out over units.
 *
 * Pure state: no clock, no threads, no memory, no device.  Time comes in as an
 * argument, so the same object files run in the library, in tests and in
 * virtual time.
 *
 * Who serialises.  The caller does; a policy takes no lock.  begin, assign and complete of a round
 * in QUEUE mode come from whichever thread is at that point, one at a time: under the round's lock
 * (pass/rounds/), or, under the virtual clock, from the thread that has turns.  end, and complete
 * of a round in SPLIT mode, come from the last thread at the barrier while all others wait.  split
 * is pure: many threads may call it at once, while nothing else is called.
 *
 * What a policy must keep, whatever it is told:
 *   every iteration once   the ranges of a round are disjoint, and those of a pass's rounds cover
 *                          0..n-1: split has no gap, and a queue has nothing left when assign has
 *                          refused all units.  A unit that is refused leaves the round, so the last
 *                          one that will ask is refused only when nothing is left.
 *   no unit starves        a unit without iterations is measured again some day: what was once slow
 *                          may have become fast (backoff.h has the probes).
 *   split is pure          threads derive the same boundaries from the same state.
 * tests/sched/test_every_policy.c holds every policy of the list to it.
 *
 * Iterations are numbered 0..n-1 here whatever the loop's bounds are.  Units
 * are numbered cores first, then accelerators.  The number of cores is the
 * team's and may differ from pass to pass; the accelerators never change.
 *
 * A policy works in rounds.  A round is a part of a pass that ends with one barrier, and has a
 * mode.  SPLIT: integer boundaries, one contiguous range per unit in unit order, which any thread
 * can derive with the pure function.  QUEUE: ranges handed out one after another, on demand.  A
 * policy is one file with a constant table and one line in CTSAR_POLICY_LIST (ctsar.h). */
#ifndef CTSAR_SCHED_H
#define CTSAR_SCHED_H

#include "base/status.h"
#include "sched/costs.h"

/* Iterations [lo, hi). */
typedef struct ctsar__range {
    long lo, hi;
} ctsar__range;

static inline long ctsar__range_len(ctsar__range r)
{
    return r.hi > r.lo ? r.hi - r.lo : 0;
}

/* For qsort. */
static inline int ctsar__range_by_lo(const void *a, const void *b)
{
    const ctsar__range *x = a, *y = b;
    return (x->lo > y->lo) - (x->lo < y->lo);
}

/* Who takes part: units 0..cores-1 are cores, cores..cores+accs-1 accelerators. */
typedef struct ctsar__team {
    int cores, accs;
} ctsar__team;

static inline int ctsar__team_units(ctsar__team t)
{
    return t.cores + t.accs;
}

static inline bool ctsar__same_team(ctsar__team a, ctsar__team b)
{
    return a.cores == b.cores && a.accs == b.accs;
}

/* The work that iterations are: seconds are o + p * work. */
typedef struct ctsar__cost {
    double (*work)(const void *data, long lo, long hi); /* >= 0, additive, of [lo, hi) */
    const void *data;
    /* About the iteration before which there is so much work: where a search begins, since work may
     * be dear to ask for.  Costs that have it are learned, and known to some per cent only.  NULL:
     * a search begins in the middle. */
    long (*near)(const void *data, double work);
} ctsar__cost;

/* What accelerators can do, whatever the policy thinks of them.  Changes only between rounds,
 * and `version` with it.  One entry per accelerator. */
typedef struct ctsar__absent {
    unsigned version;
    bool *acc;  /* it takes no part: it has failed, has no form of the kernel, or is late */
    bool *late; /* its kernel is being built: it will take part; NULL: none is */
    long *most; /* iterations of which it can keep the persisted data; LONG_MAX: any number */
} ctsar__absent;

/* What it takes, once, to bring a unit the data of a range that it has not got; on top of o + p *
 * work.  Asked in begin, assign and end, by the thread that called those, never in split, since
 * threads must derive the same.  The caller changes it where data begin or cease to persist, before
 * begin and before the samples that come at the end of a round. */
typedef struct ctsar__move {
    /* Seconds >= 0 that do not shrink when the range gets longer; NULL: data that persist move at
     * no cost, or there are none.  As when the round began, or, in end, when it was over.  Costs
     * a search in each array's intervals: a policy may ask some thousand times a pass. */
    double (*seconds)(const void *data, ctsar__team team, int unit, ctsar__range range);
    const void *data;
} ctsar__move;

/* What a policy is created with.  The arrays are copied, what the pointers in `cost`, `move` and
 * `absent` lead to is not. */
typedef struct ctsar__sched_env {
    int accs;
    const double *time;     /* default seconds per iteration: accs entries, then one for a core */
    bool guessed;           /* times of accelerators are guesses, which may be far off */
    const double *overhead; /* seconds a range costs besides its iterations: likewise accs + 1 */
    int div;                /* parts of a pass; 0: the policy's default */
    long chunk;             /* iterations a piece, overrides div; 0: none */
    bool has_ratio;         /* is the next one given? */
    double ratio;     /* part of the first pass that all accelerators get, 0..1; overrides `time` */
    ctsar__cost cost; /* stated by the user; work NULL: none */
    ctsar__move move;
    ctsar_backoff backoff;
    int backoff_passes;          /* in a row, before an accelerator is left out; 0: 2 */
    const ctsar__absent *absent; /* NULL: all take part */
    const ctsar__costs *costs;   /* of the library's own work; NULL: ctsar__costs_found */
    double (*now)(void);         /* to measure what the LP takes; NULL: it is only counted */
    bool exact; /* times are a model's, not measured: no guard against their error */
    /* Passes are divided as the paper's linear programme has it (3.2.1, Figure 3), not by fill: an
     * iteration takes a unit what it took on average in its last range, launch and copies included;
     * each unit has the whole iterations of its fraction, and of those left one, accelerators
     * before cores.  Who has none is not probed. */
    bool fractions;
} ctsar__sched_env;

/* Has the unit neither failed nor no form of the kernel? */
static inline bool ctsar__takes_part(const ctsar__sched_env *env, ctsar__team team, int unit)
{
    return unit < team.cores || !env->absent || !env->absent->acc[unit - team.cores];
}

/* Is the unit's kernel still being built?  It takes no part; but in a round that admits late ones
 * it does, and may or may not ask for ranges. */
static inline bool ctsar__is_late(const ctsar__sched_env *env, ctsar__team team, int unit)
{
    return unit >= team.cores && env->absent && env->absent->late &&
           env->absent->late[unit - team.cores];
}

/* Boundaries for one round: unit u executes [boundary[u], boundary[u+1]). */
typedef struct ctsar__split {
    long n; /* iterations of the whole pass it was made for; -1: none yet */
    ctsar__team team;
    long *boundary; /* units+1 entries, owned by the split */
    int room;       /* entries allocated */
} ctsar__split;

static inline ctsar__range ctsar__split_range(const ctsar__split *s, int unit)
{
    return (ctsar__range){s->boundary[unit], s->boundary[unit + 1]};
}

/* What executing a range took. */
typedef struct ctsar__sample {
    int unit;
    ctsar__team team;
    ctsar__range range;
    double seconds; /* all of it, without one-off moves of data */
    double fixed;   /* the part of it that does not grow with the range: launch, whole arrays,
                     * halos */
    double home;    /* what others will take besides to bring home what it has written */
    double end;     /* when it was over, in seconds since the round began; QUEUE only */
    long pieces;    /* that it came in; 0: one */
} ctsar__sample;

/* Decisions so far, for the report. */
typedef struct ctsar__sched_stats {
    long solves;       /* of the LP */
    long fills;        /* times a solution was turned into boundaries */
    double lp_seconds; /* 0 without env.now */
    long chunks;       /* ranges handed out on demand */
    long backoffs;     /* times an accelerator was left out ... */
    long probes;       /* ... was tried again ... */
    long returns;      /* ... and came back */
    long comparisons;  /* passes of units of one kind alone, to compare (compare.h) */
    long cores_out;    /* times the cores were left out of passes on accelerators */
} ctsar__sched_stats;

/* What has been measured of a unit. */
typedef struct ctsar__measured {
    double overhead; /* seconds a range */
    double time;     /* seconds per iteration besides; with a stated cost, per unit of work */
    long ranges;     /* that both come from; 0: it was never measured */
} ctsar__measured;

typedef struct ctsar__sched ctsar__sched;

typedef struct ctsar__sched_ops {
    ctsar_policy policy;
    const char *name; /* `policy` and it are as in CTSAR_POLICY_LIST */
    size_t size;      /* of the policy's state, which begins with a ctsar__sched */
    bool stated;      /* passes are divided as the user says, whatever is measured */

    /* Optional.  Sets up the state behind the base, which is ready and zeroed. */
    int (*create)(ctsar__sched *s);
    /* Optional.  Frees what create acquired. */
    void (*destroy)(ctsar__sched *s);
    /* SPLIT, pure.  Boundaries of the next round, for a pass of n
     * iterations on `team`; a team or n that was never seen is fine.  `out` is
     * labelled with both and has room; what is missing is out->boundary. */
    int (*split)(const ctsar__sched *s, long n, ctsar__team team, ctsar__split *out);

    /* QUEUE.  Starts a round of a pass of n iterations.  ENOMEM. */
    int (*begin)(ctsar__sched *s, long n, ctsar__team team);
    /* QUEUE.  The next range of `unit`, at `now` seconds since the round began.  A core has none
     * then; an accelerator may have others, which are executed first.  Whoever says by `complete`
     * that a unit's last range is over asks next, before anybody else does.  So a unit may leave
     * what is left to those that have ranges.  False: there is none, and the unit leaves the round,
     * or its slot does; but where `later` is set it asks again, then or when a range of another
     * unit is over.  When all units have left, those that have gone (env.absent) are asked, too,
     * and others execute what they are given. */
    bool (*assign)(ctsar__sched *s, int unit, double now, ctsar__range *range);

    /* Optional.  A range has been executed.  SPLIT: at the end of the round, in
     * unit order.  QUEUE: when it is over; but with a shared piece (below) at the end,
     * in unit order, one sample with all of a unit's iterations, whose `range` says but how many,
     * and pieces. */
    void (*complete)(ctsar__sched *s, const ctsar__sample *sample);
    /* Optional.  All of the round is complete; decides about the next.  True: the
     * pass has another round; false, and without the function: it is over. */
    bool (*end)(ctsar__sched *s, long n, ctsar__team team);
    /* Optional; for policies with several rounds.  The pass that runs has failed: the next
     * round begins one. */
    void (*abandon)(ctsar__sched *s);

    /* Optional.  What has been measured so far, as ctsar__sched_times has it; `unit` is zeroed. */
    void (*times)(const ctsar__sched *s, ctsar__measured *unit);
} ctsar__sched_ops;

/* How a round hands out its iterations. */
typedef enum ctsar__mode { CTSAR__SPLIT, CTSAR__QUEUE } ctsar__mode;

/* What ranges on an accelerator take besides (latency.h). */
typedef struct ctsar__latency ctsar__latency;

/* The base that every policy's state begins with. */
struct ctsar__sched {
    const ctsar__sched_ops *ops;
    ctsar__sched_env env; /* time and overhead are the scheduler's own copies */
    ctsar__sched_stats stats;
    /* Of the next round, or of the one that is running.  Set by create (SPLIT unless it does)
     * and by end. */
    ctsar__mode mode;
    /* QUEUE: where every unit gets pieces of one size, from the front on, that size, set by begin:
     * then the caller may advance a cursor itself instead of calling assign.  0: it may not. */
    long shared_piece;
    /* SPLIT, passes of one round: once the policy knows the units, it is enough to tell it of
     * one pass when so many seconds have gone by in passes, so that its work does not count.  0: it
     * wants to know of each. */
    double told_every;
    /* Set by create and end: the round that runs, or comes next, is its pass's only one unless an
     * accelerator fails in it. */
    bool one_round;
    /* QUEUE, set by assign: a unit that is refused may ask again, at this time at the latest; 0: it
     * leaves. */
    double later;
    /* QUEUE, set by the engine while it asks at a round's end for accelerators that are out: no
     * unit has a range, and no other one asks any more. */
    bool alone;
    long handed_out; /* QUEUE: iterations of the round that assign has given; the registry's */
    /* QUEUE, set by create and end: accelerators ask after a core has had a range. */
    bool cores_first;
    /* QUEUE, set by create and end: accelerators that are late may begin to ask in the middle of
     * the round. */
    bool admits;
    /* Set by ctsar__sched_create: late accelerators are waited for, since the user has stated how a
     * pass is divided, or that none may be left out. */
    bool waits;
    /* Seconds of passes since the policy was told of one, that one included; set by the caller
     * before it tells; 0: it is told of each. */
    double untold;
    /* One entry per accelerator: is it left out of the round that runs, or comes next?  Owned by
     * the policy; NULL: none is. */
    const bool *backed_off;
    ctsar__latency *latency; /* one entry per accelerator; the registry's */
};

/* The policies of CTSAR_POLICY_LIST, in its order, NULL-terminated: the default one first. */
extern const ctsar__sched_ops *const ctsar__policies[];
/* The table of policy NAME, at the end of its file, is ctsar__policy_NAME. */
#define CTSAR__POLICY_DECLARED(constant, name, number, what)                                       \
    extern const ctsar__sched_ops ctsar__policy_##name;
CTSAR_POLICY_LIST(CTSAR__POLICY_DECLARED)
#undef CTSAR__POLICY_DECLARED

/* By number (CTSAR_POLICY_DEFAULT is the first) or name; NULL when there is none. */
const ctsar__sched_ops *ctsar__policy(int policy);
const ctsar__sched_ops *ctsar__policy_named(const char *name);
/* The names of all policies for a message. */
const char *ctsar__policy_names(void);

/* EINVAL: a table without its required functions; a time that is not positive
 * and finite, an overhead that is not finite and >= 0.  ENOMEM.  On error *s is NULL. */
int ctsar__sched_create(const ctsar__sched_ops *ops, const ctsar__sched_env *env,
                        ctsar__sched **s) CTSAR__MUST_CHECK;
void ctsar__sched_destroy(ctsar__sched *s); /* NULL is fine */
/* EINVAL: n negative, no unit, accelerators other than the env's.  ENOMEM. */
int ctsar__sched_split(const ctsar__sched *s, long n, ctsar__team team,
                       ctsar__split *out) CTSAR__MUST_CHECK;
/* EINVAL as split; ENOMEM. */
int ctsar__sched_begin(ctsar__sched *s, long n, ctsar__team team) CTSAR__MUST_CHECK;
bool ctsar__sched_assign(ctsar__sched *s, int unit, double now, ctsar__range *range);
void ctsar__sched_complete(ctsar__sched *s, const ctsar__sample *sample);
bool ctsar__sched_end(ctsar__sched *s, long n, ctsar__team team);
void ctsar__sched_abandon(ctsar__sched *s);

/* What has been measured so far of each accelerator, then of a core (the mean of all):
 * env.accs + 1 entries. */
void ctsar__sched_times(const ctsar__sched *s, ctsar__measured *unit);

/* Makes room for `units` in `split`, keeping nothing.  ENOMEM. */
int ctsar__split_reserve(ctsar__split *split, int units) CTSAR__MUST_CHECK;
void ctsar__split_free(ctsar__split *split);

/* NULL when `split` covers [lo, hi) with ranges in order, none negative; else
 * what is wrong with it.  For assertions and tests. */
const char *ctsar__split_check(const ctsar__split *split, long lo, long hi);

#endif

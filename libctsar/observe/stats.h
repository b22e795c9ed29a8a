/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a region did: statistics of its units and passes. */
#ifndef CTSAR_STATS_H
#define CTSAR_STATS_H

#include <limits.h>

#include "base/clock.h"
#include "base/status.h"
#include "sched/sched.h"

/* Adds iterations to a sum over passes, which stays at LONG_MAX. */
static inline void ctsar__add_up(long *sum, long more)
{
    if (__builtin_add_overflow(*sum, more, sum))
        *sum = LONG_MAX;
}

enum { CTSAR__VERSION_NAME = 64 }; /* bytes */

/* A version of a kernel on a unit. */
typedef struct ctsar__version_stats {
    char family[CTSAR__VERSION_NAME], version[CTSAR__VERSION_NAME];
    long launches, iterations;
    long trials;    /* of the launches */
    double seconds; /* in them */
    bool out;       /* it has failed there, and is not used any more */
} ctsar__version_stats;

/* One unit of one region, summed over its passes. */
typedef struct ctsar__unit_stats {
    char name[32]; /* "core 0", "emu0" */
    long passes;   /* in which it executed something */
    long turns;    /* ranges executed */
    long iterations;
    double busy;    /* seconds from a range's start to its end, copies included */
    double waiting; /* seconds from its last range's end to the end of the pass */
    double copying; /* seconds spent moving data, ... */
    double hidden;  /* ... of them beside a kernel of the same unit */
    size_t bytes_in, bytes_out, bytes_between; /* to it, from it to the host, from other devices */
    size_t committed; /* most bytes ever backed on the accelerator for this region at once */
    bool backed_off;  /* left out at the last pass's end */
    bool formless;    /* the last pass's body had no form for it */
    bool late;        /* the last pass's kernel was still being built for it */
    bool streamed;    /* a range did not fit the accelerator's memory, and came in pieces */
    char gone[300];   /* why it takes no part any more; "": it does */
    double default_time, overhead; /* an accelerator's, as settings have a core's */
    ctsar__version_stats *version; /* in order of their first appearance; owned */
    int versions;
    size_t version_room;
} ctsar__unit_stats;

/* What a unit did in one pass, for "why not faster". */
typedef struct ctsar__unit_times {
    long turns;
    double work;          /* iterations, or what they are as the code states their costs */
    double busy, waiting; /* seconds, as all others; with copies before its first range */
    double copying;       /* the same, ... */
    double hidden;        /* ... the same, ... */
    double once;          /* ... and how much of copying will not come again, ... */
    double loose;         /* ... or comes again, of arrays that do not persist */
    double fixed;         /* of busy, what does not grow with its ranges */
    double fixed_copies;  /* of copying the same, ... */
    double loose_fixed;   /* ... and of that, of arrays that do not persist */
    double halo;          /* what rows of those would take from both sides, if they persisted */
    size_t bytes;         /* moved for it */
} ctsar__unit_times;

/* Bytes of arrays that a node gave to others and got from them; not those of reductions. */
typedef struct ctsar__node_bytes {
    size_t sent, received;
    size_t direct; /* of both, from and to accelerators' own memory */
} ctsar__node_bytes;

/* One of several nodes in one pass; all nodes know all of it. */
typedef struct ctsar__node_pass {
    long iterations;
    double busy;            /* seconds that its part took */
    double hidden, awaited; /* seconds in which what it reads of other nodes came while it computed,
                             * and in which it waited for that; 0 under the virtual clock */
    ctsar__node_bytes bytes;
} ctsar__node_pass;

/* The same, summed over a region's passes. */
typedef struct ctsar__node_stats {
    ctsar__node_pass sum;
    double waiting; /* seconds until the slowest node's part was over */
} ctsar__node_stats;

/* Iterations of every unit in one pass. */
typedef struct ctsar__pass_record {
    long n;
    double seconds;
    int cores;
    long *iterations;         /* cores+accs entries, owned */
    ctsar__unit_times *times; /* likewise; NULL: not kept */
    bool probing;             /* it was a trial: of an accelerator, or units of one kind alone */
    bool begins;              /* it is its region's first one */
    double deciding;          /* seconds after it, before the next one could begin */
    ctsar__node_bytes moved;  /* by this node */
} ctsar__pass_record;

/* What the scheduler was told. */
typedef struct ctsar__stats_settings {
    int div;
    long chunk;
    double ratio; /* < 0: none */
    ctsar_backoff backoff;
    int backoff_passes;
    bool stated_cost, guessed;
    double core_time, core_overhead; /* default seconds of an iteration, and of a range besides */
} ctsar__stats_settings;

enum { CTSAR__OVERRIDES = 6 }; /* CTSAR_ variables that go before what the code says */

/* One region.  Units: cores first (as many as the largest team had), then
 * accelerators. */
typedef struct ctsar__region_stats {
    char name[64];
    bool tasks; /* it is a set of tasks: its turns are tasks, its policy is a placement */
    char policy[20];
    const char *solver;
    const char *overridden[CTSAR__OVERRIDES + 1]; /* variables in force; NULL-terminated, static */
    ctsar__clock clock;
    long passes, iterations;
    long alone;     /* loops that a thread executed without it, while another had it */
    double seconds; /* sum over passes, first range's start to the barrier's end */
    double longest_chain, area_bound,
        bound;                /* tasks: sums over waits, the last of the greater one */
    long redone;              /* tasks: executed again by the host, as a device has failed */
    double sched_seconds;     /* spent deciding; real clock only */
    double told_at;           /* when its progress was shown last; 0: never */
    long told_passes;         /* of that time */
    ctsar__sched_stats sched; /* what the policy decided */
    ctsar__stats_settings settings;
    ctsar__unit_stats *unit;
    int cores, accs;
    ctsar__node_stats *node;  /* by rank */
    int nodes, rank;          /* 0 nodes: the process is alone; this one's rank */
    ctsar__pass_record *pass; /* the first CTSAR__REPORT_PASSES passes */
    long recorded;
    size_t room;
} ctsar__region_stats;

/* What a unit of the region did in a pass whose times are kept; nothing: it was in no team. */
static inline const ctsar__unit_times *ctsar__stats_times(const ctsar__region_stats *r,
                                                          const ctsar__pass_record *p, int unit)
{
    static const ctsar__unit_times none;
    if (unit >= r->cores)
        return &p->times[p->cores + unit - r->cores];
    return unit < p->cores ? &p->times[unit] : &none;
}

enum { CTSAR__REPORT_PASSES = 10000, CTSAR__REPORT_TIMES = 1000 };

/* Makes room for a team of `cores` cores; units there are already keep their
 * statistics.  Names new units; `acc_name` has one entry per accelerator.  ENOMEM:
 * nothing has changed. */
int ctsar__stats_reserve(ctsar__region_stats *r, int cores, int accs,
                         const char *const *acc_name) CTSAR__MUST_CHECK;
/* Adds to the record of passes and to no sum; iterations has cores+accs entries.
 * Without memory, or past the limit, the pass is left out. */
void ctsar__stats_pass(ctsar__region_stats *r, long n, double seconds, int cores,
                       const long *iterations);
/* The same with what the units did, as long as that is kept. */
void ctsar__stats_timed_pass(ctsar__region_stats *r, const ctsar__pass_record *pass);
/* Adds what a version did to the unit's.  ENOMEM. */
int ctsar__stats_version(ctsar__unit_stats *u, const char *family, const char *version,
                         const ctsar__version_stats *done) CTSAR__MUST_CHECK;
/* Adds what each of several nodes did in the pass that was added last; without memory it is left
 * out. */
void ctsar__stats_nodes(ctsar__region_stats *r, int rank, const ctsar__node_pass *did, int nodes);
void ctsar__stats_free(ctsar__region_stats *r);

/* Does the environment's variable go before the code? */
bool ctsar__stats_overridden(const ctsar__region_stats *r, const char *variable);

/* Same name, policy, variables, clock and units: may the two be merged? */
bool ctsar__stats_same(const ctsar__region_stats *a, const ctsar__region_stats *b);
/* Adds `from`, whose passes came later, to `into`, and empties it. */
void ctsar__stats_merge(ctsar__region_stats *into, ctsar__region_stats *from);

#endif

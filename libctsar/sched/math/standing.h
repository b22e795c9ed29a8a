/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Where each unit stands with back-off (backoff.h), and what it may have because of that. */
#ifndef CTSAR_STANDING_H
#define CTSAR_STANDING_H

#include <float.h>

#include "sched/sched.h"

#define CTSAR__AWAY (DBL_MAX / 4) /* the o of a unit that is left out of a calculation */

typedef struct ctsar__standing {
    bool out;      /* left out by the rule; accelerators only */
    int against;   /* passes in a row in which the rule was against it */
    bool idle;     /* it has nothing to do but probes ... */
    long wait;     /* ... passes until the next one at least, ... */
    double rest;   /* ... and seconds of passes; ... */
    int failed;    /* ... probes in a row that did not bring it back for long; ... */
    long back;     /* passes since it came back, that one included; 0: it is there for good */
    long probe;    /* ... its iterations, if it is in the next pass or the running one; else 0 */
    bool probed;   /* they have been handed out on demand */
    bool measured; /* was it ever timed? */
    double p;      /* seconds per work when it was last idle, or as of the last probe */
    double pace;   /* seconds per work, all included, in the last pass in which it did anything;
                    * where pieces are handed out */
    double home;   /* seconds per work that others pay for its outputs; halved in each pass in which
                    * they paid less */
    /* In the running pass: */
    long done;            /* iterations timed, ... */
    double seconds, work; /* ... what they took, and their work, ... */
    double paid;          /* ... and what others pay */
} ctsar__standing;

/* Who may have iterations, for the sake of a comparison, or by what one has shown. */
typedef enum ctsar__only {
    CTSAR__ANYBODY, /* whoever is not left out */
    CTSAR__ONLY_CORES,
    CTSAR__ONLY_ACCELERATORS,
    CTSAR__EVERYBODY /* those that a comparison has left out, too */
} ctsar__only;

/* Units of one kind, alone. */
typedef struct ctsar__rival {
    double pace;  /* seconds per work; 0: not known */
    long since;   /* passes since the last comparison ... */
    double lived; /* ... and their seconds */
    int agreed;   /* comparisons in a row that changed nothing */
} ctsar__rival;

enum { CTSAR__MOST_AGREED = 10 }; /* after each of which the next one is twice as many passes off */

/* A comparison changed nothing, or is not to be made again soon. */
static inline void ctsar__rival_agrees(ctsar__rival *r)
{
    r->agreed += r->agreed < CTSAR__MOST_AGREED;
}

/* Passes on all units against those on the cores, or the accelerators, alone (compare.h). */
typedef struct ctsar__compared {
    double together; /* seconds per work; 0: not known */
    double latest;   /* the same, of the last pass on all units */
    double far;      /* the same, of the last one in which cores waited far too long, ... */
    int far_left;    /* ... if that is to be remembered for more passes than 0 */
    long passes;     /* on all units since they all take part */
    ctsar__rival cores, accelerators;
    ctsar__only only;  /* in the next pass of this length, or the running one, ... */
    bool again;        /* ... and in the one after it */
    ctsar__only those; /* whose passes are until another comparison; ANYBODY: everybody's */
    double factor;     /* what passes on all took over what rates predict; below 1: 1 */
    double were;       /* together, when accelerators were left out; the longest of all times */
    double harm;       /* seconds that trying them once more costs */
    double without;    /* seconds of passes since then */
    int relapses;      /* times that they were left out */
    double usual;      /* seconds that a pass takes as a rule; 0: not known */
    double settled;    /* that, when the distances of probes were last made short */
    long n;            /* for which all this holds: iterations, ... */
    int team_cores;    /* ... and the team's */
} ctsar__compared;

/* Does it hold for passes of n iterations on so many cores? */
bool ctsar__compared_holds(const ctsar__compared *c, int cores, long n);

/* Whose the next pass of its length is. */
static inline ctsar__only ctsar__compared_whose(const ctsar__compared *c)
{
    return c->only ? c->only : c->those;
}

enum { CTSAR__LENGTHS = 16 }; /* of passes that were compared, besides the one in force */

typedef struct ctsar__backoff {
    const ctsar__sched_env *env;
    int room;              /* entries */
    ctsar__standing *unit; /* accelerators, then cores */
    bool *left_out;        /* per accelerator, in the next pass or the running one */
    bool alone;            /* the next pass is the cores' alone, however long it is */
    int turns;             /* passes for which lengths are taken to come in turn; 0: they do not */
    long n;                /* iterations of the last one, or of the one that runs */
    double *o, *p;         /* scratch, one entry per unit: the view's */
    long *boundary;        /* scratch, one more */
    int *order;            /* scratch */
    ctsar__compared compared;
    ctsar__compared others[CTSAR__LENGTHS]; /* in passes of other lengths, the latest ones first */
    ctsar__only whose;                      /* the next pass is, if it is as long as the last one */
    double lived;                           /* seconds of passes since the last decision */
} ctsar__backoff;

/* What is known at the end of a pass (of a round where each is split like a pass). */
typedef struct ctsar__backoff_view {
    ctsar__team team;
    ctsar__range part;       /* its iterations */
    const ctsar__cost *cost; /* NULL: uniform */
    const double *o, *p;     /* of each unit: seconds (NULL: none), seconds per work */
    double seconds;          /* what the pass takes at those rates, or more */
} ctsar__backoff_view;

/* What is known of passes of n iterations on so many cores; where that is nothing, what is known of
 * those like the last one.  Pure. */
const ctsar__compared *ctsar__compared_like(const ctsar__backoff *b, int cores, long n);

/* Room for the team's units; false: there is no memory. */
bool ctsar__standing_reserve(ctsar__backoff *b, ctsar__team team);

/* Was the unit ever timed?  Pure; nothing need be reserved. */
bool ctsar__standing_measured(const ctsar__backoff *b, ctsar__team team, int unit);

/* The unit's entry, which has been reserved. */
ctsar__standing *ctsar__standing_of(const ctsar__backoff *b, ctsar__team team, int unit);

/* It takes no part, and is not to be counted on. */
bool ctsar__standing_absent(const ctsar__backoff *b, ctsar__team team, int unit);

/* Is the accelerator left out of the next pass, however long that is? */
bool ctsar__standing_is_out(const ctsar__backoff *b, ctsar__team team, int unit, long n);

/* Is what the unit does in the running pass a probe, or was it to do nothing? */
bool ctsar__standing_probes(const ctsar__backoff *b, ctsar__team team, int unit);

/* Leaves an accelerator out.  Counted in s->stats. */
void ctsar__standing_hold(ctsar__backoff *b, ctsar__sched *s, ctsar__team team, int unit);

/* Whose a pass of n iterations is, the next one or the running one: ANYBODY, or EVERYBODY, where no
 * comparison leaves anybody out.  Pure. */
ctsar__only ctsar__standing_whose(const ctsar__backoff *b, ctsar__team team, long n);

/* How many iterations a unit may have in the next pass, or in the running one, which is of n:
 * LONG_MAX: any number; fewer: a probe of exactly so many; 0: none.  Pure; nothing need be
 * reserved. */
long ctsar__standing_allows(const ctsar__backoff *b, ctsar__team team, int unit, long n);

/* Seconds per work in the running pass, all included; 0: it did nothing that was timed. */
double ctsar__standing_pace(const ctsar__standing *e);

#endif

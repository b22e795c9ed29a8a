/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A queue from which each unit takes pieces whose size it anneals by its own weighted mean
 * time per unit of work, without waiting for others (paper 3.2.2).  Where the paper is silent:
 *   - sizes start as chunk_static's, the first piece at 1/32 of an even share at most;
 *   - with x the piece's time per work and m the mean: x < m (1 - 5 %) goes on in the same
 *     direction by the factor g, x > m (1 + 5 %) back by max(1.05, sqrt g), else it holds;
 *   - a piece is at most a quarter of what its unit is to do of what is left, but lasts four
 *     times its overhead if there is as much;
 *   - a unit leaves rather than take iterations that others would end before it;
 *   - where data persist, each accelerator but the first has a zone of its own at the back, as much
 * as it is to do of what is left once all units were timed: so what it holds lies together. */
#ifndef CTSAR_ANNEAL_H
#define CTSAR_ANNEAL_H

#include "sched/math/pieces.h"

/* A unit's knowledge, kept from pass to pass, and its place in this one. */
typedef struct ctsar__annealed {
    double size;          /* of its pieces, as work; 0: not yet known */
    double factor;        /* of the next step of the size ... */
    bool down;            /* ... and its direction */
    double mean;          /* seconds per work, all included, of the pieces that the size decided */
    double o, p;          /* seconds; seconds per work besides, p == 0: not measured */
    double guess;         /* seconds per work by default, of whatever scale */
    double even;          /* the work of a piece by chunk_static */
    bool anew;            /* it was probed: what that takes replaces p */
    bool cut;             /* the piece under way is shorter than its size */
    ctsar__pieces zone;   /* what nobody has of its zone */
    bool in, taken;       /* has it not left the pass yet, was it given a piece in it? */
    double end;           /* when its piece is expected to be over */
    long done;            /* iterations in this pass that were timed ... */
    double work, seconds; /* ... their work, and what they took besides the overhead */
} ctsar__annealed;

typedef struct ctsar__anneal {
    const ctsar__sched_env *env;
    ctsar__pieces pieces;
    ctsar__team team;
    long n;
    long fewest;           /* pieces that each unit's share is cut into at least; 0: any number */
    bool zoned;            /* zones are laid, or not needed */
    double aside;          /* work left in zones */
    double known, guessed; /* work per second of the units in, by p and by guess */
    double logs;           /* sum of log(p / guess) of the measured ones ... */
    int measured;          /* ... and their number */
    int entered;           /* units that take part in the pass */
    ctsar__annealed *unit; /* accelerators, then cores */
    int room;
    double even_all; /* work of an even piece of each unit, together */
    double *scratch; /* one per unit */
} ctsar__anneal;

void ctsar__anneal_init(ctsar__anneal *a, const ctsar__sched_env *env);
void ctsar__anneal_free(ctsar__anneal *a);

/* As the operations of a policy (sched.h). */
int ctsar__anneal_begin(ctsar__anneal *a, long n, ctsar__team team) CTSAR__MUST_CHECK;
/* No more iterations than `limit`. */
bool ctsar__anneal_assign(ctsar__anneal *a, int unit, double now, long limit, ctsar__range *range);
/* What nobody has yet, but for what lies in zones. */
ctsar__range ctsar__anneal_left(const ctsar__anneal *a);
/* Instead of assign for a unit that is only probed: so many iterations and no more; 0: none. */
bool ctsar__anneal_probe(ctsar__anneal *a, int unit, double now, long iterations,
                         ctsar__range *range);
void ctsar__anneal_complete(ctsar__anneal *a, const ctsar__sample *sample);

/* What a unit did in the pass, as far as it was timed. */
typedef struct ctsar__annealed_total {
    long iterations;
    double work, seconds; /* besides the overhead ... */
    double overhead;      /* ... of the last range */
} ctsar__annealed_total;

ctsar__annealed_total ctsar__anneal_total(const ctsar__anneal *a, int unit);

#endif

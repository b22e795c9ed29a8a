/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Accelerators of which nothing is known, where pieces are handed out and default times are
 * guesses.  In their first pass
 *   - the cores begin, and such an accelerator gets a piece once what is left takes the cores eight
 *     times as long as a range costs on it at least;
 *   - that is one iteration, and each further piece at most eight times as long as the one before;
 *   - none takes longer than half of what is left would take the cores.
 * Who has had none when the pass is over is left out until a probe shows something. */
#ifndef CTSAR_DOUBT_H
#define CTSAR_DOUBT_H

#include <limits.h>

#include "sched/math/backoff.h"

typedef struct ctsar__doubted {
    bool doubtful; /* in the pass that runs */
    bool late;     /* it was not ready when the pass began */
    long last;     /* iterations of its last piece; 0: none */
    double o, p;   /* of that: seconds, seconds per work; p 0: not over */
} ctsar__doubted;

typedef struct ctsar__doubt {
    const ctsar__sched_env *env;
    ctsar__doubted *acc; /* one each */
    bool any;            /* is one doubtful? */
    ctsar__team team;
    const ctsar__cost *cost;
    double taken, work; /* by cores in the pass that runs: seconds, and the work done in them */
} ctsar__doubt;

/* Before the first pass; *s must outlive *d.  ENOMEM. */
int ctsar__doubt_init(ctsar__doubt *d, ctsar__sched *s) CTSAR__MUST_CHECK;
void ctsar__doubt_free(ctsar__doubt *d);

/* A pass begins. */
void ctsar__doubt_begin(ctsar__doubt *d, const ctsar__backoff *b, ctsar__team team,
                        const ctsar__cost *cost);
/* The most iterations of the unit's next piece from `left`, what nobody has yet; LONG_MAX: any
 * number.  0: none, and s->later is set where it is to ask again. */
long ctsar__doubt_limit(const ctsar__doubt *d, ctsar__sched *s, int unit, double now,
                        ctsar__range left);
/* The same; quick in all passes but the first. */
static inline long ctsar__doubt_most(const ctsar__doubt *d, ctsar__sched *s, int unit, double now,
                                     ctsar__range left)
{
    return d->any ? ctsar__doubt_limit(d, s, unit, now, left) : LONG_MAX;
}
/* The unit has been given so many. */
static inline void ctsar__doubt_gave(ctsar__doubt *d, int unit, long iterations)
{
    if (d->any && unit >= d->team.cores)
        d->acc[unit - d->team.cores].last = iterations;
}
/* A piece is over. */
void ctsar__doubt_note(ctsar__doubt *d, const ctsar__sample *sample);
/* The pass is over; before back-off judges it. */
void ctsar__doubt_end(ctsar__doubt *d, ctsar__backoff *b, ctsar__sched *s);
/* Leaves out whom a pass that is split would give a share by a guess. */
void ctsar__doubt_hold(const ctsar__doubt *d, ctsar__backoff *b, ctsar__sched *s, ctsar__team team);

#endif

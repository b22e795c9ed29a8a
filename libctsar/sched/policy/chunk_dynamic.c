/* SPDX-License-Identifier: BSD-3-Clause
 *
 * chunk_dynamic: begins as chunk_static; then each unit anneals the size of its pieces
 * (paper 3.2.2; the rules are in anneal.h). */
#include <limits.h>

#include "sched/math/anneal.h"
#include "sched/math/backoff.h"
#include "sched/math/cost.h"
#include "sched/math/doubt.h"

enum { FEWEST_PIECES = 8 }; /* of a unit's share: where costs differ, sizes may run away */

typedef struct chunk_dynamic_sched {
    ctsar__sched base;
    ctsar__anneal queue;
    ctsar__backoff backoff;
    ctsar__doubt doubt;
} chunk_dynamic_sched;

static int chunk_dynamic_create(ctsar__sched *s)
{
    s->mode = CTSAR__QUEUE;
    s->admits = true;
    s->one_round = true;
    ctsar__anneal_init(&((chunk_dynamic_sched *)s)->queue, &s->env);
    ((chunk_dynamic_sched *)s)->queue.fewest = FEWEST_PIECES;
    int status = ctsar__backoff_init(&((chunk_dynamic_sched *)s)->backoff, s);
    if (!status && (status = ctsar__doubt_init(&((chunk_dynamic_sched *)s)->doubt, s)))
        ctsar__backoff_free(&((chunk_dynamic_sched *)s)->backoff);
    return status;
}

static void chunk_dynamic_destroy(ctsar__sched *s)
{
    ctsar__anneal_free(&((chunk_dynamic_sched *)s)->queue);
    ctsar__doubt_free(&((chunk_dynamic_sched *)s)->doubt);
    ctsar__backoff_free(&((chunk_dynamic_sched *)s)->backoff);
}

static int chunk_dynamic_begin(ctsar__sched *s, long n, ctsar__team team)
{
    chunk_dynamic_sched *me = (chunk_dynamic_sched *)s;
    int status = ctsar__backoff_begin(&me->backoff, n, team);
    if (!status)
        status = ctsar__anneal_begin(&me->queue, n, team);
    if (!status)
        ctsar__doubt_begin(&me->doubt, &me->backoff, team, me->queue.pieces.cost);
    return status;
}

static bool chunk_dynamic_assign(ctsar__sched *s, int unit, double now, ctsar__range *range)
{
    chunk_dynamic_sched *me = (chunk_dynamic_sched *)s;
    long most = ctsar__backoff_take(&me->backoff, me->queue.team, unit);
    if (most < LONG_MAX)
        return ctsar__anneal_probe(&me->queue, unit, now, most, range);
    most = ctsar__doubt_most(&me->doubt, s, unit, now, ctsar__anneal_left(&me->queue));
    bool got = most > 0 && ctsar__anneal_assign(&me->queue, unit, now, most, range);
    if (got)
        ctsar__doubt_gave(&me->doubt, unit, ctsar__range_len(*range));
    return got;
}

static void chunk_dynamic_complete(ctsar__sched *s, const ctsar__sample *sample)
{
    chunk_dynamic_sched *me = (chunk_dynamic_sched *)s;
    ctsar__backoff_note(&me->backoff, sample,
                        ctsar__work(me->queue.pieces.cost, sample->range.lo, sample->range.hi));
    ctsar__anneal_complete(&me->queue, sample);
    ctsar__doubt_note(&me->doubt, sample);
}

static bool chunk_dynamic_end(ctsar__sched *s, long n, ctsar__team team)
{
    chunk_dynamic_sched *me = (chunk_dynamic_sched *)s;
    if (n > 0)
        ctsar__doubt_end(&me->doubt, &me->backoff, s);
    ctsar__backoff_end_queue(&me->backoff, s, n, team, me->queue.pieces.cost);
    return false;
}

/* Pieces are not counted: all that a unit had are one observation. */
static void chunk_dynamic_times(const ctsar__sched *s, ctsar__measured *unit)
{
    const ctsar__anneal *a = &((const chunk_dynamic_sched *)s)->queue;
    int cores = 0, accs = s->env.accs;
    double speed = 0, overhead = 0;
    for (int u = 0; u < a->room; u++) {
        const ctsar__annealed *e = &a->unit[u];
        if (e->p > 0 && u < accs) {
            unit[u] = (ctsar__measured){e->o, e->p, 1};
        } else if (e->p > 0) {
            overhead += e->o;
            speed += 1 / e->p;
            cores++;
        }
    }
    if (cores)
        unit[accs] = (ctsar__measured){overhead / cores, cores / speed, 1};
}

const ctsar__sched_ops ctsar__policy_chunk_dynamic = {
    .policy = CTSAR_CHUNK_DYNAMIC,
    .name = "chunk_dynamic",
    .size = sizeof(chunk_dynamic_sched),
    .create = chunk_dynamic_create,
    .destroy = chunk_dynamic_destroy,
    .begin = chunk_dynamic_begin,
    .assign = chunk_dynamic_assign,
    .complete = chunk_dynamic_complete,
    .end = chunk_dynamic_end,
    .times = chunk_dynamic_times,
};

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * chunk_static: a queue from which each unit takes pieces of its own size, such that
 * all last equally long by the default times (paper 3.2.2).  The sizes stay. */
#include <limits.h>
#include <stdlib.h>

#include "sched/math/backoff.h"
#include "sched/math/doubt.h"
#include "base/grow.h"
#include "sched/math/cost.h"
#include "sched/math/pieces.h"
#include "sched/math/tally.h"

typedef struct chunk_static_sched {
    ctsar__sched base;
    ctsar__backoff backoff;
    ctsar__doubt doubt;
    ctsar__tally tally;
    ctsar__pieces pieces;
    ctsar__team team;
    double *size; /* of each unit's pieces, as work */
    int room;
} chunk_static_sched;

static void chunk_static_destroy(ctsar__sched *s)
{
    ctsar__doubt_free(&((chunk_static_sched *)s)->doubt);
    ctsar__backoff_free(&((chunk_static_sched *)s)->backoff);
    ctsar__tally_free(&((chunk_static_sched *)s)->tally);
    free(((chunk_static_sched *)s)->size);
}

static int chunk_static_create(ctsar__sched *s)
{
    chunk_static_sched *me = (chunk_static_sched *)s;
    s->mode = CTSAR__QUEUE;
    s->admits = true;
    s->one_round = true;
    int status = ctsar__tally_init(&me->tally, s->env.accs);
    if (!status)
        status = ctsar__backoff_init(&me->backoff, s);
    if (!status)
        status = ctsar__doubt_init(&me->doubt, s);
    if (status)
        chunk_static_destroy(s); /* of what is not there yet, nothing */
    return status;
}

static int reserve(chunk_static_sched *me, int units)
{
    if (units <= me->room)
        return CTSAR_OK;
    if (!ctsar__resize(&me->size, (size_t)units, sizeof *me->size))
        return ctsar__error(CTSAR_ENOMEM, "no memory for the piece sizes of %d units", units);
    me->room = units;
    return CTSAR_OK;
}

static int chunk_static_begin(ctsar__sched *s, long n, ctsar__team team)
{
    chunk_static_sched *me = (chunk_static_sched *)s;
    int status = reserve(me, ctsar__team_units(team));
    if (!status)
        status = ctsar__backoff_begin(&me->backoff, n, team);
    if (status)
        return status;
    me->team = team;
    ctsar__pieces_fill(&me->pieces, &s->env.cost, n);
    ctsar__pieces_even(&me->pieces, &s->env, n, team, me->size);
    ctsar__doubt_begin(&me->doubt, &me->backoff, team, me->pieces.cost);
    return CTSAR_OK;
}

/* Its piece, but no more iterations than so many. */
static bool cut(chunk_static_sched *me, int unit, long most, ctsar__range *range)
{
    bool core = unit < me->team.cores;
    double size = ctsar__pieces_work(&me->pieces, core, most, me->size[unit]);
    bool got = (core ? ctsar__pieces_front : ctsar__pieces_back)(&me->pieces, size, range);
    if (got)
        ctsar__doubt_gave(&me->doubt, unit, ctsar__range_len(*range));
    return got;
}

static bool chunk_static_assign(ctsar__sched *s, int unit, double now, ctsar__range *range)
{
    chunk_static_sched *me = (chunk_static_sched *)s;
    long most = ctsar__backoff_take(&me->backoff, me->team, unit);
    if (most < LONG_MAX)
        return ctsar__pieces_exactly(&me->pieces, unit < me->team.cores, most, range);
    most =
        ctsar__doubt_most(&me->doubt, s, unit, now, (ctsar__range){me->pieces.lo, me->pieces.hi});
    return most > 0 && cut(me, unit, most, range);
}

static void chunk_static_complete(ctsar__sched *s, const ctsar__sample *sample)
{
    chunk_static_sched *me = (chunk_static_sched *)s;
    double work = ctsar__work(me->pieces.cost, sample->range.lo, sample->range.hi);
    ctsar__backoff_note(&me->backoff, sample, work);
    ctsar__tally_add(&me->tally, sample, work);
    ctsar__doubt_note(&me->doubt, sample);
}

static bool chunk_static_end(ctsar__sched *s, long n, ctsar__team team)
{
    chunk_static_sched *me = (chunk_static_sched *)s;
    if (n > 0)
        ctsar__doubt_end(&me->doubt, &me->backoff, s);
    ctsar__backoff_end_queue(&me->backoff, s, n, team, me->pieces.cost);
    ctsar__tally_end(&me->tally);
    return false;
}

static void chunk_static_times(const ctsar__sched *s, ctsar__measured *unit)
{
    ctsar__tally_times(&((const chunk_static_sched *)s)->tally, unit);
}

const ctsar__sched_ops ctsar__policy_chunk_static = {
    .policy = CTSAR_CHUNK_STATIC,
    .name = "chunk_static",
    .size = sizeof(chunk_static_sched),
    .create = chunk_static_create,
    .destroy = chunk_static_destroy,
    .begin = chunk_static_begin,
    .assign = chunk_static_assign,
    .complete = chunk_static_complete,
    .end = chunk_static_end,
    .times = chunk_static_times,
};

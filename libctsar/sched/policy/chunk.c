/* SPDX-License-Identifier: BSD-3-Clause
 *
 * chunk: a queue of pieces of n/div iterations, each to whoever asks next, as OpenMP's
 * dynamic schedule (paper 3.2.2).  All pieces are alike and come from the front. */
#include <limits.h>

#include "sched/math/backoff.h"
#include "sched/math/doubt.h"
#include "sched/math/pieces.h"
#include "sched/math/tally.h"

typedef struct chunk_sched {
    ctsar__sched base;
    ctsar__backoff backoff;
    ctsar__doubt doubt;
    ctsar__tally tally;
    ctsar__team team;
    long next, n;
} chunk_sched;

static void chunk_destroy(ctsar__sched *s)
{
    ctsar__doubt_free(&((chunk_sched *)s)->doubt);
    ctsar__backoff_free(&((chunk_sched *)s)->backoff);
    ctsar__tally_free(&((chunk_sched *)s)->tally);
}

static int chunk_create(ctsar__sched *s)
{
    chunk_sched *me = (chunk_sched *)s;
    s->mode = CTSAR__QUEUE;
    s->admits = true;
    s->one_round = true;
    int status = ctsar__tally_init(&me->tally, s->env.accs);
    if (!status)
        status = ctsar__backoff_init(&me->backoff, s);
    if (!status)
        status = ctsar__doubt_init(&me->doubt, s);
    if (status)
        chunk_destroy(s); /* of what is not there yet, nothing */
    return status;
}

static long piece_of(const ctsar__sched_env *env, long n)
{
    long div = env->div ? env->div : CTSAR__PIECES;
    long piece = env->chunk ? env->chunk : n / div + (n % div > 0);
    return piece > 0 ? piece : 1;
}

static int chunk_begin(ctsar__sched *s, long n, ctsar__team team)
{
    chunk_sched *me = (chunk_sched *)s;
    int status = ctsar__backoff_begin(&me->backoff, n, team);
    me->next = 0;
    me->n = n;
    me->team = team;
    if (status)
        return status;
    ctsar__doubt_begin(&me->doubt, &me->backoff, team, NULL);
    if (!me->doubt.any && ctsar__backoff_free_for_all(&me->backoff, team, n))
        s->shared_piece = piece_of(&s->env, n);
    return status;
}

static bool chunk_assign(ctsar__sched *s, int unit, double now, ctsar__range *range)
{
    chunk_sched *me = (chunk_sched *)s;
    long left = me->n - me->next, piece = piece_of(&s->env, me->n);
    long most = left > 0 ? ctsar__backoff_take(&me->backoff, me->team, unit) : 0;
    if (most == LONG_MAX) {
        most = ctsar__doubt_most(&me->doubt, s, unit, now, (ctsar__range){me->next, me->n});
        piece = piece < most ? piece : most;
    } else {
        piece = most;
    }
    if (most == 0)
        return false;
    *range = (ctsar__range){me->next, me->next + (piece < left ? piece : left)};
    me->next = range->hi;
    ctsar__doubt_gave(&me->doubt, unit, ctsar__range_len(*range));
    return true;
}

static void chunk_complete(ctsar__sched *s, const ctsar__sample *sample)
{
    double work = (double)ctsar__range_len(sample->range);
    ctsar__backoff_note(&((chunk_sched *)s)->backoff, sample, work);
    ctsar__tally_add(&((chunk_sched *)s)->tally, sample, work);
    ctsar__doubt_note(&((chunk_sched *)s)->doubt, sample);
}

static bool chunk_end(ctsar__sched *s, long n, ctsar__team team)
{
    chunk_sched *me = (chunk_sched *)s;
    if (n > 0)
        ctsar__doubt_end(&me->doubt, &me->backoff, s);
    ctsar__backoff_end_queue(&me->backoff, s, n, team, NULL);
    ctsar__tally_end(&me->tally);
    return false;
}

static void chunk_times(const ctsar__sched *s, ctsar__measured *unit)
{
    ctsar__tally_times(&((const chunk_sched *)s)->tally, unit);
}

const ctsar__sched_ops ctsar__policy_chunk = {
    .policy = CTSAR_CHUNK,
    .name = "chunk",
    .size = sizeof(chunk_sched),
    .create = chunk_create,
    .destroy = chunk_destroy,
    .begin = chunk_begin,
    .assign = chunk_assign,
    .complete = chunk_complete,
    .end = chunk_end,
    .times = chunk_times,
};

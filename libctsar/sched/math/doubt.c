/* SPDX-License-Identifier: BSD-3-Clause */
#include "sched/math/doubt.h"

#include <math.h>
#include <stdlib.h>

#include "sched/math/cost.h"

#define TRY_OVERHEADS 8.0 /* that the rest lasts on the cores where one is tried */
#define MOST_PART 0.5     /* of the rest's time on the cores, that a piece may take */
#define TRUSTED 10.0      /* hand-outs that cores' pieces have lasted before they tell anything */
enum { GROWTH = 8 };

int ctsar__doubt_init(ctsar__doubt *d, ctsar__sched *s)
{
    const ctsar__sched_env *env = &s->env;
    *d = (ctsar__doubt){.env = env};
    d->acc = calloc((size_t)env->accs + 1, sizeof *d->acc);
    if (!d->acc)
        return ctsar__error(CTSAR_ENOMEM, "no memory for %d accelerators", env->accs);
    s->cores_first = env->guessed && env->accs > 0 && env->backoff == CTSAR_BACKOFF_FILL;
    return CTSAR_OK;
}

void ctsar__doubt_free(ctsar__doubt *d)
{
    free(d->acc);
}

static bool is_doubtful(const ctsar__doubt *d, const ctsar__backoff *b, ctsar__team team, int acc)
{
    int unit = team.cores + acc;
    return d->env->guessed && !d->env->has_ratio && d->env->backoff == CTSAR_BACKOFF_FILL &&
           team.cores > 0 && !ctsar__standing_measured(b, team, unit) &&
           ctsar__standing_allows(b, team, unit, b->n) == LONG_MAX;
}

void ctsar__doubt_begin(ctsar__doubt *d, const ctsar__backoff *b, ctsar__team team,
                        const ctsar__cost *cost)
{
    d->team = team;
    d->cost = cost;
    d->taken = d->work = 0;
    d->any = false;
    for (int a = 0; a < team.accs; a++) {
        d->acc[a] = (ctsar__doubted){.doubtful = is_doubtful(d, b, team, a),
                                     .late = ctsar__is_late(d->env, team, team.cores + a)};
        d->any = d->any || d->acc[a].doubtful;
    }
}

/* Do the cores' pieces tell anything? */
static bool is_told(const ctsar__doubt *d)
{
    return d->work > 0 && d->taken >= TRUSTED * d->env->costs->hand_out;
}

/* What is left takes the cores so long, as their pieces show; while none is over, as long as they
 * have been at it. */
static double rest(const ctsar__doubt *d, double now, ctsar__range left)
{
    if (!is_told(d))
        return d->work > 0 ? 0 : now;
    return ctsar__work(d->cost, left.lo, left.hi) * d->taken / d->work / d->team.cores;
}

/* Iterations that it ends in so many seconds, at least as costly as those that are left are. */
static long ends_in(const ctsar__doubt *d, const ctsar__doubted *u, double seconds,
                    ctsar__range left)
{
    double one = ctsar__work(d->cost, left.lo, left.hi) / (double)ctsar__range_len(left);
    double n = (seconds - u->o) / (u->p * one);
    return n < 1 ? 0 : n < (double)LONG_MAX / 2 ? (long)n : LONG_MAX / 2;
}

/* More of what it does already.  Until the cores' pieces tell something it is not refused, since an
 * accelerator that goes on by itself would not ask again. */
static long more(const ctsar__doubt *d, const ctsar__doubted *u, double takes, ctsar__range left)
{
    long grown = u->last < LONG_MAX / GROWTH ? GROWTH * u->last : LONG_MAX;
    long most = u->p > 0 ? ends_in(d, u, MOST_PART * takes, left) : 1;
    most = most < grown ? most : grown;
    return most > 0 || is_told(d) ? most : 1;
}

long ctsar__doubt_limit(const ctsar__doubt *d, ctsar__sched *s, int unit, double now,
                        ctsar__range left)
{
    const ctsar__doubted *u = unit < d->team.cores ? NULL : &d->acc[unit - d->team.cores];
    if (!u || !u->doubtful)
        return LONG_MAX;
    if (ctsar__range_len(left) <= 0)
        return 0;
    double takes = rest(d, now, left);
    double least = TRY_OVERHEADS * fmax(d->env->overhead[unit - d->team.cores], u->o);
    if (u->last > 0)
        return takes < least && is_told(d) ? 0 : more(d, u, takes, left);
    if (takes >= least)
        return 1;
    s->later = now + fmax(least, d->env->costs->hand_out); /* the first iterations may be cheap */
    return 0;
}

void ctsar__doubt_note(ctsar__doubt *d, const ctsar__sample *s)
{
    double work = d->any ? ctsar__work(d->cost, s->range.lo, s->range.hi) : 0;
    if (!(s->seconds > 0 && isfinite(s->seconds) && work > 0))
        return;
    if (s->unit < d->team.cores) {
        d->taken += s->seconds;
        d->work += work;
        return;
    }
    ctsar__doubted *u = &d->acc[s->unit - d->team.cores];
    u->o = fmin(fmax(s->fixed, 0), s->seconds);
    u->p = fmax(s->seconds - u->o, 0.05 * s->seconds) / work;
}

void ctsar__doubt_hold(const ctsar__doubt *d, ctsar__backoff *b, ctsar__sched *s, ctsar__team team)
{
    for (int a = 0; a < team.accs; a++)
        if (is_doubtful(d, b, team, a))
            ctsar__backoff_hold(b, s, team, team.cores + a);
}

void ctsar__doubt_end(ctsar__doubt *d, ctsar__backoff *b, ctsar__sched *s)
{
    s->cores_first = false;
    for (int a = 0; a < d->team.accs; a++) {
        bool tried = !d->acc[a].doubtful || d->acc[a].last > 0;
        if (!tried && !d->acc[a].late)
            ctsar__backoff_hold(b, s, d->team, d->team.cores + a);
        s->cores_first = s->cores_first || is_doubtful(d, b, d->team, a);
    }
    d->any = false;
}

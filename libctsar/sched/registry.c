/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The policies of this build, and the calls that lead to one of them.  An explicit list:
 * a constructor would be dropped from a static archive. */
#include "sched/sched.h"
#include "sched/latency.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ENTRY(constant, name, number, what) &ctsar__policy_##name,
const ctsar__sched_ops *const ctsar__policies[] = {CTSAR_POLICY_LIST(ENTRY) NULL};
#undef ENTRY

const ctsar__sched_ops *ctsar__policy(int policy)
{
    if (policy == CTSAR_POLICY_DEFAULT)
        return ctsar__policies[0];
    for (const ctsar__sched_ops *const *ops = ctsar__policies; *ops; ops++)
        if ((int)(*ops)->policy == policy)
            return *ops;
    return NULL;
}

const ctsar__sched_ops *ctsar__policy_named(const char *name)
{
    for (const ctsar__sched_ops *const *ops = ctsar__policies; *ops; ops++)
        if (strcmp((*ops)->name, name) == 0)
            return *ops;
    return NULL;
}

const char *ctsar__policy_names(void)
{
    static _Thread_local char names[256];
    size_t used = 0;
    for (const ctsar__sched_ops *const *ops = ctsar__policies; *ops && used < sizeof names; ops++)
        used += (size_t)snprintf(names + used, sizeof names - used, "%s%s", used ? ", " : "",
                                 (*ops)->name);
    return names;
}

static int check_ops(const ctsar__sched_ops *ops)
{
    bool splits = ops && ops->split, queues = ops && ops->begin && ops->assign;
    if (!ops || !ops->name || !(splits || queues) || ops->size < sizeof(ctsar__sched))
        return ctsar__error(CTSAR_EINVAL,
                            "the table of policy %s is incomplete; it needs a name, split or begin "
                            "and assign, and the size of a state that begins with ctsar__sched",
                            ops && ops->name ? ops->name : "(without a name)");
    return CTSAR_OK;
}

static int check_env(const ctsar__sched_env *env)
{
    if (env->accs < 0 || env->div < 0)
        return ctsar__error(CTSAR_EINVAL, "%d accelerators, div %d; neither may be negative",
                            env->accs, env->div);
    if (env->chunk < 0 || env->backoff_passes < 0)
        return ctsar__error(CTSAR_EINVAL,
                            "chunk %ld, back-off after %d passes; neither may be "
                            "negative",
                            env->chunk, env->backoff_passes);
    if (env->has_ratio && !(env->ratio >= 0 && env->ratio <= 1))
        return ctsar__error(CTSAR_EINVAL, "ratio %.17g; it must be from 0 to 1", env->ratio);
    for (int i = 0; i <= env->accs; i++) {
        if (!(env->time[i] > 0 && isfinite(env->time[i])))
            return ctsar__error(CTSAR_EINVAL,
                                "entry %d of the default times is %g s per iteration; it must be "
                                "positive and finite",
                                i, env->time[i]);
        if (!(env->overhead[i] >= 0 && isfinite(env->overhead[i])))
            return ctsar__error(CTSAR_EINVAL,
                                "entry %d of the overheads is %g s; it must be finite and >= 0", i,
                                env->overhead[i]);
    }
    return CTSAR_OK;
}

/* Copies `env`; both arrays are one block, which begins with the times. */
static int env_copy(ctsar__sched_env *to, const ctsar__sched_env *env)
{
    size_t entries = (size_t)env->accs + 1;
    double *both = malloc(2 * entries * sizeof *both);
    if (!both)
        return ctsar__error(CTSAR_ENOMEM, "no memory for the default times of %d accelerators",
                            env->accs);
    memcpy(both, env->time, entries * sizeof *both);
    if (env->fractions)
        memset(both + entries, 0, entries * sizeof *both);
    else
        memcpy(both + entries, env->overhead, entries * sizeof *both);
    *to = *env;
    to->time = both;
    to->overhead = both + entries;
    to->costs = env->costs ? env->costs : &ctsar__costs_found;
    return CTSAR_OK;
}

static void env_free(ctsar__sched_env *env)
{
    free((void *)env->time);
}

int ctsar__sched_create(const ctsar__sched_ops *ops, const ctsar__sched_env *env, ctsar__sched **s)
{
    *s = NULL;
    int status = check_ops(ops);
    if (!status)
        status = check_env(env);
    if (status)
        return status;
    ctsar__sched *made = calloc(1, ops->size);
    if (!made)
        return ctsar__error(CTSAR_ENOMEM, "no memory for the state of policy %s", ops->name);
    made->ops = ops;
    made->waits = ops->stated || env->has_ratio || env->backoff == CTSAR_BACKOFF_NEVER;
    made->latency = calloc((size_t)env->accs + 1, sizeof *made->latency);
    status = made->latency ? env_copy(&made->env, env)
                           : ctsar__error(CTSAR_ENOMEM, "no memory for %d accelerators", env->accs);
    if (status)
        goto fail;
    status = ops->create ? ops->create(made) : CTSAR_OK;
    if (status)
        goto fail_env;
    *s = made;
    return CTSAR_OK;

fail_env:
    env_free(&made->env);
fail:
    free(made->latency);
    free(made);
    return status;
}

void ctsar__sched_destroy(ctsar__sched *s)
{
    if (!s)
        return;
    if (s->ops->destroy)
        s->ops->destroy(s);
    env_free(&s->env);
    free(s->latency);
    free(s);
}

static int check_team(const ctsar__sched *s, long n, ctsar__team team)
{
    if (n >= 0 && team.cores >= 0 && team.accs == s->env.accs && ctsar__team_units(team) >= 1)
        return CTSAR_OK;
    return ctsar__error(CTSAR_EINVAL,
                        "%ld iterations over %d cores and %d accelerators; policy %s was created "
                        "for %d accelerators",
                        n, team.cores, team.accs, s->ops->name, s->env.accs);
}

int ctsar__sched_split(const ctsar__sched *s, long n, ctsar__team team, ctsar__split *out)
{
    int status = check_team(s, n, team);
    if (!status)
        status = ctsar__split_reserve(out, ctsar__team_units(team));
    if (status)
        return status;
    out->n = n;
    out->team = team;
    status = s->ops->split(s, n, team, out);
    if (status)
        out->n = -1;
    assert(status || (out->boundary[0] >= 0 && out->boundary[ctsar__team_units(team)] <= n));
    assert(status ||
           !ctsar__split_check(out, out->boundary[0], out->boundary[ctsar__team_units(team)]));
    return status;
}

int ctsar__sched_begin(ctsar__sched *s, long n, ctsar__team team)
{
    int status = check_team(s, n, team);
    s->shared_piece = s->handed_out = 0;
    s->later = 0;
    return status ? status : s->ops->begin(s, n, team);
}

bool ctsar__sched_assign(ctsar__sched *s, int unit, double now, ctsar__range *range)
{
    s->later = 0;
    bool got = s->ops->assign(s, unit, now, range);
    assert(!got || (ctsar__range_len(*range) > 0 && s->later == 0));
    s->stats.chunks += got;
    s->handed_out += got ? ctsar__range_len(*range) : 0;
    return got;
}

/* What an accelerator's range takes however short it is counts as fixed. */
void ctsar__sched_complete(ctsar__sched *s, const ctsar__sample *sample)
{
    int acc = sample->unit - sample->team.cores;
    ctsar__sample known = *sample;
    known.fixed = fmax(sample->fixed, 0); /* what earlier ranges waited may have been taken off */
    if (s->env.fractions)                 /* iterations take all of it */
        known.fixed = 0;
    else if (acc >= 0 && acc < s->env.accs)
        known.fixed += ctsar__latency_learn(&s->latency[acc], ctsar__range_len(sample->range),
                                            sample->seconds - known.fixed);
    if (s->ops->complete)
        s->ops->complete(s, &known);
}

void ctsar__sched_abandon(ctsar__sched *s)
{
    if (s->ops->abandon)
        s->ops->abandon(s);
}

bool ctsar__sched_end(ctsar__sched *s, long n, ctsar__team team)
{
    bool again = s->ops->end && s->ops->end(s, n, team);
    for (int a = 0; a < s->env.accs && !again; a++)
        ctsar__latency_end(&s->latency[a]);
    return again;
}

void ctsar__sched_times(const ctsar__sched *s, ctsar__measured *unit)
{
    memset(unit, 0, ((size_t)s->env.accs + 1) * sizeof *unit);
    if (s->ops->times)
        s->ops->times(s, unit);
}

int ctsar__split_reserve(ctsar__split *split, int units)
{
    split->n = -1;
    if (units < split->room)
        return CTSAR_OK;
    free(split->boundary);
    split->room = 0;
    split->boundary = malloc(((size_t)units + 1) * sizeof *split->boundary);
    if (!split->boundary)
        return ctsar__error(CTSAR_ENOMEM, "no memory for the boundaries of %d units", units);
    split->room = units + 1;
    return CTSAR_OK;
}

void ctsar__split_free(ctsar__split *split)
{
    free(split->boundary);
    *split = (ctsar__split){.n = -1};
}

const char *ctsar__split_check(const ctsar__split *split, long lo, long hi)
{
    int units = ctsar__team_units(split->team);
    if (!split->boundary || split->room < units + 1 || units < 1)
        return "there are fewer boundaries than units";
    if (split->boundary[0] != lo)
        return "the first range does not start where the iterations do";
    for (int u = 0; u < units; u++)
        if (split->boundary[u + 1] < split->boundary[u])
            return "a range ends before it starts";
    if (split->boundary[units] != hi)
        return "the last range does not end where the iterations do";
    return NULL;
}

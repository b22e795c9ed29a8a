/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The public calls that say how a region is scheduled. */
#include <limits.h>
#include <stdlib.h>

#include "region/call.h"
#include "region/in_force.h"
#include "region/schedule.h"
#include "region/stated_cost.h"

/* Puts the settings `wanted` in force for `call`, unless an argument was found wrong. */
static int change(ctsar *s, const char *call, int argument, const ctsar__settings *wanted)
{
    int status = argument ? argument : ctsar__region_idle(s);
    if (!status) {
        ctsar__settings before = s->settings, old = ctsar__settings_in_force(s);
        s->settings = *wanted;
        ctsar__settings new = ctsar__settings_in_force(s);
        if (!ctsar__settings_same(&old, &new)) {
            ctsar__history_note(&s->history);
            status = ctsar__reschedule(s);
        }
        if (status)
            s->settings = before;
    }
    return ctsar__region_report(s, call, status);
}

static ctsar__settings settings_of(const ctsar *s)
{
    return s ? s->settings : (ctsar__settings){0};
}

int ctsar_set_policy(ctsar *s, ctsar_policy policy)
{
    ctsar__settings wanted = settings_of(s);
    int status = ctsar__policy((int)policy)
                     ? CTSAR_OK
                     : ctsar__error(CTSAR_EINVAL, "policy %d is unknown; there are: %s",
                                    (int)policy, ctsar__policy_names());
    wanted.policy = policy;
    return change(s, "ctsar_set_policy", status, &wanted);
}

int ctsar_set_div(ctsar *s, int div)
{
    ctsar__settings wanted = settings_of(s);
    int status = div >= 0 ? CTSAR_OK
                          : ctsar__error(CTSAR_EINVAL,
                                         "div is %d; it must be at least 1, or 0 for the policy's "
                                         "default",
                                         div);
    wanted.div = div;
    return change(s, "ctsar_set_div", status, &wanted);
}

int ctsar_set_chunk(ctsar *s, size_t iterations)
{
    ctsar__settings wanted = settings_of(s);
    int status = iterations <= LONG_MAX
                     ? CTSAR_OK
                     : ctsar__error(CTSAR_EINVAL, "a piece of %zu iterations is more than %ld",
                                    iterations, LONG_MAX);
    wanted.chunk = (long)iterations;
    return change(s, "ctsar_set_chunk", status, &wanted);
}

int ctsar_set_ratio(ctsar *s, double ratio)
{
    ctsar__settings wanted = settings_of(s);
    int status =
        ratio >= 0 && ratio <= 1
            ? CTSAR_OK
            : ctsar__error(CTSAR_EINVAL, "the ratio is %.17g; it must be from 0 to 1", ratio);
    wanted.ratio = ratio;
    return change(s, "ctsar_set_ratio", status, &wanted);
}

int ctsar_set_backoff(ctsar *s, ctsar_backoff rule, int passes)
{
    ctsar__settings wanted = settings_of(s);
    int status = CTSAR_OK;
    if (rule != CTSAR_BACKOFF_FILL && rule != CTSAR_BACKOFF_PAPER && rule != CTSAR_BACKOFF_NEVER)
        status = ctsar__error(CTSAR_EINVAL,
                              "rule %d is unknown; it must be CTSAR_BACKOFF_FILL, _PAPER or _NEVER",
                              (int)rule);
    else if (passes < 0)
        status = ctsar__error(CTSAR_EINVAL, "%d passes; it must be at least 1, or 0 for 2", passes);
    wanted.backoff = rule;
    wanted.backoff_passes = passes;
    return change(s, "ctsar_set_backoff", status, &wanted);
}

/* Puts a cost in force, NULL: none; it is then the region's.  ENOMEM: it is the caller's. */
static int set_cost(ctsar *s, ctsar__stated_cost *cost)
{
    ctsar__stated_cost *before = s->settings.cost;
    if (!before && !cost)
        return CTSAR_OK;
    s->settings.cost = cost;
    ctsar__history_note(&s->history);
    int status = ctsar__reschedule(s);
    if (status)
        s->settings.cost = before;
    else
        free(before);
    return status;
}

static int take_cost(ctsar *s, const char *call, int status, ctsar__stated_cost *cost)
{
    if (!status && (status = set_cost(s, cost)))
        free(cost);
    return ctsar__region_report(s, call, status);
}

int ctsar_set_cost(ctsar *s, ctsar_work work, const void *data)
{
    ctsar__stated_cost *cost = NULL;
    int status = ctsar__region_idle(s);
    if (!status && work)
        status = ctsar__cost_by_function(work, data, s->expected, &cost);
    return take_cost(s, "ctsar_set_cost", status, cost);
}

int ctsar_set_cost_weights(ctsar *s, const double *weights, size_t n)
{
    ctsar__stated_cost *cost = NULL;
    int status = ctsar__region_idle(s);
    if (!status && n > 0)
        status = ctsar__cost_by_weights(weights, n, &cost);
    return take_cost(s, "ctsar_set_cost_weights", status, cost);
}

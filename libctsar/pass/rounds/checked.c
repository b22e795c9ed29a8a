/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A round in check mode.  The lane that enters a pass first executes all iterations, each in turns
 * of its own; the others have one empty turn.  No policy is asked, no unit serves, nothing is
 * timed.
 */
#include "pass/rounds/checked.h"

#include "check/execute.h"
#include "check/sweep.h"
#include "pass/core/bounds.h"
#include "pass/core/view.h"
#include "pass/turn/turn.h"

static bool applies(const ctsar__pass *p)
{
    return p->check;
}

/* A turn that executes iteration number `at`, or none (-1). */
static void open_at(ctsar__pass *p, ctsar__lane *l, long at)
{
    ctsar__turn_open(p, l, -1);
    l->acc = -1;
    l->values = (ctsar__values){0};
    l->checked_at = at;
    if (at >= 0)
        ctsar__check_turn(p->check);
}

static int open(ctsar__pass *p, ctsar__lane *l)
{
    open_at(p, l, ctsar__check_enter(p->check, ctsar__pass_number(p)) ? 0 : -1);
    return CTSAR_OK;
}

static int next(ctsar__pass *p, ctsar__lane *l)
{
    ctsar__bounds b = l->book.bounds;
    ctsar__values all = ctsar__all_values(b);
    int status = CTSAR_OK;
    if (l->checked_at < 0 || b.n == 0)
        return CTSAR_OK;
    l->range = (ctsar__range){l->checked_at, l->checked_at + 1};
    l->values = ctsar__values_of(b, l->range);
    for (int i = 0; i < l->data.arrays.count && !status; ++i)
        status = ctsar__data_covers(l->data.arrays.entry[i], all);
    if (!status)
        status = ctsar__data_apart(&l->data, all);
    return status ? status : ctsar__check_begin(p->check, l->values.lo, all);
}

static int end(ctsar__pass *p, ctsar__lane *l)
{
    bool again = false;
    int status = CTSAR_OK;
    if (l->checked_at >= 0 && ctsar__range_len(l->range) > 0)
        status = ctsar__check_end(p->check, &again);
    if (l->checked_at >= 0 && !again)
        l->checked_at = ctsar__check_begin_anew(p->check, l->checked_at + 1 == l->book.bounds.n)
                            ? 0
                            : l->checked_at + 1;
    return status;
}

/* The lane has executed all, or the pass has failed. */
static void abandon(ctsar__pass *p, ctsar__lane *l)
{
    if (l->checked_at < 0)
        return;
    l->checked_at = -1;
    ctsar__check_leave(p->check);
}

static bool again(ctsar__pass *p, ctsar__lane *l)
{
    bool more = l->checked_at >= 0 && l->checked_at < l->book.bounds.n;
    if (more)
        open_at(p, l, l->checked_at);
    else
        abandon(p, l);
    return more;
}

static int end_pass(ctsar__pass *p)
{
    return ctsar__check_end_pass(p->check);
}

const ctsar__round_ops ctsar__round_checked = {
    .applies = applies,
    .open = open,
    .next = next,
    .end = end,
    .again = again,
    .abandon = abandon,
    .end_pass = end_pass,
};

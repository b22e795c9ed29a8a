/* SPDX-License-Identifier: BSD-3-Clause */
#include "pass/core/orphans.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>

#include "base/grow.h"
#include "pass/core/absence.h"
#include "pass/core/failure.h"
#include "pass/core/ready.h"
#include "pass/core/round.h"
#include "pass/core/view.h"

static bool append(ctsar__orphans *o, ctsar__range r)
{
    ctsar__range *grown = ctsar__grow(o->range, &o->room, (size_t)o->count + 1, sizeof *grown);
    if (!grown)
        return false;
    o->range = grown;
    o->range[o->count++] = r;
    return true;
}

void ctsar__orphan(ctsar__pass *p, ctsar__range r)
{
    if (ctsar__range_len(r) == 0)
        return;
    pthread_mutex_lock(&p->lock);
    bool noted = append(&p->rescue.left, r);
    pthread_mutex_unlock(&p->lock);
    if (!noted)
        ctsar__pass_fail_late(p, ctsar__error(CTSAR_ENOMEM,
                                              "no memory to note iterations %ld to %ld, which an "
                                              "accelerator has not delivered",
                                              r.lo, r.hi - 1));
}

/* Part k of n of an orphan. */
static ctsar__range part(ctsar__range r, int k, int n)
{
    assert(n > 0);
    long len = r.hi - r.lo, each = len / n, more = len % n;
    long lo = r.lo + each * k + (k < more ? k : more);
    return (ctsar__range){lo, lo + each + (k < more)};
}

/* Who executes orphans: how many, and which of them a unit is. */
static int rescuers(const ctsar__pass *p)
{
    int count = 0;
    if (p->rescue.by_cores)
        return ctsar__pass_team(p).cores;
    for (int a = 0; a < p->accs; ++a)
        count += !p->absent->acc[a];
    return count;
}

static int rescuer(const ctsar__pass *p, int acc, int unit)
{
    int number = 0;
    for (int a = 0; a < acc; ++a)
        number += !p->absent->acc[a];
    return acc < 0 ? unit : number;
}

ctsar__range ctsar__orphan_part(const ctsar__pass *p, ctsar__range r, int acc, int unit)
{
    return part(r, rescuer(p, acc, unit), rescuers(p));
}

/* What was for an accelerator that went before anybody served it, or was not ready. */
static void orphan_unserved(ctsar__pass *p)
{
    for (int a = 0; a < p->accs; ++a)
        if (ctsar__acc_is_out(p, &p->acc[a]) || p->acc[a].late)
            p->round->leave(p, a);
}

/* Has the policy given away all iterations of a round on demand?  Where it has not, an error is
 * better than a result without them. */
static int check_handed_out(const ctsar__pass *p)
{
    const ctsar__queue *q = &p->queue;
    bool asked = q->begun && q->round == ctsar__barrier_now(&p->barrier).round && !q->piece;
    if (!asked || p->sched->handed_out == q->n)
        return CTSAR_OK;
    return ctsar__error(CTSAR_ESTATE, "policy %s has given away %ld of %ld iterations",
                        p->sched->ops->name, p->sched->handed_out, q->n);
}

int ctsar__orphans_adopt(ctsar__pass *p, bool *needed)
{
    ctsar__rescue *r = &p->rescue;
    orphan_unserved(p);
    int status = check_handed_out(p);
    if (status)
        return status;
    ctsar__ready_advance(p);
    ctsar__absence_tell(p);
    *needed = r->left.count > 0;
    bool host = !p->kernel || p->kernel->host;
    if (ctsar__absence_total(p) && host && p->core_cap == 0) {
        ctsar__warn("%s: no accelerator is left; the region runs on the cores", p->name);
        p->core_cap = LONG_MAX;
    }
    if (*needed && ctsar__absence_total(p)) {
        assert(p->kernel); /* inline bodies run on the cores */
        return ctsar__error(CTSAR_EDEVICE,
                            "no unit is left that can execute kernel %s, which has no host form%s",
                            p->kernel->name, ctsar__absence_reason(p, p->kernel));
    }
    ctsar__orphans empty = r->orphans;
    empty.count = 0;
    if (p->rescuing != *needed) /* all threads read it in every turn */
        p->rescuing = *needed;
    r->by_cores = ctsar__pass_team(p).cores > 0;
    r->orphans = r->left;
    r->left = empty;
    if (r->orphans.count)
        qsort(r->orphans.range, (size_t)r->orphans.count, sizeof *r->orphans.range,
              ctsar__range_by_lo);
    return CTSAR_OK;
}

void ctsar__orphans_end(ctsar__pass *p)
{
    if (p->rescuing)
        p->rescuing = false;
    p->rescue.left.count = p->rescue.orphans.count = 0;
}

void ctsar__orphans_free(ctsar__rescue *r)
{
    free(r->left.range);
    free(r->orphans.range);
}

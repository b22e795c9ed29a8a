/* SPDX-License-Identifier: BSD-3-Clause */
#include "pass/turn/versions.h"

#include "mem/range_outputs.h"
#include "pass/core/bounds.h"
#include "pass/core/versions.h"
#include "pass/core/view.h"
#include "version/launch/launch.h"

/* A launch of a family under way. */
typedef struct launch {
    ctsar__version_launch base;
    ctsar__pass *p;
    ctsar__lane *l;
    const ctsar__target *target;
    ctsar__version_range range;
    ctsar__range rest;
    ctsar__range_outputs outputs; /* of what is verified ... */
    double began;                 /* ... since then */
} launch;

static ctsar__range front(const launch *x, long n)
{
    return (ctsar__range){x->rest.lo, x->rest.lo + n};
}

static const ctsar_call *call_for(ctsar__version_launch *base, long n)
{
    launch *x = (launch *)base;
    ctsar_call call = ctsar__call_of(x->l->book.bounds, x->l->hi, front(x, n));
    call.groups = x->l->arguments.call.groups;
    call.arg = x->l->arguments.call.arg;
    call.strides = x->l->arguments.call.strides;
    x->l->arguments.call = call;
    return &x->l->arguments.call;
}

static const ctsar__writer *writer_of(ctsar__version_launch *base)
{
    launch *x = (launch *)base;
    ctsar__range part = front(x, base->choice.n);
    x->began = ctsar__pass_now(x->p);
    x->outputs =
        ctsar__range_outputs_of(&x->l->data, x->target, ctsar__values_of(x->l->book.bounds, part));
    return &x->outputs.writer;
}

static int execute(ctsar__version_launch *base, int version, double *seconds, bool *refused)
{
    launch *x = (launch *)base;
    double began = ctsar__pass_now(x->p);
    *refused = false;
    base->family->kernel->versions[version]->host(&x->l->arguments.call);
    *seconds = ctsar__pass_now(x->p) - began;
    if (!x->p->virtual_clock)
        return CTSAR_OK;
    *seconds = ctsar__version_seconds(x->p, base->family, version, front(x, base->choice.n));
    x->l->modelled += *seconds;
    return CTSAR_OK;
}

static double work_of(const ctsar__version_launch *base)
{
    const launch *x = (const launch *)base;
    return ctsar__pass_work(x->p, front(x, base->choice.n));
}

static const ctsar__launcher core = {
    .call = call_for, .writer = writer_of, .execute = execute, .work = work_of};

/* What verifying takes says nothing of the unit's speed. */
static double verifying(const launch *x)
{
    const ctsar__version_launch *b = &x->base;
    double all =
        x->p->virtual_clock ? b->first_seconds + b->seconds : ctsar__pass_now(x->p) - x->began;
    return all - (b->agree ? b->seconds : 0);
}

static int execute_part(launch *x)
{
    x->base.left = ctsar__range_len(x->rest);
    int status = ctsar__version_launch_next(&x->base);
    if (!status && x->base.first >= 0)
        x->l->traffic.once += verifying(x);
    x->rest.lo += x->base.choice.n;
    return status;
}

/* Executes all of the range where it is known who does that, and neither the learner nor a report
 * wants its time: reading the clock can take longer than a short range. */
static bool straight_on(const ctsar__pass *p, const ctsar__lane *l, const ctsar__family *f)
{
    if (p->virtual_clock || p->reporting)
        return false;
    int v = ctsar__learner_settled(f->learner, ctsar__pass_work(p, l->range));
    if (v < 0)
        return false;
    const ctsar_kernel *k = f->kernel->versions[v];
    if (k->fits && !k->fits(&l->arguments.call))
        return false;
    if (!ctsar__versions_verified(f, v) &&
        ctsar__versions_verifier(f, v, &l->arguments.call) != CTSAR__TRUSTED)
        return false;
    k->host(&l->arguments.call);
    return true;
}

static int execute_parts(ctsar__pass *p, ctsar__lane *l, const ctsar__target *target,
                         ctsar__family *f)
{
    launch x = {
        .base = {.unit = &core, .family = f, .traffic = &l->traffic, .writes = true},
        .p = p,
        .l = l,
        .target = target,
        .range = {.work = ctsar__pass_work(p, l->range), .n = ctsar__range_len(l->range)},
        .rest = l->range,
    };
    int status = CTSAR_OK;
    x.base.range = &x.range;
    if (l->capture.launches == 1 && p->virtual_clock)
        l->modelled = -ctsar__model_seconds(p, l->range); /* which the turn's end adds */
    while (!status && ctsar__range_len(x.rest) > 0)
        status = execute_part(&x);
    if (!status)
        l->traffic.once += ctsar__learner_excess(f->learner, &x.range);
    return status;
}

/* Under the virtual clock a thread has turns of other cores, too, while no other thread has any. */
static ctsar__versions *versions_of(const ctsar__pass *p, const ctsar__lane *l)
{
    const ctsar__lanes *lanes = p->lanes;
    return &lanes->lane[l->unit]->versions;
}

ctsar__family *ctsar__turn_family(const ctsar__pass *p, const ctsar__lane *l,
                                  const ctsar_kernel *kernel)
{
    bool on_core = l->stage == CTSAR__TURN_RANGE && l->acc < 0 && l->unit >= 0;
    return on_core ? ctsar__versions_known(versions_of(p, l), kernel) : NULL;
}

int ctsar__turn_versions(ctsar__pass *p, ctsar__lane *l, const ctsar__target *target,
                         ctsar__family *family)
{
    int last = l->capture.launches - 1, status = CTSAR_OK;
    ctsar_call call = ctsar__call_of(l->book.bounds, l->hi, l->range);
    ctsar__family *f = family;
    if (!f)
        status = ctsar__pass_family(p, versions_of(p, l), -1, l->capture.launch[last].kernel, &f);
    if (!status)
        status = ctsar__capture_bind(&l->capture, last, call, target, &l->arguments);
    if (status || straight_on(p, l, f))
        return status;
    return execute_parts(p, l, target, f);
}

int ctsar__turn_checked(const ctsar_kernel *family, const ctsar_call *call, long iteration)
{
    const ctsar_kernel *found[CTSAR__VERSIONS_MOST];
    int count = 0;
    for (int v = 0; family->versions[v]; ++v) {
        const ctsar_kernel *k = family->versions[v];
        if (k->host && (!k->fits || k->fits(call)))
            found[count++] = k;
    }
    if (!count)
        return ctsar__kernel_fits_none(family, "cpu", call);
    found[iteration % count]->host(call);
    return CTSAR_OK;
}

/* SPDX-License-Identifier: BSD-3-Clause */
#include "pass/turn/versions.h"

#include "pass/core/bounds.h"
#include "pass/core/versions.h"
#include "pass/core/view.h"

/* A launch of a family under way. */
typedef struct launch {
    ctsar__pass *p;
    ctsar__lane *l;
    ctsar__family *family;
    ctsar__version_range range;
    ctsar__range rest;
} launch;

static ctsar__range front(ctsar__range rest, long n)
{
    return (ctsar__range){rest.lo, rest.lo + n};
}

static void set_call(launch *x, ctsar__range part)
{
    ctsar_call call = ctsar__call_of(x->l->book.bounds, x->l->hi, part);
    call.groups = x->l->arguments.call.groups;
    call.arg = x->l->arguments.call.arg;
    call.strides = x->l->arguments.call.strides;
    x->l->arguments.call = call;
}

static int none_fits(const ctsar_kernel *family, long n)
{
    return ctsar__error(CTSAR_ENODEV,
                        "no version of kernel %s may be used on a core for %ld iterations; give it "
                        "one without a guard",
                        family->name, n);
}

/* The next part of the range, which the call is set to, and who executes it. */
static int choose(launch *x, ctsar__version_choice *c)
{
    ctsar__family *f = x->family;
    bool unfit[CTSAR__VERSIONS_MOST] = {false};
    for (;;) {
        *c = ctsar__learner_choose(&f->learner, &x->range, ctsar__range_len(x->rest), unfit);
        if (c->version < 0)
            return none_fits(f->kernel, ctsar__range_len(x->rest));
        set_call(x, front(x->rest, c->n));
        const ctsar_kernel *k = f->kernel->versions[c->version];
        if (!k->fits || k->fits(&x->l->arguments.call))
            return CTSAR_OK;
        unfit[c->version] = true;
        ctsar__learner_miss(&f->learner, &x->range, c, false);
    }
}

static int execute_part(launch *x)
{
    ctsar__version_choice c;
    int status = choose(x, &c);
    if (status)
        return status;
    const ctsar__family *f = x->family;
    ctsar__range part = front(x->rest, c.n);
    double began = ctsar__pass_now(x->p);
    f->kernel->versions[c.version]->host(&x->l->arguments.call);
    double seconds = ctsar__pass_now(x->p) - began;
    if (x->p->virtual_clock) {
        seconds = ctsar__version_seconds(x->p, f, c.version, part);
        x->l->modelled += seconds;
    }
    ctsar__learner_begin(&x->family->learner, &c);
    ctsar__versions_book(x->family, &x->range, &c, ctsar__pass_work(x->p, part), seconds);
    x->rest.lo = part.hi;
    return CTSAR_OK;
}

/* Executes all of the range where it is known who does that, and neither the learner nor a report
 * wants its time: reading the clock can take longer than a short range. */
static bool straight_on(launch *x)
{
    const ctsar__family *f = x->family;
    x->range.work = ctsar__pass_work(x->p, x->rest);
    x->range.n = ctsar__range_len(x->rest);
    if (x->p->virtual_clock || x->p->reporting)
        return false;
    int v = ctsar__learner_settled(&x->family->learner, x->range.work);
    if (v < 0)
        return false;
    const ctsar_kernel *k = f->kernel->versions[v];
    if (k->fits && !k->fits(&x->l->arguments.call))
        return false;
    k->host(&x->l->arguments.call);
    return true;
}

/* Under the virtual clock a thread has turns of other cores, too, while no other thread has any. */
static ctsar__versions *versions_of(const ctsar__pass *p, const ctsar__lane *l)
{
    const ctsar__lanes *lanes = p->lanes;
    return &lanes->lane[l->unit]->versions;
}

int ctsar__turn_versions(ctsar__pass *p, ctsar__lane *l, const ctsar__target *target)
{
    int last = l->capture.launches - 1;
    launch x = {.p = p, .l = l, .rest = l->range};
    int status =
        ctsar__pass_family(p, versions_of(p, l), -1, l->capture.launch[last].kernel, &x.family);
    if (!status)
        status =
            ctsar__capture_bind(&l->capture, last, ctsar__call_of(l->book.bounds, l->hi, l->range),
                                target, &l->arguments);
    if (status || straight_on(&x))
        return status;
    if (last == 0 && p->virtual_clock)
        l->modelled = -ctsar__model_seconds(p, l->range); /* which the turn's end adds */
    while (!status && ctsar__range_len(x.rest) > 0)
        status = execute_part(&x);
    if (!status)
        l->traffic.once += ctsar__learner_excess(&x.family->learner, &x.range);
    return status;
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
        return none_fits(family, call->count);
    found[iteration % count]->host(call);
    return CTSAR_OK;
}

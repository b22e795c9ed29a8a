/* SPDX-License-Identifier: BSD-3-Clause */
#include "pass/turn/versions.h"

#include "pass/core/bounds.h"
#include "pass/core/verify.h"
#include "pass/core/versions.h"
#include "pass/core/view.h"

enum { VERIFIED_PART = 100 }; /* one in so many of a range's iterations verifies a version */

/* A launch of a family under way. */
typedef struct launch {
    ctsar__pass *p;
    ctsar__lane *l;
    const ctsar__target *target;
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
        *c = ctsar__learner_choose(f->learner, &x->range, ctsar__range_len(x->rest), unfit);
        if (c->version < 0)
            return none_fits(f->kernel, ctsar__range_len(x->rest));
        set_call(x, front(x->rest, c->n));
        const ctsar_kernel *k = f->kernel->versions[c->version];
        if (!k->fits || k->fits(&x->l->arguments.call))
            return CTSAR_OK;
        unfit[c->version] = true;
        ctsar__learner_refuse(f->learner, &x->range, c);
    }
}

/* Executes the call by a version; returns the seconds. */
static double execute(launch *x, int version, ctsar__range part)
{
    double began = ctsar__pass_now(x->p);
    x->family->kernel->versions[version]->host(&x->l->arguments.call);
    if (!x->p->virtual_clock)
        return ctsar__pass_now(x->p) - began;
    double seconds = ctsar__version_seconds(x->p, x->family, version, part);
    x->l->modelled += seconds;
    return seconds;
}

/* The same by version `first` before, whose results count if they differ: not *agree.  What that
 * takes tells nothing of the unit's speed. */
static int execute_verified(launch *x, int version, int first, ctsar__range part, double *seconds,
                            bool *agree)
{
    const ctsar__range_outputs outputs =
        ctsar__range_outputs_of(&x->l->data, x->target, ctsar__values_of(x->l->book.bounds, part));
    ctsar__verification v = {.writer = &outputs.writer, .first = first, .other = version};
    double began = ctsar__pass_now(x->p), by_first = 0;
    int status = ctsar__verify_begin(&v, &x->l->traffic);
    if (!status) {
        by_first = execute(x, first, part);
        status = ctsar__verify_again(&v, &x->l->traffic);
    }
    if (!status) {
        *seconds = execute(x, version, part);
        status = ctsar__verify_end(&v, x->family->kernel, agree, &x->l->traffic);
    }
    ctsar__verify_free(&v);
    double all = x->p->virtual_clock ? by_first + *seconds : ctsar__pass_now(x->p) - began;
    x->l->traffic.once += all - (*agree ? *seconds : 0);
    return status;
}

/* Who is to verify the choice, if it has to be: then on few iterations, where the guard allows. */
static int verify_by(launch *x, ctsar__version_choice *c)
{
    const ctsar_call *call = &x->l->arguments.call;
    if (ctsar__versions_verifier(x->family, c->version, call) < 0)
        return -1;
    const ctsar_kernel *k = x->family->kernel->versions[c->version];
    long few = x->range.n / VERIFIED_PART + 1;
    if (few < c->n) {
        set_call(x, front(x->rest, few));
        if (!k->fits || k->fits(call))
            c->n = few;
        set_call(x, front(x->rest, c->n));
    }
    return ctsar__versions_verifier(x->family, c->version, call);
}

static int execute_part(launch *x)
{
    ctsar__version_choice c;
    int status = choose(x, &c);
    if (status)
        return status;
    ctsar__family *f = x->family;
    double seconds = 0;
    bool agree = true;
    int first = verify_by(x, &c);
    ctsar__range part = front(x->rest, c.n);
    if (first < 0)
        seconds = execute(x, c.version, part);
    else
        status = execute_verified(x, c.version, first, part, &seconds, &agree);
    if (status)
        return status;
    x->rest.lo = part.hi;
    ctsar__learner_begin(f->learner, &c);
    if (!agree)
        return ctsar__versions_drop(f, &c);
    f->verified[c.version] = first >= 0 || f->verified[c.version];
    ctsar__versions_book(f, &x->range, &c, ctsar__pass_work(x->p, part), seconds);
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
    int v = ctsar__learner_settled(x->family->learner, x->range.work);
    if (v < 0)
        return false;
    const ctsar_kernel *k = f->kernel->versions[v];
    if (k->fits && !k->fits(&x->l->arguments.call))
        return false;
    if (ctsar__versions_verifier(f, v, &x->l->arguments.call) >= 0)
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
    launch x = {.p = p, .l = l, .target = target, .rest = l->range};
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
        l->traffic.once += ctsar__learner_excess(x.family->learner, &x.range);
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

/* SPDX-License-Identifier: BSD-3-Clause */
#include "pass/flight/versions.h"

#include <string.h>

#include "base/grow.h"
#include "pass/core/bounds.h"
#include "pass/core/trace.h"
#include "pass/core/versions.h"

void ctsar__slot_forget_range(ctsar__slot *s)
{
    if (s->ranged_room)
        memset(s->ranged, 0, s->ranged_room * sizeof *s->ranged);
    s->excess = 0;
}

static int reserve(ctsar__slot *s, int launches)
{
    size_t had = s->ranged_room;
    if ((size_t)launches <= had)
        return CTSAR_OK;
    ctsar__version_range *more =
        ctsar__grow(s->ranged, &s->ranged_room, (size_t)launches, sizeof *more);
    if (!more)
        return ctsar__error(CTSAR_ENOMEM, "no memory for %d launches", launches);
    memset(more + had, 0, (s->ranged_room - had) * sizeof *more);
    s->ranged = more;
    return CTSAR_OK;
}

/* The record of launch i's range, of which the piece is a part. */
static ctsar__version_range *range_of(const ctsar__pass *p, ctsar__slot *s, int i)
{
    ctsar__version_range *r = &s->ranged[i];
    if (r->n == 0)
        *r = (ctsar__version_range){.work = ctsar__pass_work(p, s->whole),
                                    .n = ctsar__range_len(s->whole)};
    return r;
}

static const ctsar_kernel *kernel_of(const ctsar__acc *a, int i)
{
    return a->capture.launch[i].kernel;
}

/* ---- How far --------------------------------------------------------------------------- */

int ctsar__slot_reach(ctsar__pass *p, ctsar__acc *a, ctsar__slot *s, ctsar__range range, long *n)
{
    int status = CTSAR_OK;
    *n = ctsar__range_len(range);
    for (int i = 0; i < a->capture.launches && !status; ++i) {
        ctsar__family *f;
        if (!kernel_of(a, i)->versions || (status = reserve(s, a->capture.launches)))
            continue;
        pthread_mutex_lock(&a->choosing);
        status = ctsar__pass_family(p, &a->versions, s->acc, kernel_of(a, i), &f);
        if (!status)
            *n = ctsar__learner_choose(f->learner, range_of(p, s, i), *n, NULL).n;
        pthread_mutex_unlock(&a->choosing);
    }
    return status;
}

/* ---- Who -------------------------------------------------------------------------------- */

static int none_fits(const ctsar__family *f, const ctsar__acc *a, long n)
{
    return ctsar__error(CTSAR_ENODEV,
                        "no version of kernel %s may be used on %s for %ld iterations; give it one "
                        "without a guard",
                        f->kernel->name, a->device->name, n);
}

/* A piece that is longer than a trial is no trial; a shorter one, which memory has cut, may be. */
static ctsar__version_choice choose_for(ctsar__family *f, ctsar__version_range *r, long n,
                                        const bool *unfit)
{
    ctsar__version_choice c = ctsar__learner_choose(f->learner, r, n, unfit);
    bool none[CTSAR__VERSIONS_MOST];
    memcpy(none, unfit, sizeof none);
    while (c.trial && c.n < n) {
        none[c.version] = true;
        ctsar__version_choice other = ctsar__learner_choose(f->learner, r, n, none);
        if (other.version < 0) {
            c.trial = false;
            break;
        }
        c = other;
    }
    c.n = n;
    return c;
}

/* Under the lock. */
static int choose(const ctsar__acc *a, ctsar__slot *s, ctsar__version_range *r, long n)
{
    ctsar__family *f = s->family;
    bool unfit[CTSAR__VERSIONS_MOST] = {false};
    for (;;) {
        s->choice = choose_for(f, r, n, unfit);
        if (s->choice.version < 0)
            return none_fits(f, a, n);
        const ctsar_kernel *k = f->kernel->versions[s->choice.version];
        if (!k->fits || k->fits(&s->arguments.call)) {
            ctsar__learner_begin(f->learner, &s->choice);
            return CTSAR_OK;
        }
        unfit[s->choice.version] = true;
        ctsar__learner_refuse(f->learner, r, &s->choice);
    }
}

static int enqueue(ctsar__pass *p, ctsar__acc *a, ctsar__slot *s, int v, ctsar__range piece,
                   bool first, ctsar__event *e)
{
    ctsar__family *f = s->family;
    ctsar__device *d = a->device;
    int status = ctsar__versions_launchable(f, v);
    if (status)
        return status;
    s->arguments.launch.kernel = f->kernel->versions[v];
    s->arguments.launch.seconds = first ? ctsar__version_seconds(p, f, v, piece) : 0;
    return d->backend->launch(d, s->index, &s->arguments.launch, e);
}

/* ---- Verifying --------------------------------------------------------------------------- */

/* Executes the version that verifies the choice.  What that takes says nothing of the unit's
 * speed. */
static int execute_first(ctsar__pass *p, ctsar__acc *a, ctsar__slot *s, ctsar__range piece,
                         bool first)
{
    ctsar__verification *x = &s->verification;
    ctsar__device *d = a->device;
    ctsar__event e;
    int status = ctsar__verify_begin(x, &s->traffic);
    if (!status)
        status = ctsar__on(d, enqueue(p, a, s, x->first, piece, first, &e), &s->traffic);
    if (!status)
        status = ctsar__on(d, d->backend->wait(d, &e), &s->traffic);
    if (status)
        return status;
    ctsar__engines_book(&a->engines, s->index, CTSAR__COMPUTE, e.seconds,
                        ctsar__traced_kernel(piece));
    s->kernel += e.seconds;
    s->excess += e.seconds;
    return ctsar__verify_again(x, &s->traffic);
}

/* By whom the choice is to be verified, if it is.  Under the lock. */
static void look_for_first(ctsar__acc *a, ctsar__slot *s, ctsar__range piece,
                           const ctsar__target *target)
{
    int by = ctsar__versions_verifier(s->family, s->choice.version, &s->arguments.call);
    ctsar__slot_verified(s);
    s->verifying = by >= 0;
    s->outputs = ctsar__range_outputs_of(&a->data, target, ctsar__values_of(a->bounds, piece));
    s->verification = (ctsar__verification){
        .writer = &s->outputs.writer, .first = by, .other = s->choice.version};
}

void ctsar__slot_verified(ctsar__slot *s)
{
    ctsar__verify_free(&s->verification);
    s->verifying = false;
}

/* ---- Launching --------------------------------------------------------------------------- */

int ctsar__slot_launch(ctsar__pass *p, ctsar__acc *a, ctsar__slot *s, ctsar__range piece, int i,
                       const ctsar__target *target, ctsar__event *e)
{
    ctsar__version_range *r = range_of(p, s, i);
    bool failed = false;
    int status;
    do {
        pthread_mutex_lock(&a->choosing);
        status = ctsar__pass_family(p, &a->versions, s->acc, kernel_of(a, i), &s->family);
        if (!status)
            status = choose(a, s, r, ctsar__range_len(piece));
        if (!status)
            look_for_first(a, s, piece, target);
        pthread_mutex_unlock(&a->choosing);
        if (status)
            return status;
        if (s->verifying)
            status = execute_first(p, a, s, piece, i == 0);
        if (status)
            return status;
        status = enqueue(p, a, s, s->choice.version, piece, i == 0, e);
        failed = status == CTSAR_EDEVICE;
        if (failed) {
            pthread_mutex_lock(&a->choosing);
            status = ctsar__versions_drop(s->family, &s->choice);
            pthread_mutex_unlock(&a->choosing);
        }
    } while (failed && !status);
    return status;
}

int ctsar__slot_launched(ctsar__pass *p, ctsar__acc *a, ctsar__slot *s, ctsar__range piece, int i,
                         double seconds)
{
    ctsar__version_range *r = range_of(p, s, i);
    bool agree = true;
    int status = s->verifying
                     ? ctsar__verify_end(&s->verification, s->family->kernel, &agree, &s->traffic)
                     : CTSAR_OK;
    if (status)
        return status;
    pthread_mutex_lock(&a->choosing);
    if (agree) {
        if (s->verifying)
            s->family->verified[s->choice.version] = true;
        ctsar__versions_book(s->family, r, &s->choice, ctsar__pass_work(p, piece), seconds);
        s->excess += ctsar__learner_excess(s->family->learner, r);
    } else {
        status = ctsar__versions_drop(s->family, &s->choice);
        s->excess += seconds;
    }
    pthread_mutex_unlock(&a->choosing);
    return status;
}

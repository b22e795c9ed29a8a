/* SPDX-License-Identifier: BSD-3-Clause */
#include "version/launch/launch.h"

#include <string.h>

enum { VERIFIED_PART = 100 }; /* one in so many of a range's iterations verifies a version */

static void hold(ctsar__version_launch *x, bool on)
{
    if (x->unit->hold)
        x->unit->hold(x, on);
}

/* ---- Who ------------------------------------------------------------------------------------ */

/* Of versions on trial only those that are to have all that is left, which memory may have cut; one
 * that is to have less is not on trial with all of it. */
static ctsar__version_choice choose_whole(const ctsar__version_launch *x, const bool *unfit)
{
    const ctsar__learner *l = x->family->learner;
    ctsar__version_choice c = ctsar__learner_choose(l, x->range, x->left, unfit);
    bool none[CTSAR__VERSIONS_MOST];
    memcpy(none, unfit, sizeof none);
    while (c.trial && c.n < x->left) {
        none[c.version] = true;
        ctsar__version_choice other = ctsar__learner_choose(l, x->range, x->left, none);
        if (other.version < 0) {
            c.trial = false;
            break;
        }
        c = other;
    }
    c.n = x->left;
    return c;
}

static bool fits(const ctsar__version_launch *x, const ctsar_call *call)
{
    const ctsar_kernel *k = x->family->kernel->versions[x->choice.version];
    return !k->fits || k->fits(call);
}

static int verifier(const ctsar__version_launch *x, const ctsar_call *call)
{
    return x->writes ? ctsar__versions_verifier(x->family, x->choice.version, call)
                     : CTSAR__TRUSTED;
}

/* Who verifies the choice, if it has to be: then on few iterations, where the guards of both allow.
 * False: nobody can. */
static bool find_verifier(ctsar__version_launch *x, const ctsar_call *call)
{
    long few = x->range->n / VERIFIED_PART + 1;
    x->first = verifier(x, call);
    if (x->first < 0 || x->whole || few >= x->choice.n)
        return x->first != CTSAR__BY_NOBODY;
    call = x->unit->call(x, few);
    int first = fits(x, call) ? verifier(x, call) : CTSAR__BY_NOBODY;
    if (first >= 0) {
        x->first = first;
        x->choice.n = few;
    } else
        (void)x->unit->call(x, x->choice.n);
    return true;
}

static int choose(ctsar__version_launch *x)
{
    ctsar__family *f = x->family;
    bool unfit[CTSAR__VERSIONS_MOST];
    memcpy(unfit, f->out, sizeof unfit);
    for (;;) {
        x->choice = x->whole ? choose_whole(x, unfit)
                             : ctsar__learner_choose(f->learner, x->range, x->left, unfit);
        if (x->choice.version < 0)
            return ctsar__versions_none(f, x->unit->call(x, x->left));
        const ctsar_call *call = x->unit->call(x, x->choice.n);
        bool fit = fits(x, call);
        if (fit && find_verifier(x, call)) {
            ctsar__learner_begin(f->learner, &x->choice);
            return CTSAR_OK;
        }
        unfit[x->choice.version] = true;
        if (!fit || !f->shared) /* another unit of the model may have who verifies it */
            ctsar__learner_refuse(f->learner, x->range, &x->choice);
    }
}

/* ---- Executing it --------------------------------------------------------------------------- */

static int execute(ctsar__version_launch *x, int version, double *seconds)
{
    bool refused = false;
    int status = x->unit->execute(x, version, seconds, &refused);
    if (refused)
        x->refused = version;
    return status;
}

static int execute_verified(ctsar__version_launch *x)
{
    ctsar__verification v = {
        .writer = x->unit->writer(x), .first = x->first, .other = x->choice.version};
    int status = ctsar__verify_begin(&v, x->traffic);
    if (!status)
        status = execute(x, x->first, &x->first_seconds);
    if (!status)
        status = ctsar__verify_again(&v, x->traffic);
    if (!status)
        status = execute(x, x->choice.version, &x->seconds);
    if (!status)
        status = ctsar__verify_end(&v, x->family->kernel, &x->agree, x->traffic);
    ctsar__verify_free(&v);
    return status;
}

/* ---- What became of it ------------------------------------------------------------------------
 */

/* It counts, or the results of the one that has verified it do, which has not failed then. */
static void note_executed(ctsar__version_launch *x)
{
    ctsar__family *f = x->family;
    int v = x->choice.version;
    if (x->agree) {
        double work = x->unit->work ? x->unit->work(x) : x->range->work;
        if (x->first >= 0)
            ctsar__versions_agreed(f, v);
        ctsar__versions_book(f, x->range, &x->choice, work, x->seconds);
    } else {
        ctsar__learner_cancel(f->learner, &x->choice);
        (void)!ctsar__versions_drop(f, v);
    }
    if (x->unit->noted)
        x->unit->noted(x);
}

/* EDEVICE: a version was refused, and none is left. */
static int note(ctsar__version_launch *x, int status)
{
    if (!status) {
        note_executed(x);
        return status;
    }
    ctsar__learner_cancel(x->family->learner, &x->choice);
    return x->refused >= 0 ? ctsar__versions_drop(x->family, x->refused) : status;
}

int ctsar__version_launch_next(ctsar__version_launch *x)
{
    int status;
    do {
        x->refused = -1;
        x->agree = true;
        x->seconds = x->first_seconds = 0;
        hold(x, true);
        status = choose(x);
        hold(x, false);
        if (status)
            return status;
        status = x->first < 0 ? execute(x, x->choice.version, &x->seconds) : execute_verified(x);
        hold(x, true);
        status = note(x, status);
        hold(x, false);
    } while (x->refused >= 0 && !status);
    return status;
}

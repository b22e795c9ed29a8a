/* SPDX-License-Identifier: BSD-3-Clause */
#include "pass/flight/versions.h"

#include <string.h>

#include "base/grow.h"
#include "mem/range_outputs.h"
#include "pass/core/bounds.h"
#include "pass/core/versions.h"
#include "pass/flight/kernel.h"
#include "version/launch/launch.h"

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

/* ---- Launching --------------------------------------------------------------------------- */

/* Launch number i of the turn, on a piece. */
typedef struct launch {
    ctsar__version_launch base;
    ctsar__pass *p;
    ctsar__acc *a;
    ctsar__slot *s;
    ctsar__range piece;
    int i;
    int kept; /* a status */
    ctsar__range_outputs outputs;
} launch;

static void hold(ctsar__version_launch *base, bool hold)
{
    launch *x = (launch *)base;
    if (hold)
        pthread_mutex_lock(&x->a->choosing);
    else
        pthread_mutex_unlock(&x->a->choosing);
}

static const ctsar_call *call_for(ctsar__version_launch *base, long n)
{
    (void)n; /* all of the piece */
    return &((launch *)base)->s->arguments.call;
}

static const ctsar__writer *writer_of(ctsar__version_launch *base)
{
    return &((launch *)base)->outputs.writer;
}

/* What the version that verifies takes says nothing of the unit's speed. */
static int execute(ctsar__version_launch *base, int version, double *seconds, bool *refused)
{
    launch *x = (launch *)base;
    ctsar__family *f = base->family;
    bool verifies = version == base->first, first = x->i == 0;
    int status = ctsar__versions_launchable(f, version);
    *refused = status;
    if (status)
        return status;
    ctsar__slot_kernel k = {.form = f->kernel->versions[version],
                            .modelled =
                                first ? ctsar__version_seconds(x->p, f, version, x->piece) : 0,
                            .keep = first && !verifies};
    status = ctsar__slot_execute_kernel(x->a, x->s, x->piece, &k);
    *refused = k.refused;
    if (status)
        return status;
    *seconds = k.seconds;
    x->kept = k.kept;
    x->s->excess += verifies ? k.seconds : 0;
    return status;
}

static double work_of(const ctsar__version_launch *base)
{
    const launch *x = (const launch *)base;
    return ctsar__pass_work(x->p, x->piece);
}

static void noted(ctsar__version_launch *base)
{
    launch *x = (launch *)base;
    x->s->excess +=
        base->agree ? ctsar__learner_excess(base->family->learner, base->range) : base->seconds;
}

static const ctsar__launcher accelerator = {.hold = hold,
                                            .call = call_for,
                                            .writer = writer_of,
                                            .execute = execute,
                                            .work = work_of,
                                            .noted = noted};

int ctsar__slot_launch(ctsar__pass *p, ctsar__acc *a, ctsar__slot *s, ctsar__range piece, int i,
                       const ctsar__target *target)
{
    launch x = {.base = {.unit = &accelerator,
                         .range = range_of(p, s, i),
                         .traffic = &s->traffic,
                         .left = ctsar__range_len(piece),
                         .whole = true,
                         .writes = true},
                .p = p,
                .a = a,
                .s = s,
                .piece = piece,
                .i = i,
                .outputs =
                    ctsar__range_outputs_of(&a->data, target, ctsar__values_of(a->bounds, piece))};
    pthread_mutex_lock(&a->choosing);
    int status = ctsar__pass_family(p, &a->versions, s->acc, kernel_of(a, i), &x.base.family);
    pthread_mutex_unlock(&a->choosing);
    if (!status)
        status = ctsar__version_launch_next(&x.base);
    if (status)
        return ctsar__on(a->device, status, &s->traffic);
    s->traffic.failed = NULL; /* another version has been launched */
    return x.kept;
}

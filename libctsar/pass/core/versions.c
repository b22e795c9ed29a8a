/* SPDX-License-Identifier: BSD-3-Clause */
#include "pass/core/versions.h"

#include <stdio.h>

#include "pass/core/view.h"

/* ---- Families ------------------------------------------------------------------------------ */

static void recall(const ctsar__pass *p, int acc, ctsar__family *f)
{
    ctsar__measured known[CTSAR__CLASSES];
    int unit = acc < 0 ? p->accs : acc;
    for (int v = 0; v < f->versions && p->history; ++v) {
        ctsar__history_recall_version(p->history, unit, f->kernel->name,
                                      f->kernel->versions[v]->name, known, CTSAR__CLASSES);
        for (int c = 0; c < CTSAR__CLASSES; ++c)
            if (known[c].ranges > 0)
                ctsar__learner_hint(&f->learner, v, c, known[c].time, 1);
    }
}

int ctsar__pass_family(ctsar__pass *p, ctsar__versions *all, int acc, const ctsar_kernel *kernel,
                       ctsar__family **family)
{
    const ctsar__device *d = acc < 0 ? NULL : p->acc[acc].device;
    const ctsar__version_unit unit = {.exact = p->virtual_clock,
                                      .name = d ? d->name : "cpu",
                                      .backend = d ? d->backend : NULL,
                                      .settings = &p->machine->config.versions};
    bool fresh;
    int status = ctsar__versions_find(all, kernel, &unit, family, &fresh);
    if (!status && fresh)
        recall(p, acc, *family);
    return status;
}

double ctsar__pass_work(const ctsar__pass *p, ctsar__range r)
{
    const ctsar__cost *cost = &p->sched->env.cost;
    return cost->work ? cost->work(cost->data, r.lo, r.hi) : (double)ctsar__range_len(r);
}

double ctsar__version_seconds(const ctsar__pass *p, const ctsar__family *f, int version,
                              ctsar__range r)
{
    const ctsar__version_cost *cost = &f->cost[version];
    return cost->factor * ctsar__model_seconds(p, r) + cost->seconds;
}

/* ---- What they did -------------------------------------------------------------------------- */

int ctsar__versions_report(ctsar__versions *all, ctsar__unit_stats *u)
{
    int status = CTSAR_OK;
    for (ctsar__family *f = all->first; f; f = f->next)
        for (int v = 0; v < f->versions && !status; ++v) {
            const ctsar__version_count *c = &f->count[v];
            const ctsar__version_stats done = {.launches = c->launches,
                                               .trials = c->trials,
                                               .iterations = c->iterations,
                                               .seconds = c->seconds,
                                               .out = *f->why[v]};
            if (c->launches || *f->why[v])
                status =
                    ctsar__stats_version(u, f->kernel->name, f->kernel->versions[v]->name, &done);
            f->count[v] = (ctsar__version_count){0};
        }
    return status;
}

static void say_version(ctsar__family *f, int v, int unit, ctsar__history_say *say, void *to)
{
    ctsar__version_rate *rate = f->learner.v[v].rate;
    for (int c = 0; c < CTSAR__CLASSES; ++c)
        if (rate[c].fresh > 0) {
            char about[CTSAR__HISTORY_ABOUT];
            ctsar__history_about(about, f->kernel->name, f->kernel->versions[v]->name, c);
            say(to, unit, about, (ctsar__measured){0, rate[c].rate, rate[c].fresh});
            rate[c].fresh = 0;
        }
}

static void say_unit(const ctsar__versions *all, int unit, ctsar__history_say *say, void *to)
{
    for (ctsar__family *f = all->first; f; f = f->next)
        for (int v = 0; v < f->versions; ++v)
            say_version(f, v, unit, say, to);
}

void ctsar__pass_say_versions(void *pass, ctsar__history_say *say, void *to)
{
    ctsar__pass *p = pass;
    const ctsar__lanes *lanes = p->lanes;
    for (int i = 0; lanes && i < lanes->count; ++i) /* NULL: the region is not whole yet */
        say_unit(&lanes->lane[i]->versions, p->accs, say, to);
    for (int a = 0; lanes && a < p->accs; ++a)
        say_unit(&p->acc[a].versions, a, say, to);
}

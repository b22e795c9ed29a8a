/* SPDX-License-Identifier: BSD-3-Clause */
#include "pass/core/versions.h"

#include <stdio.h>

#include "observe/history_versions.h"
#include "pass/core/view.h"

/* ---- Families ------------------------------------------------------------------------------ */

int ctsar__pass_family(ctsar__pass *p, ctsar__versions *all, int acc, const ctsar_kernel *kernel,
                       ctsar__family **family)
{
    if ((*family = ctsar__versions_known(all, kernel)))
        return CTSAR_OK;
    const ctsar__device *d = acc < 0 ? NULL : p->acc[acc].device;
    const ctsar__version_unit unit = {.exact = p->virtual_clock,
                                      .name = d ? d->name : "cpu",
                                      .backend = d ? d->backend : NULL,
                                      .settings = &p->machine->config.versions};
    bool fresh;
    int status = ctsar__versions_find(all, kernel, &unit, family, &fresh);
    if (!status && fresh && p->history)
        ctsar__history_recall_family(p->history, acc < 0 ? p->accs : acc, *family);
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

static void say_and_forget(const ctsar__versions *all, int unit, ctsar__history_say *say, void *to)
{
    ctsar__history_say_versions(all, NULL, unit, say, to);
    ctsar__history_said_versions(all);
}

void ctsar__pass_say_versions(void *pass, ctsar__history_say *say, void *to)
{
    ctsar__pass *p = pass;
    const ctsar__lanes *lanes = p->lanes;
    for (int i = 0; lanes && i < lanes->count; ++i) /* NULL: the region is not whole yet */
        say_and_forget(&lanes->lane[i]->versions, p->accs, say, to);
    for (int a = 0; lanes && a < p->accs; ++a)
        say_and_forget(&p->acc[a].versions, a, say, to);
}

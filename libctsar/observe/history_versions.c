/* SPDX-License-Identifier: BSD-3-Clause */
#include "observe/history_versions.h"

void ctsar__history_recall_family(const ctsar__history_region *r, int unit, ctsar__family *f)
{
    ctsar__measured known[CTSAR__CLASSES];
    for (int v = 0; v < f->versions; ++v) {
        ctsar__history_recall_version(r, unit, f->kernel->name, f->kernel->versions[v]->name, known,
                                      CTSAR__CLASSES);
        for (int c = 0; c < CTSAR__CLASSES; ++c)
            if (known[c].ranges > 0)
                ctsar__learner_hint(f->learner, v, c, known[c].time, 1);
    }
}

static void say_version(ctsar__family *f, int v, int unit, ctsar__history_say *say, void *to)
{
    ctsar__version_rate *rate = f->learner->v[v].rate;
    for (int c = 0; c < CTSAR__CLASSES; ++c)
        if (rate[c].fresh > 0) {
            char about[CTSAR__HISTORY_ABOUT];
            ctsar__history_about(about, f->kernel->name, f->kernel->versions[v]->name, c);
            say(to, unit, about, (ctsar__measured){0, rate[c].rate, rate[c].fresh});
        }
}

void ctsar__history_say_versions(const ctsar__versions *all, const ctsar__versions *used, int unit,
                                 ctsar__history_say *say, void *to)
{
    for (ctsar__family *f = all->first; f; f = f->next)
        for (int v = 0; v < f->versions; ++v)
            if (!used || ctsar__versions_used(used, f->kernel, v))
                say_version(f, v, unit, say, to);
}

void ctsar__history_said_versions(const ctsar__versions *all)
{
    for (ctsar__family *f = all->first; f; f = f->next)
        for (int v = 0; v < f->versions; ++v)
            for (int c = 0; c < CTSAR__CLASSES; ++c)
                f->learner->v[v].rate[c].fresh = 0;
}

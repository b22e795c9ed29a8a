/* SPDX-License-Identifier: BSD-3-Clause */
#include "pass/core/publish.h"

#include <string.h>

#include "pass/core/view.h"

const ctsar__split *ctsar__published(const ctsar__pass *p, long n, ctsar__team team)
{
    const ctsar__split *s = &p->published;
    bool fits = n >= 0 && s->n == n && s->team.cores == team.cores && s->team.accs == team.accs;
    return fits ? s : NULL;
}

static bool same_split(const ctsar__split *a, const ctsar__split *b)
{
    size_t bytes = ((size_t)ctsar__team_units(a->team) + 1) * sizeof *a->boundary;
    return a->n == b->n && a->team.cores == b->team.cores && a->team.accs == b->team.accs &&
           !memcmp(a->boundary, b->boundary, bytes);
}

int ctsar__publish(ctsar__pass *p, long n, ctsar__split *scratch)
{
    int status = ctsar__sched_split(p->sched, n, ctsar__pass_team(p), scratch);
    if (!status && (p->published.n < 0 || !same_split(&p->published, scratch))) {
        ctsar__split old = p->published;
        p->published = *scratch;
        *scratch = old;
    }
    return status;
}

/* SPDX-License-Identifier: BSD-3-Clause */
#include "sched/math/tally.h"

#include <math.h>
#include <stdlib.h>

#define KEPT 0.5 /* of the sums, from pass to pass */

int ctsar__tally_init(ctsar__tally *t, int accs)
{
    *t = (ctsar__tally){.accs = accs, .unit = calloc((size_t)accs + 1, sizeof *t->unit)};
    if (!t->unit)
        return ctsar__error(CTSAR_ENOMEM, "no memory for the times of %d accelerators", accs);
    return CTSAR_OK;
}

void ctsar__tally_free(ctsar__tally *t)
{
    free(t->unit);
}

static bool adds_up(double x)
{
    return x >= 0 && isfinite(x);
}

void ctsar__tally_add(ctsar__tally *t, const ctsar__sample *s, double work)
{
    if (!adds_up(s->seconds) || !adds_up(s->fixed) || !adds_up(work))
        return;
    int acc = s->unit - s->team.cores;
    ctsar__tallied *u = &t->unit[acc >= 0 ? acc : t->accs];
    double fixed = fmin(s->fixed, s->seconds);
    u->work += work;
    u->seconds += s->seconds - fixed;
    u->overhead += fixed;
    u->pieces += s->pieces > 0 ? (double)s->pieces : 1;
    u->worked = true;
}

void ctsar__tally_end(ctsar__tally *t)
{
    for (int i = 0; i <= t->accs; i++) {
        ctsar__tallied *u = &t->unit[i];
        if (!u->worked)
            continue;
        u->passes++;
        u->worked = false;
        u->work *= KEPT;
        u->seconds *= KEPT;
        u->overhead *= KEPT;
        u->pieces *= KEPT;
    }
}

void ctsar__tally_times(const ctsar__tally *t, ctsar__measured *unit)
{
    for (int i = 0; i <= t->accs; i++) {
        const ctsar__tallied *u = &t->unit[i];
        if (u->passes > 0 && u->work > 0 && u->seconds > 0)
            unit[i] = (ctsar__measured){u->overhead / u->pieces, u->seconds / u->work, u->passes};
    }
}

/* SPDX-License-Identifier: BSD-3-Clause */
#include "region/in_force.h"

ctsar__settings ctsar__settings_in_force(const ctsar *s)
{
    ctsar__settings e = s->settings;
    const ctsar__config *c = &s->machine->config;
    if (c->policy >= 0)
        e.policy = (ctsar_policy)c->policy;
    if (c->div ||
        c->chunk) { /* a piece's size goes before div, but not the code's before CTSAR_DIV */
        e.div = c->div ? c->div : e.div;
        e.chunk = c->chunk;
    }
    if (c->ratio >= 0)
        e.ratio = c->ratio;
    if (c->backoff >= 0) {
        e.backoff = (ctsar_backoff)c->backoff;
        e.backoff_passes = c->backoff_passes;
    }
    return e;
}

void ctsar__settings_overriding(const ctsar__config *c, const char **name)
{
    if (c->policy >= 0)
        *name++ = "CTSAR_POLICY";
    if (c->div)
        *name++ = "CTSAR_DIV";
    if (c->chunk)
        *name++ = "CTSAR_CHUNK";
    if (c->ratio >= 0)
        *name++ = "CTSAR_RATIO";
    if (c->backoff >= 0)
        *name++ = "CTSAR_BACKOFF";
    if (c->versions.nforced)
        *name++ = "CTSAR_VERSIONS";
    *name = NULL;
}

bool ctsar__settings_same(const ctsar__settings *a, const ctsar__settings *b)
{
    return ctsar__policy((int)a->policy) == ctsar__policy((int)b->policy) && a->div == b->div &&
           a->chunk == b->chunk && a->ratio == b->ratio && a->backoff == b->backoff &&
           a->backoff_passes == b->backoff_passes;
}

/* SPDX-License-Identifier: BSD-3-Clause */
#include "mem/there.h"

#include "mem/current.h"
#include "mem/holder.h"
#include "mem/layout.h"

static bool is_arriving(const ctsar__holder *h, ctsar__items at)
{
    bool any = h->guests || h->landed.count;
    for (const ctsar__wish *w = h->wishes; w && !any; w = w->next)
        for (int i = 0; i < CTSAR__SLOTS && !any; ++i)
            any = ctsar__items_meet(w->flights->arriving[i], at);
    return any;
}

static bool is_backed(const ctsar__holder *h, const ctsar__use *u)
{
    size_t items = (u->needs.hi - u->needs.lo) / u->shape->inner;
    const ctsar__layout *now = &h->place.layout;
    ctsar__layout l = ctsar__layout_unit(u->shape, h->place.device, items, now);
    return u->needs.lo >= h->window.lo && u->needs.hi <= h->window.hi &&
           ctsar__layout_equal(&l, now);
}

/* Under the lock. */
static bool has(const ctsar__shared *s, const ctsar__holder *h, const ctsar__use *u)
{
    return ctsar__shared_is_same(s, u->shape) && !ctsar__holder_is_lost(h) && is_backed(h, u) &&
           !is_arriving(h, u->needs) &&
           (!u->reads || ctsar__intervals_cover(&h->current, u->needs));
}

bool ctsar__shared_is_there(ctsar__shared *s, ctsar__holder *h, const ctsar__use *u,
                            ctsar__wish *wish, unsigned long pass, int slot)
{
    pthread_mutex_lock(&s->mutex);
    bool there = has(s, h, u);
    if (there)
        ctsar__wish_pin(wish, u, pass, slot);
    pthread_mutex_unlock(&s->mutex);
    return there;
}

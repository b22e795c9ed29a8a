/* SPDX-License-Identifier: BSD-3-Clause */
#include "mem/owed.h"

#include "device/pace.h"

int ctsar__owed_forget(ctsar__holder *h, ctsar__items at)
{
    int status = CTSAR_OK;
    for (ctsar__wish *w = h->wishes; w && !status; w = w->next)
        status = ctsar__intervals_remove(&w->wrote, at);
    return status;
}

int ctsar__owed_note(ctsar__holder *h, ctsar__wish *wish, ctsar__items at)
{
    int status = ctsar__owed_forget(h, at);
    return status || !wish ? status : ctsar__intervals_add(&wish->wrote, at);
}

static int fetched(ctsar__wish *w, ctsar__items at)
{
    int status = ctsar__intervals_add_common(&w->owed, &w->wrote, at);
    return status ? status : ctsar__intervals_remove(&w->wrote, at);
}

int ctsar__owed_fetched(ctsar__holder *h, const ctsar__use *u, ctsar__items piece)
{
    bool all = !u || !u->shape || ctsar__shape_whole(u->shape);
    ctsar__items at = all ? piece : ctsar__items_common(piece, u->owns);
    int status = CTSAR_OK;
    for (ctsar__wish *w = h->wishes; w && !status; w = w->next)
        status = fetched(w, at);
    return status;
}

int ctsar__owed_account(const ctsar__shared *s, const ctsar__holder *h, ctsar__wish *wish,
                        ctsar__items at, ctsar__traffic *t)
{
    const ctsar__device *d = h->place.device;
    size_t bytes = s->outer * ctsar__intervals_common(&wish->owed, at);
    if (bytes == 0)
        return CTSAR_OK;
    t->home += d->copy_overhead + ctsar__pace_per_byte(d, CTSAR__WAY_OUT) * (double)bytes;
    return ctsar__intervals_remove(&wish->owed, at);
}

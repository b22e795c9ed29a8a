/* SPDX-License-Identifier: BSD-3-Clause */
#include "mem/guest.h"

#include "mem/current.h"
#include "mem/directory.h"
#include "mem/persisted.h"

/* ---- Which accelerator -------------------------------------------------------------------- */

static ctsar__holder *source(ctsar__shared *s, ctsar__items at)
{
    ctsar__items piece;
    ctsar__holder *from;
    bool away = ctsar__shared_missing(s, &s->host, at.lo, at.hi, &piece, &from);
    return away && piece.lo == at.lo && piece.hi == at.hi ? from : NULL;
}

/* Are all of them on no other holder? */
static bool only_there(ctsar__shared *s, const ctsar__holder *h, ctsar__items at)
{
    ctsar__items piece;
    while (at.lo < at.hi && ctsar__shared_only_here(s, h, at.lo, at.hi, &piece) &&
           piece.lo == at.lo)
        at.lo = piece.hi;
    return at.lo >= at.hi;
}

/* Is the array lost with the device in any case?  What has come to the host outlives the device, so
 * nothing goes past it that a pass could go on with.  In the pass other units fetch what they read
 * of the accelerator's rows: beside a halo of so many rows as many on both sides.  One row more
 * stays there alone. */
static bool stands_and_falls(ctsar__shared *s, const ctsar__holder *h, ctsar__items at,
                             const ctsar__shape *shape)
{
    size_t most = 2 * (at.hi - at.lo) + shape->inner;
    return (at.lo >= most && only_there(s, h, (ctsar__items){at.lo - most, at.lo})) ||
           (s->block - at.hi >= most && only_there(s, h, (ctsar__items){at.hi, at.hi + most}));
}

/* Is there room for them? */
static bool suits(const ctsar__holder *h, ctsar__items at)
{
    return at.lo >= h->window.lo && at.hi <= h->window.hi && !ctsar__holder_is_lost(h) &&
           ctsar__intervals_cover(&h->overtaken, at);
}

/* Where several units want them they come to the host, from which each of them copies. */
static ctsar__holder *sink(ctsar__shared *s, ctsar__items at)
{
    ctsar__holder *found = NULL;
    int had = 0;
    for (ctsar__holder *h = s->host.next; h; h = h->next) {
        had += ctsar__intervals_common(&h->overtaken, at) > 0;
        if (suits(h, at))
            found = h;
    }
    bool by_cores = ctsar__intervals_common(&s->wanted, at) > 0;
    return had == 1 && !by_cores && ctsar__intervals_cover(&s->host.current, at) ? found : NULL;
}

/* ---- A guest ------------------------------------------------------------------------------- */

/* False: they are no whole rows of padded ones. */
static bool locate(ctsar__guest *g)
{
    const ctsar__place *p = &g->holder->place;
    size_t row = p->layout.row, bytes = g->at.hi - g->at.lo;
    bool padded = row != p->layout.pitch;
    g->memory = p->base + ctsar__layout_at(&p->layout, g->at.lo);
    g->width = padded ? row : bytes;
    g->rows = padded ? bytes / row : 1;
    g->pitch = padded ? p->layout.pitch : bytes;
    return !padded || (g->at.lo % row == 0 && bytes % row == 0);
}

static bool within_reach(ctsar__device *d, bool aware)
{
    return d->backend->reach && d->backend->reach(d, aware);
}

static bool begin(const ctsar__shape *shape, bool aware, ctsar__guest *g)
{
    ctsar__shared *s = g->shared;
    if (s->outer > 1 || !ctsar__shared_is_same(s, shape))
        return false;
    g->holder = g->comes ? sink(s, g->at) : source(s, g->at);
    if (!g->holder || !stands_and_falls(s, g->holder, g->at, shape) || !locate(g) ||
        !within_reach(g->holder->place.device, aware))
        return false;
    g->holder->guests++;
    return true;
}

bool ctsar__guest_begin(void *host, const ctsar__shape *shape, ctsar__items at, bool comes,
                        bool aware, ctsar__guest *g)
{
    ctsar__shared *s = ctsar__directory_at(host);
    *g = (ctsar__guest){.shared = s, .at = at, .comes = comes};
    bool begun = false;
    if (s) {
        pthread_mutex_lock(&s->mutex);
        begun = ctsar__shared_is_at(s, host) && begin(shape, aware, g);
        pthread_mutex_unlock(&s->mutex);
        if (!begun)
            ctsar__directory_release(s, false);
    }
    if (!begun)
        *g = (ctsar__guest){0};
    return begun;
}

static int expect(ctsar__guest *g)
{
    ctsar__shared *s = g->shared;
    ctsar__holder *h = g->holder;
    int status = ctsar__intervals_add(&h->coming, g->at);
    if (!status)
        status = ctsar__intervals_add(&h->current, g->at);
    if (!status)
        status = ctsar__intervals_remove(&h->overtaken, g->at);
    if (!status)
        status = ctsar__intervals_remove(&s->host.current, g->at);
    s->hosted = g->expected = true;
    ctsar__shared_publish(s);
    return status;
}

int ctsar__guest_expect(ctsar__guest *g)
{
    int status = CTSAR_OK;
    if (!g->shared || !g->comes)
        return status;
    pthread_mutex_lock(&g->shared->mutex);
    status = expect(g);
    pthread_mutex_unlock(&g->shared->mutex);
    return status;
}

/* What has been written elsewhere meanwhile is not read there. */
static int land(ctsar__holder *h, ctsar__items at)
{
    ctsar__items i = ctsar__intervals_from(&h->current, at.lo);
    int status = CTSAR_OK;
    for (; i.lo < at.hi && !status; i = ctsar__intervals_from(&h->current, i.hi))
        status = ctsar__intervals_add(&h->landed, ctsar__items_common(i, at));
    return status;
}

int ctsar__guest_end(ctsar__guest *g)
{
    ctsar__shared *s = g->shared;
    int status = CTSAR_OK;
    if (!s)
        return status;
    pthread_mutex_lock(&s->mutex);
    g->holder->guests -= g->holder->guests > 0; /* 0: a forked child has none */
    if (g->expected)
        status = ctsar__intervals_remove(&g->holder->coming, g->at);
    if (g->expected && !status)
        status = land(g->holder, g->at);
    pthread_mutex_unlock(&s->mutex);
    ctsar__directory_release(s, false);
    g->shared = NULL;
    return status;
}

void ctsar__guest_reach(const ctsar__guest *g, bool aware)
{
    if (g->shared)
        within_reach(g->holder->place.device, aware);
}

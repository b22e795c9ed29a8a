/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Persisted arrays: who has what is current.  An array is seen as `outer` blocks, of which the
 * positions [lo, hi) of all blocks are current together on some of the host and the accelerators,
 * its holders; on one of them at least.  A range that reads makes its holder current and
 * nothing more; one that has written makes all others not current.
 *
 * Locks.  An array's mutex guards everything but its bytes.  Copies to the host are made under
 * it, so that two cores do not bring the same rows twice; copies to accelerators are not.
 * They are noted first: what is written somewhere while one is on its way takes the note
 * away again.  Until it has arrived another holder has the same, which is what others copy from;
 * and a holder that is read from keeps what it has.
 *
 * Cores ask in every turn, and seldom is anything to be done.  So the hulls of what the host has
 * not and of what accelerators have are published under a version that is odd while
 * they change, and read without the lock. */
#include <stdint.h>
#include <stdlib.h>

#include "shared.h"

static const ctsar__shares once = {0, 1};

/* ---- What is current where ----------------------------------------------- */

static ctsar__items all_of(const ctsar__shared *s)
{
    return (ctsar__items){0, s->block};
}

/* Are the shape's positions the array's?  NULL: of something that overlaps it. */
static bool is_same_shape(const ctsar__shared *s, const ctsar__shape *shape)
{
    return shape && s->outer == shape->outer && s->block == shape->assoc * shape->inner;
}

static bool has(const ctsar__holder *h, size_t position)
{
    return ctsar__intervals_from(&h->current, position).lo <= position;
}

/* The first place behind `position` where a holder's intervals begin or end. */
static size_t boundary(const ctsar__holder *h, size_t position)
{
    ctsar__items i = ctsar__intervals_from(&h->current, position);
    return i.lo <= position ? i.hi : i.lo;
}

/* What a device had that failed is nowhere. */
static bool is_lost(const ctsar__holder *h)
{
    return h->place.device && h->place.device->failed;
}

/* How good it is to copy from: the host is, then what nothing is on its way to. */
static int rank(const ctsar__holder *h)
{
    return !h->place.device ? 2 : h->filling ? 0 : 1;
}

/* Is the position on its way to h?  Where that begins or ends, *end comes no later. */
static bool is_arriving(const ctsar__holder *h, size_t position, size_t *end)
{
    bool arriving = false;
    for (int i = 0; i < CTSAR__SLOTS; ++i) {
        ctsar__items on_way = h->arriving[i];
        size_t b = position < on_way.lo ? on_way.lo : on_way.hi;
        if (position < b && b < *end)
            *end = b;
        arriving = arriving || (position >= on_way.lo && position < on_way.hi);
    }
    return arriving;
}

/* The best holder other than `to` of a position, and how far it is the best.  NULL: what was
 * current there only is lost. */
static ctsar__holder *source_at(ctsar__shared *s, const ctsar__holder *to, size_t position,
                                size_t *end)
{
    ctsar__holder *best = NULL;
    for (ctsar__holder *h = &s->host; h; h = h->next) {
        size_t b = boundary(h, position);
        *end = b < *end ? b : *end;
        bool there = has(h, position) && !is_arriving(h, position, end);
        if (h != to && there && !is_lost(h) && (!best || rank(h) > rank(best)))
            best = h;
    }
    return best;
}

/* The first positions in [lo, hi) that `to` has not and one other holder has.  False: none. */
static bool next_missing(ctsar__shared *s, const ctsar__holder *to, size_t lo, size_t hi,
                         ctsar__items *piece, ctsar__holder **source)
{
    ctsar__items there = ctsar__intervals_from(&to->current, lo);
    if (there.lo <= lo)
        lo = there.hi;
    if (lo >= hi)
        return false;
    *piece = (ctsar__items){lo, hi};
    *source = source_at(s, to, lo, &piece->hi);
    while (piece->hi < hi && !has(to, piece->hi)) {
        size_t end = hi;
        if (source_at(s, to, piece->hi, &end) != *source)
            break;
        piece->hi = end;
    }
    return true;
}

/* The first positions in [lo, hi) that only `h` has.  False: none. */
static bool next_only_here(ctsar__shared *s, const ctsar__holder *h, size_t lo, size_t hi,
                           ctsar__items *piece)
{
    while (lo < hi) {
        size_t end = hi;
        bool elsewhere = source_at(s, h, lo, &end);
        *piece = (ctsar__items){lo, end};
        if (has(h, lo) && !elsewhere)
            return true;
        lo = end;
    }
    return false;
}

/* From the first position that the host has not to the last one. */
static ctsar__items away(const ctsar__shared *s)
{
    const ctsar__intervals *c = &s->host.current;
    size_t lo = c->count && c->at[0].lo == 0 ? c->at[0].hi : 0, hi = s->block;
    if (lo >= hi)
        return (ctsar__items){0, 0};
    if (c->count && c->at[c->count - 1].hi == s->block)
        hi = c->at[c->count - 1].lo;
    return (ctsar__items){lo, hi};
}

static ctsar__items held(const ctsar__shared *s)
{
    ctsar__items hull = {0, 0};
    for (const ctsar__holder *h = s->host.next; h; h = h->next)
        hull = ctsar__items_hull(hull, ctsar__intervals_hull(&h->current));
    return hull;
}

static void publish(ctsar__shared *s)
{
    ctsar__items a = away(s), h = held(s);
    const size_t word[WORDS] = {s->outer, s->block, a.lo, a.hi, h.lo, h.hi};
    bool same = true;
    for (int i = 0; i < WORDS; ++i)
        same = same && s->word[i] == word[i];
    if (same)
        return;
    s->version++;
    for (int i = 0; i < WORDS; ++i)
        s->word[i] = word[i];
    s->version++;
}

/* Is it certain, without the lock, that none of the positions is away, or held? */
static bool is_clear(ctsar__shared *s, const ctsar__shape *shape, ctsar__items at, bool of_held)
{
    size_t word[WORDS];
    unsigned version = s->version;
    for (int i = 0; i < WORDS; ++i)
        word[i] = s->word[i];
    if (version & 1 || s->version != version)
        return false;
    if (!shape || word[OUTER] != shape->outer || word[BLOCK] != shape->assoc * shape->inner)
        at = (ctsar__items){0, word[BLOCK]};
    ctsar__items a = ctsar__items_common((ctsar__items){word[AWAY_LO], word[AWAY_HI]}, at);
    ctsar__items h = ctsar__items_common((ctsar__items){word[HELD_LO], word[HELD_HI]}, at);
    return a.lo == a.hi && (!of_held || h.lo == h.hi);
}

/* ---- Copies -------------------------------------------------------------- */

static double fraction(ctsar__items part, ctsar__items of)
{
    return (double)(part.hi - part.lo) / (double)(of.hi - of.lo);
}

/* What a core owns has changed hands; the halo comes with each pass, and so does all of a
 * whole array. */
static ctsar__shares host_shares(const ctsar__use *u, ctsar__items piece)
{
    bool whole = ctsar__shape_whole(u->shape);
    return (ctsar__shares){1, whole ? 0 : fraction(ctsar__items_common(piece, u->owns), piece)};
}

/* EDEVICE: the piece of the array was current nowhere but on a device that has failed. */
static int lost(const ctsar__shared *s, ctsar__items piece, ctsar__traffic *t)
{
    const ctsar__holder *h = s->host.next;
    while (h && !(is_lost(h) && has(h, piece.lo)))
        h = h->next;
    t->failed = NULL; /* here nothing has failed */
    return ctsar__error(CTSAR_EDEVICE,
                        "bytes %zu to %zu of %s%zu of the persisted array at %p existed only on "
                        "%s, which has failed; write them anew and say so with "
                        "ctsar_host_modified, or use CTSAR_CACHE=writethrough",
                        piece.lo, piece.hi - 1, s->outer > 1 ? "each block of " : "the ", s->block,
                        (void *)s->base, h ? h->place.device->name : "a device");
}

/* Copies to the host what it has not, under the lock.  Booked as the range's or, with u NULL, by
 * `shares`. */
static int bring(ctsar__shared *s, ctsar__items at, const ctsar__use *u, ctsar__shares shares,
                 ctsar__traffic *t)
{
    ctsar__items piece;
    ctsar__holder *from;
    int status = CTSAR_OK;
    for (; !status && next_missing(s, &s->host, at.lo, at.hi, &piece, &from); at.lo = piece.hi) {
        if (!from)
            return lost(s, piece, t);
        status = ctsar__transfer(&s->host.place, &from->place, s->outer, piece,
                                 u ? host_shares(u, piece) : shares, t);
        if (!status)
            status = ctsar__intervals_add(&s->host.current, piece);
    }
    return status;
}

static int bring_all(ctsar__shared *s, ctsar__traffic *t)
{
    return bring(s, all_of(s), NULL, once, t);
}

static void wait_for_readers(ctsar__shared *s, const ctsar__holder *h)
{
    while (h->readers)
        pthread_cond_wait(&s->settled, &s->mutex);
}

/* Brings to the host what only h has outside of `keep`, and h has nothing there any more. */
static int retreat(ctsar__shared *s, ctsar__holder *h, ctsar__items keep, ctsar__traffic *t)
{
    const ctsar__items outside[] = {{0, keep.lo}, {keep.lo < keep.hi ? keep.hi : 0, s->block}};
    int status = CTSAR_OK;
    if (is_lost(h)) /* it keeps the note of what was lost with it */
        return CTSAR_OK;
    wait_for_readers(s, h);
    for (int i = 0; i < 2 && !status; ++i) {
        ctsar__items piece, rest = outside[i];
        for (; !status && next_only_here(s, h, rest.lo, rest.hi, &piece); rest.lo = piece.hi)
            status = bring(s, piece, NULL, once, t);
        if (!status)
            status = ctsar__intervals_remove(&h->current, outside[i]);
    }
    if (!status)
        h->window = ctsar__items_common(h->window, keep);
    return status;
}

/* ---- Memory on accelerators ---------------------------------------------- */

static int back(ctsar__shared *s, ctsar__holder *h, ctsar__items at, ctsar__traffic *t)
{
    const ctsar__layout *l = &h->place.layout;
    bool none = at.lo >= at.hi;
    size_t lo = none ? 0 : ctsar__layout_at(l, at.lo);
    size_t hi = none ? 0 : (s->outer - 1) * l->block + ctsar__layout_end(l, at.hi);
    int status = CTSAR_OK;
    if (h->space.base && (h->space.lo != lo || h->space.hi != hi) && !is_lost(h))
        status = ctsar__on(h->place.device,
                           h->place.device->backend->commit(h->place.device, &h->space, lo, hi), t);
    if (!status)
        h->window = at;
    return status;
}

/* What the claims want, and what is nowhere else. */
int ctsar__shared_trim(ctsar__shared *s, ctsar__holder *h, ctsar__traffic *t)
{
    ctsar__items keep = {0, 0}, piece;
    int status = CTSAR_OK;
    pthread_mutex_lock(&s->mutex);
    for (const ctsar__claim *c = h->claims; c; c = c->next)
        keep = ctsar__items_hull(keep, ctsar__items_common(c->at, h->window));
    for (size_t lo = 0; next_only_here(s, h, lo, s->block, &piece); lo = piece.hi)
        keep = ctsar__items_hull(keep, piece);
    wait_for_readers(s, h);
    if (!h->filling && (keep.lo != h->window.lo || keep.hi != h->window.hi)) {
        status = retreat(s, h, keep, t);
        if (!status)
            status = back(s, h, keep, t);
        publish(s);
    }
    pthread_mutex_unlock(&s->mutex);
    return status;
}

static int empty(ctsar__shared *s, ctsar__holder *h, ctsar__traffic *t)
{
    int status = retreat(s, h, (ctsar__items){0, 0}, t);
    return status ? status : back(s, h, (ctsar__items){0, 0}, t);
}

/* Another shape than so far: all holders but the host begin anew. */
static int reshape(ctsar__shared *s, const ctsar__shape *shape, ctsar__traffic *t)
{
    int status = is_same_shape(s, shape) ? CTSAR_OK : bring_all(s, t);
    if (status || is_same_shape(s, shape))
        return status;
    for (ctsar__holder *h = s->host.next; h && !status; h = h->next) {
        status = empty(s, h, t);
        h->place.layout = (ctsar__layout){0};
        for (ctsar__claim *c = h->claims; c; c = c->next)
            c->at = (ctsar__items){0, 0};
    }
    if (status)
        return status;
    s->outer = shape->outer;
    s->block = shape->assoc * shape->inner;
    s->bytes = s->outer * s->block;
    s->host.place.layout = (ctsar__layout){1, 1, s->block};
    ctsar__intervals_clear(&s->host.current);
    return ctsar__intervals_add(&s->host.current, all_of(s));
}

/* Do blocks laid out like this keep apart what the window has? */
static bool fits(const ctsar__layout *l, ctsar__items window)
{
    return l->block >= ctsar__layout_end(l, window.hi - window.lo);
}

/* What ranges in other slots need. */
static ctsar__items pinned_by_others(const ctsar__holder *h, int slot)
{
    ctsar__items hull = {0, 0};
    for (int i = 0; i < CTSAR__SLOTS; ++i)
        if (i != slot)
            hull = ctsar__items_hull(hull, h->pin[i]);
    return hull;
}

static int in_use(const ctsar__holder *h, ctsar__traffic *t)
{
    t->failed = h->place.device;
    return ctsar__error(CTSAR_ENOMEM, "%s: ranges in flight leave no room for another layout",
                        h->place.device->name);
}

/* Backs what the range needs; what the accelerator had stays where it can until the pass is
 * over, since others may need it yet. */
static int widen(ctsar__shared *s, ctsar__holder *h, const ctsar__use *u, ctsar__traffic *t)
{
    size_t items = (u->needs.hi - u->needs.lo) / u->shape->inner;
    ctsar__layout l = ctsar__layout_unit(u->shape, h->place.device, items, &h->place.layout);
    ctsar__items pinned = pinned_by_others(h, t->slot);
    int status = CTSAR_OK;
    if (!ctsar__layout_equal(&l, &h->place.layout)) {
        status = pinned.lo != pinned.hi ? in_use(h, t) : empty(s, h, t);
        if (status)
            return status;
        h->place.layout = l;
    }
    ctsar__items both = ctsar__items_hull(h->window, u->needs);
    if (!t->tight && fits(&l, both) && !back(s, h, both, t))
        return CTSAR_OK;
    both = ctsar__items_hull(pinned, u->needs);
    if (!fits(&l, both))
        return in_use(h, t);
    status = retreat(s, h, both, t);
    return status ? status : back(s, h, both, t);
}

/* ---- A range on an accelerator ------------------------------------------- */

static ctsar__holder *find_holder(ctsar__shared *s, const ctsar__device *d)
{
    ctsar__holder *h = s->host.next;
    while (h && h->place.device != d)
        h = h->next;
    return h;
}

static int add_holder(ctsar__shared *s, ctsar__device *d, ctsar__holder **out)
{
    ctsar__holder *h = calloc(1, sizeof *h);
    if (!h)
        return ctsar__error(CTSAR_ENOMEM, "no memory for a directory");
    h->place.device = d;
    h->next = s->host.next;
    s->host.next = h;
    *out = h;
    return CTSAR_OK;
}

/* Addresses for all of it, under the lock. */
static int reserve(ctsar__shared *s, ctsar__holder *h, const ctsar__shape *shape, ctsar__traffic *t)
{
    ctsar__device *d = h->place.device;
    size_t room;
    int status = ctsar__layout_room(shape, d, &room);
    if (status || (h->space.base && h->space.bytes >= room))
        return status;
    if (h->space.base) {
        status = empty(s, h, t);
        if (status)
            return status;
        d->backend->release(d, &h->space);
    }
    status = ctsar__on(d, d->backend->reserve(d, room, &h->space), t);
    h->place.base = h->space.base;
    return status;
}

int ctsar__shared_hold(ctsar__shared *s, const ctsar__shape *shape, ctsar__device *d,
                       ctsar__claim *claim, ctsar__holder **holder, ctsar__traffic *t)
{
    pthread_mutex_lock(&s->mutex);
    bool known = *holder;
    ctsar__holder *h = known ? *holder : find_holder(s, d);
    int status = reshape(s, shape, t);
    if (!status && !h)
        status = add_holder(s, d, &h);
    if (!status)
        status = reserve(s, h, shape, t);
    if (!status && !known) {
        claim->next = h->claims;
        h->claims = claim;
        *holder = h;
    }
    publish(s);
    pthread_mutex_unlock(&s->mutex);
    return status;
}

void ctsar__shared_let_go(ctsar__shared *s, ctsar__holder *h, ctsar__claim *claim)
{
    pthread_mutex_lock(&s->mutex);
    ctsar__claim **link = &h->claims;
    while (*link != claim)
        link = &(*link)->next;
    *link = claim->next;
    pthread_mutex_unlock(&s->mutex);
}

/* How a piece's time is booked: what the accelerator had memory for, and is not current any
 * more, is written elsewhere in each pass; the rest is new here. */
static ctsar__shares shares_of(const ctsar__use *u, ctsar__items had, ctsar__items piece)
{
    ctsar__items old = ctsar__items_common(piece, had), own = ctsar__items_common(piece, u->owns);
    ctsar__shares shares = {.once = 1 - fraction(old, piece)};
    shares.fixed = ctsar__shape_whole(u->shape) ? 1 : 1 - fraction(own, piece);
    return shares;
}

/* Copies one piece to h; the lock is released meanwhile. */
static int fill(ctsar__shared *s, ctsar__holder *h, ctsar__holder *from, ctsar__items piece,
                ctsar__shares shares, ctsar__traffic *t)
{
    int status = CTSAR_OK;
    if (!ctsar__transfer_direct(&h->place, &from->place)) {
        status = bring(s, piece, NULL, shares, t);
        from = &s->host;
    }
    if (!status)
        status = ctsar__intervals_add(&h->current, piece);
    if (status)
        return status;
    from->readers++;
    h->arriving[t->slot] = piece;
    publish(s);
    pthread_mutex_unlock(&s->mutex);
    status = ctsar__transfer(&h->place, &from->place, s->outer, piece, shares, t);
    pthread_mutex_lock(&s->mutex);
    h->arriving[t->slot] = (ctsar__items){0, 0};
    if (--from->readers == 0)
        pthread_cond_broadcast(&s->settled);
    if (status) {
        int removed = ctsar__intervals_remove(&h->current, piece);
        (void)removed; /* the pass fails anyway */
    }
    return status;
}

static int fill_all(ctsar__shared *s, ctsar__holder *h, const ctsar__use *u, ctsar__items had,
                    ctsar__traffic *t)
{
    ctsar__items at = u->needs, piece;
    ctsar__holder *from;
    int status = CTSAR_OK;
    h->filling++;
    for (; !status && next_missing(s, h, at.lo, at.hi, &piece, &from); at.lo = piece.hi)
        status = from ? fill(s, h, from, piece, shares_of(u, had, piece), t) : lost(s, piece, t);
    h->filling--;
    return status;
}

static int prepare(ctsar__shared *s, ctsar__holder *h, const ctsar__use *u, ctsar__traffic *t)
{
    int status = reshape(s, u->shape, t);
    return status ? status : widen(s, h, u, t);
}

/* Under the lock, which is released in between where memory is short. */
static int claim_and_back(ctsar__shared *s, ctsar__holder *h, const ctsar__use *u,
                          ctsar__claim *claim, unsigned long pass, ctsar__traffic *t)
{
    int status = prepare(s, h, u, t);
    if (status == CTSAR_ENOMEM) {
        pthread_mutex_unlock(&s->mutex);
        ctsar__directory_reclaim();
        pthread_mutex_lock(&s->mutex);
        status = prepare(s, h, u, t);
    }
    if (status)
        return status;
    h->pin[t->slot] = u->needs;
    claim->at = claim->pass == pass ? ctsar__items_hull(claim->at, u->needs) : u->needs;
    claim->pass = pass;
    return CTSAR_OK;
}

int ctsar__shared_back(ctsar__shared *s, ctsar__holder *h, const ctsar__use *u, ctsar__claim *claim,
                       unsigned long pass, ctsar__traffic *t)
{
    pthread_mutex_lock(&s->mutex);
    ctsar__items had = h->window;
    int status = claim_and_back(s, h, u, claim, pass, t);
    if (!status && !h->fetching[t->slot]) {
        h->fetching[t->slot] = true;
        h->had[t->slot] = had;
    }
    publish(s);
    pthread_mutex_unlock(&s->mutex);
    return status;
}

int ctsar__shared_shrink(ctsar__shared *s, ctsar__holder *h, ctsar__traffic *t)
{
    pthread_mutex_lock(&s->mutex);
    ctsar__items keep = pinned_by_others(h, -1);
    int status = retreat(s, h, keep, t);
    if (!status)
        status = back(s, h, keep, t);
    publish(s);
    pthread_mutex_unlock(&s->mutex);
    return status;
}

void ctsar__shared_release(ctsar__shared *s, ctsar__holder *h, int slot)
{
    pthread_mutex_lock(&s->mutex);
    h->pin[slot] = (ctsar__items){0, 0};
    h->fetching[slot] = false;
    pthread_mutex_unlock(&s->mutex);
}

int ctsar__shared_reads(ctsar__shared *s, ctsar__holder *h, const ctsar__use *u,
                        ctsar__claim *claim, unsigned long pass, ctsar__traffic *t)
{
    pthread_mutex_lock(&s->mutex);
    ctsar__items had = h->fetching[t->slot] ? h->had[t->slot] : h->window;
    h->fetching[t->slot] = false;
    int status = claim_and_back(s, h, u, claim, pass, t);
    if (!status && u->reads)
        status = fill_all(s, h, u, had, t);
    publish(s);
    pthread_mutex_unlock(&s->mutex);
    return status;
}

/* Of all holders only h has it, under the lock. */
static int only(ctsar__shared *s, ctsar__holder *h, ctsar__items at, bool and_host)
{
    int status = ctsar__intervals_add(&h->current, at);
    for (ctsar__holder *o = &s->host; o && !status; o = o->next)
        if (o != h)
            status = !o->place.device && and_host ? ctsar__intervals_add(&o->current, at)
                                                  : ctsar__intervals_remove(&o->current, at);
    return status;
}

int ctsar__shared_write_through(ctsar__shared *s, ctsar__holder *h, const ctsar__use *u,
                                ctsar__traffic *t)
{
    /* Nobody else touches what the range owns. */
    return ctsar__transfer(&s->host.place, &h->place, u->shape->outer, u->owns,
                           (ctsar__shares){0, 0}, t);
}

int ctsar__shared_wrote(ctsar__shared *s, ctsar__holder *h, const ctsar__use *u, bool through)
{
    int status;
    pthread_mutex_lock(&s->mutex);
    if (is_same_shape(s, u->shape))
        status = only(s, h, u->owns, through);
    else
        status = ctsar__error(CTSAR_ECONFLICT,
                              "the persisted array at %p is used by two regions at once, with "
                              "different associations",
                              (void *)s->base);
    publish(s);
    pthread_mutex_unlock(&s->mutex);
    return status;
}

/* ---- A range on the host ------------------------------------------------- */

int ctsar__shared_host_reads(ctsar__shared *s, const ctsar__use *u, ctsar__traffic *t)
{
    if (is_clear(s, u->shape, u->needs, false))
        return CTSAR_OK;
    pthread_mutex_lock(&s->mutex);
    int status = CTSAR_OK;
    if (!is_same_shape(s, u->shape)) /* what it writes later may be anywhere */
        status = bring_all(s, t);
    else if (u->reads)
        status = bring(s, u->needs, u, once, t);
    publish(s);
    pthread_mutex_unlock(&s->mutex);
    return status;
}

int ctsar__shared_host_wrote(ctsar__shared *s, const ctsar__use *u)
{
    if (is_clear(s, u->shape, u->owns, true))
        return CTSAR_OK;
    pthread_mutex_lock(&s->mutex);
    int status = only(s, &s->host, is_same_shape(s, u->shape) ? u->owns : all_of(s), false);
    publish(s);
    pthread_mutex_unlock(&s->mutex);
    return status;
}

/* ---- All of it ----------------------------------------------------------- */

int ctsar__shared_create(char *host, const ctsar__shape *shape, ctsar__shared **out)
{
    ctsar__shared *s = aligned_alloc(_Alignof(ctsar__shared), sizeof *s);
    if (!s)
        return ctsar__error(CTSAR_ENOMEM, "no memory for a directory");
    *s = (ctsar__shared){.base = host, .outer = shape->outer, .block = shape->assoc * shape->inner};
    s->bytes = s->outer * s->block;
    s->host.place = (ctsar__place){.base = host, .layout = {1, 1, s->block}};
    int status = ctsar__intervals_add(&s->host.current, all_of(s));
    if (status) {
        free(s);
        return status;
    }
    pthread_mutex_init(&s->mutex, NULL);
    pthread_cond_init(&s->settled, NULL);
    publish(s);
    *out = s;
    return CTSAR_OK;
}

void ctsar__shared_destroy(ctsar__shared *s)
{
    for (ctsar__holder *h = s->host.next, *next; h; h = next) {
        next = h->next;
        h->place.device->backend->release(h->place.device, &h->space);
        ctsar__intervals_free(&h->current);
        free(h);
    }
    ctsar__intervals_free(&s->host.current);
    pthread_cond_destroy(&s->settled);
    pthread_mutex_destroy(&s->mutex);
    free(s);
}

int ctsar__shared_sync(ctsar__shared *s, ctsar__traffic *t)
{
    pthread_mutex_lock(&s->mutex);
    int status = bring_all(s, t);
    publish(s);
    pthread_mutex_unlock(&s->mutex);
    return status;
}

int ctsar__shared_host_modified(ctsar__shared *s)
{
    pthread_mutex_lock(&s->mutex);
    int status = only(s, &s->host, all_of(s), false);
    publish(s);
    pthread_mutex_unlock(&s->mutex);
    return status;
}

int ctsar__shared_vacate(ctsar__shared *s, ctsar__traffic *t)
{
    pthread_mutex_lock(&s->mutex);
    int status = bring_all(s, t);
    for (ctsar__holder *h = s->host.next; h && !status; h = h->next)
        status = empty(s, h, t);
    publish(s);
    pthread_mutex_unlock(&s->mutex);
    return status;
}

int ctsar__shared_rebase(ctsar__shared *s, char *host, ctsar__traffic *t)
{
    pthread_mutex_lock(&s->mutex);
    int status = bring_all(s, t);
    if (!status)
        status = only(s, &s->host, all_of(s), false);
    if (!status)
        s->base = s->host.place.base = host;
    publish(s);
    pthread_mutex_unlock(&s->mutex);
    return status;
}

bool ctsar__shared_is_on_host(ctsar__shared *s)
{
    pthread_mutex_lock(&s->mutex);
    bool all = ctsar__intervals_cover(&s->host.current, all_of(s));
    pthread_mutex_unlock(&s->mutex);
    return all;
}

bool ctsar__shared_is_at(const ctsar__shared *s, const void *host)
{
    return s->base == host;
}

const ctsar__place *ctsar__holder_place(const ctsar__holder *h)
{
    return &h->place;
}

const ctsar__space *ctsar__holder_space(const ctsar__holder *h)
{
    return &h->space;
}

size_t ctsar__holder_bytes(const ctsar__holder *h)
{
    return h->space.committed;
}

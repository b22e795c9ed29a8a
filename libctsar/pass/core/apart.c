/* SPDX-License-Identifier: BSD-3-Clause */
#include "pass/core/apart.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/grow.h"
#include "base/hash.h"
#include "base/report.h"
#include "mem/directory.h"

/* Under the lock of the node. */
static struct {
    ctsar__spread *_Atomic first; /* in order of their making */
    unsigned long made;
} spreads;

/* ---- The table --------------------------------------------------------------------------- */

void ctsar__apart_add(ctsar__spread *s)
{
    ctsar__spread *last = spreads.first;
    s->number = ++spreads.made;
    while (last && last->next)
        last = last->next;
    if (last)
        last->next = s;
    else
        spreads.first = s;
}

void ctsar__apart_forget(ctsar__spread *s)
{
    if (spreads.first == s) {
        spreads.first = s->next;
    } else {
        ctsar__spread *before = spreads.first;
        while (before->next != s)
            before = before->next;
        before->next = s->next;
    }
    ctsar__spread_free(s);
}

ctsar__spread *ctsar__apart_find(const void *host, size_t bytes)
{
    ctsar__spread *s = spreads.first;
    while (s && !ctsar__spread_meets(s, host, bytes))
        s = s->next;
    return s;
}

ctsar__spread *ctsar__apart_first(void)
{
    return spreads.first;
}

bool ctsar__apart_is(const void *host, size_t bytes)
{
    if (!spreads.first || !ctsar__node_here()) /* a forked child inherits the table */
        return false;
    ctsar__node_lock();
    bool is = ctsar__apart_find(host, bytes);
    ctsar__node_unlock();
    return is;
}

void ctsar__apart_must(int status)
{
    if (!status)
        return;
    ctsar__warn("what other nodes have of an array cannot be noted: %s", ctsar__error_detail());
    abort();
}

/* ---- A plan -------------------------------------------------------------------------------- */

void ctsar__parcels_end(ctsar__parcels *p, bool all)
{
    for (int i = 0; i < p->count; ++i)
        if (all || !p->parcel[i].out)
            ctsar__apart_must(ctsar__guest_end(&p->content[i].guest));
}

void ctsar__parcels_free(ctsar__parcels *p)
{
    ctsar__parcels_end(p, true);
    free(p->parcel);
    free(p->content);
}

static int make_room(ctsar__parcels *p)
{
    size_t count = (size_t)p->count + 1;
    ctsar__parcel *parcel = ctsar__grow(p->parcel, &p->room, count, sizeof *parcel);
    p->parcel = parcel ? parcel : p->parcel;
    ctsar__content *content = ctsar__grow(p->content, &p->content_room, count, sizeof *content);
    p->content = content ? content : p->content;
    return parcel && content ? CTSAR_OK
                             : ctsar__error(CTSAR_ENOMEM, "no memory for what nodes exchange");
}

static int add_parcel(ctsar__parcels *p, const ctsar__spread *s, ctsar__items piece, int peer,
                      bool out)
{
    int status = make_room(p);
    if (status)
        return status;
    p->content[p->count] = (ctsar__content){.array = s->base, .at = piece};
    p->parcel[p->count++] = (ctsar__parcel){.array = s->base,
                                            .peer = peer,
                                            .out = out,
                                            .part = {.at = piece.lo,
                                                     .blocks = s->outer,
                                                     .block = s->block,
                                                     .groups = 1,
                                                     .width = piece.hi - piece.lo}};
    return CTSAR_OK;
}

void ctsar__parcels_direct(ctsar__parcels *p, int i, const ctsar__shape *shape)
{
    ctsar__parcel *parcel = &p->parcel[i];
    ctsar__content *c = &p->content[i];
    if (!ctsar__guest_begin((void *)c->array, shape, c->at, !parcel->out, p->aware, &c->guest))
        return;
    parcel->array = c->guest.memory;
    parcel->part = (ctsar__part){
        .blocks = 1, .groups = c->guest.rows, .apart = c->guest.pitch, .width = c->guest.width};
    p->direct += c->at.hi - c->at.lo;
}

static void count_bytes(ctsar__parcels *p, const ctsar__spread *s, ctsar__items piece, int from,
                        int to)
{
    size_t bytes = s->outer * (piece.hi - piece.lo);
    if (!p->moved)
        return;
    p->moved[from].sent += bytes;
    p->moved[to].received += bytes;
}

/* Rank `to` gets what it has not of `at`. */
int ctsar__parcels_for(ctsar__parcels *p, const ctsar__spread *s, int to, ctsar__items at)
{
    int me = p->node->world.rank, from, status = CTSAR_OK;
    ctsar__items piece;
    for (; !status && ctsar__spread_missing(s, to, at, &piece, &from); at.lo = piece.hi) {
        count_bytes(p, s, piece, from, to);
        if (from == me || to == me)
            status = add_parcel(p, s, piece, from == me ? to : from, from == me);
    }
    return status;
}

void ctsar__parcels_note(ctsar__parcels *p, uint64_t a, uint64_t b)
{
    const uint64_t both[] = {a, b};
    p->hash = ctsar__hash(p->hash, both, sizeof both);
}

/* An array that every rank gets all of, or that all forget. */
int ctsar__parcels_whole(ctsar__parcels *p, ctsar__spread *s)
{
    ctsar__traffic t = {0};
    int status = CTSAR_OK;
    ctsar__parcels_note(p, s->number, 1);
    for (int r = 0; r < s->ranks && !status; ++r)
        status = ctsar__parcels_for(p, s, r, ctsar__spread_all(s));
    return status ? status : ctsar__directory_sync(s->base, &t);
}

/* ---- What goes together --------------------------------------------------------------------- */

void ctsar__apart_callable(const char *who)
{
    if (ctsar__node_here()->transport->callable())
        return;
    fprintf(stderr,
            "ctsar: %s%s: MPI cannot be called by the team, as the thread that initialised it is "
            "not in it, or it has been finalised; call MPI_Init_thread with MPI_THREAD_SERIALIZED "
            "or more, and MPI_Finalize behind the last pass and ctsar_free\n",
            ctsar__speaker(), who);
    abort();
}

/* All ranks are here and want the same, and none has failed. */
int ctsar__apart_agree(const ctsar__node *n, const ctsar__record *mine)
{
    ctsar__apart_callable(mine->name);
    ctsar__compare_nodes(n, mine);
    int failed = ctsar__node_failed(n);
    if (failed < 0 || mine->status)
        return mine->status;
    return ctsar__error(CTSAR_ENODE, "rank %d has failed: %s", failed,
                        ctsar_strerror(n->said[failed].status));
}

/* SPDX-License-Identifier: BSD-3-Clause */
#include "pass/core/travel.h"

#include <math.h>
#include <stdlib.h>

#include "base/barrier.h"
#include "base/clock.h"
#include "base/report.h"
#include "mem/guests.h"

/* Whose parcels are under way; NULL: nobody's. */
static ctsar__travel *current;

/* To be called next by this thread. */
static const ctsar__transport *transport(const ctsar__travel *t)
{
    for (int i = 0; t->parcels.direct && i < t->parcels.count; ++i)
        ctsar__guest_reach(&t->parcels.content[i].guest, t->parcels.aware);
    return t->parcels.node->transport;
}

static bool brings(const ctsar__parcels *p)
{
    bool any = false;
    for (int i = 0; i < p->count && !any; ++i)
        any = !p->parcel[i].out;
    return any;
}

static void note_come(ctsar__travel *t)
{
    if (!t->under_way)
        return;
    t->took = ctsar__now() - t->began;
    t->waited = fmax(0, t->took - (t->wanted - t->began));
    ctsar__parcels_end(&t->parcels, false);
    t->under_way = false; /* and units go on */
}

/* Who waits for what comes goes on before what goes has gone: the other rank may be slow to take
 * it. */
static void finish(ctsar__travel *t)
{
    const ctsar__transport *of = transport(t);
    t->wanted = fmin(t->wanted, ctsar__now());
    of->arrive(t->messages);
    note_come(t);
    of->finish(t->messages);
    t->messages = NULL;
    ctsar__parcels_end(&t->parcels, true);
    current = NULL;
}

static void settle(void)
{
    if (current)
        finish(current);
}

/* Who holds the lock would wait for itself.  The directory's is held by nobody here: a guest is a
 * reference, and what is done under it is done to arrays without any. */
static void end_if_in_vain(void)
{
    if (!ctsar__node_is_mine())
        return;
    ctsar__warn("a mistake in the library: a thread that holds the node's lock waits for messages "
                "of an accelerator's memory; CTSAR_DIRECT=0 avoids them");
    abort();
}

/* A guest is in the way of a thread that has not the lock.  Who has it may be about to wait for
 * other ranks, so the thread does not wait for the lock. */
static bool finish_guests(void)
{
    enum { A_WHILE = 1000 };
    end_if_in_vain();
    if (!ctsar__node_here())
        return false;
    if (ctsar__node_trylock()) {
        settle();
        ctsar__node_unlock();
    } else {
        ctsar__barrier_pause(A_WHILE);
    }
    return true;
}

void ctsar__travel_settle(void)
{
    ctsar__guests_finished_by(finish_guests);
    settle();
}

/* What comes to accelerators is theirs from now on. */
static void expect(ctsar__parcels *p)
{
    for (int i = 0; i < p->count; ++i)
        ctsar__apart_must(ctsar__guest_expect(&p->content[i].guest));
}

void ctsar__travel_begin(ctsar__travel *t, ctsar__parcels *parcels, bool aside)
{
    ctsar__parcels_free(&t->parcels);
    t->parcels = *parcels;
    *parcels = (ctsar__parcels){.node = t->parcels.node};
    t->began = ctsar__now();
    t->wanted = INFINITY;
    if (t->parcels.count == 0)
        return;
    expect(&t->parcels);
    t->messages = transport(t)->begin(t->parcels.parcel, t->parcels.count);
    t->under_way = brings(&t->parcels);
    current = t;
    if (aside)
        return;
    t->wanted = t->began;
    finish(t);
    t->parcels.count = 0; /* nobody is to mind them */
}

/* For somebody who has waited since then. */
static bool look(ctsar__travel *t, double since)
{
    if (!t->messages || !ctsar__node_trylock())
        return !t->under_way;
    if (t->messages) {
        t->wanted = fmin(t->wanted, since);
        if (transport(t)->come(t->messages))
            note_come(t);
    }
    ctsar__node_unlock();
    return !t->under_way;
}

bool ctsar__travel_looked(ctsar__travel *t)
{
    return look(t, INFINITY);
}

/* Not within the transport: whoever wants the lock would wait as long. */
double ctsar__travel_wait(ctsar__travel *t)
{
    double began = ctsar__now();
    for (unsigned looks = 0; !look(t, began); ++looks)
        ctsar__barrier_pause(looks);
    double waited = ctsar__now() - began;
    t->idle += (long)(waited * 1e9);
    return waited;
}

void ctsar__travel_end(ctsar__travel *t)
{
    double began = ctsar__now();
    if (!t->messages)
        return;
    finish(t);
    t->settling = ctsar__now() - began;
}

double ctsar__travel_meanwhile(const ctsar__travel *t, int units)
{
    double each = (double)t->idle * 1e-9 / units;
    return t->parcels.count ? each + t->settling : 0;
}

void ctsar__travel_forget(ctsar__travel *t)
{
    t->took = t->waited = t->settling = 0;
    t->idle = 0;
    t->parcels.count = 0;
    t->parcels.direct = 0;
}

void ctsar__travel_free(ctsar__travel *t)
{
    ctsar__parcels_free(&t->parcels);
}

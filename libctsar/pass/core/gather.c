/* SPDX-License-Identifier: BSD-3-Clause */
#include "pass/core/gather.h"

#include <stdio.h>

#include "base/report.h"
#include "pass/core/travel.h"
#include "pass/core/values.h"

typedef bool chooser(const ctsar__spread *s, const void *by);

/* Gathers what is chosen.  `ends`: nobody asks for it again, and its memory may become another
 * array's, so it is forgotten even where it could not be gathered. */
static int gather(const ctsar__node *n, const char *call, chooser *chosen, const void *by,
                  bool ends)
{
    ctsar__parcels p = {.node = n};
    ctsar__record mine = {.deed = CTSAR__CALL};
    int status = CTSAR_OK, any = 0;
    for (ctsar__spread *s = ctsar__apart_first(); s; s = s->next)
        if (chosen(s, by) && ++any && !status)
            status = ctsar__parcels_whole(&p, s);
    if (!any)
        return CTSAR_OK;
    mine.status = status;
    mine.division = p.hash;
    snprintf(mine.name, sizeof mine.name, "%s", call);
    status = ctsar__apart_agree(n, &mine);
    if (!status)
        n->transport->finish(n->transport->begin(p.parcel, p.count));
    for (ctsar__spread *s = ctsar__apart_first(), *next; s && (!status || ends); s = next) {
        next = s->next;
        if (chosen(s, by))
            ctsar__apart_forget(s);
    }
    ctsar__parcels_free(&p);
    return status;
}

bool ctsar__gather_may(void)
{
    return ctsar__apart_first() && ctsar__node_here(); /* a forked child inherits the table */
}

static int locked(const char *call, chooser *chosen, const void *by, bool ends)
{
    if (!ctsar__gather_may())
        return CTSAR_OK;
    ctsar__node_lock();
    ctsar__travel_settle();
    int status = gather(ctsar__node_here(), call, chosen, by, ends);
    ctsar__node_unlock();
    return status;
}

typedef struct stretch {
    const void *host;
    size_t bytes;
} stretch;

static bool meets(const ctsar__spread *s, const void *by)
{
    const stretch *at = by;
    return ctsar__spread_meets(s, at->host, at->bytes);
}

int ctsar__gather(const char *call, const void *host, size_t bytes)
{
    return locked(call, meets, &(stretch){host, bytes}, false);
}

static bool persisted_by(const ctsar__spread *s, const void *by)
{
    return ctsar__arrays_persists(by, s->base);
}

int ctsar__gather_of(const char *call, const ctsar__arrays *arrays)
{
    return locked(call, persisted_by, arrays, true);
}

/* ---- What the program writes itself ---------------------------------------------------------- */

static void warn_of_others(const ctsar__spread *s, const ctsar__node *n)
{
    for (int r = 1; r < s->ranks; ++r)
        if (n->said[r].entry[0] != n->said[0].entry[0]) {
            ctsar__warn("ctsar_host_modified: rank %d has other values than rank 0 in the array of "
                        "%zu bytes; what was only on other nodes is lost, so write all of it, or "
                        "call ctsar_sync_mem before",
                        r, s->outer * s->block);
            return;
        }
}

static void compare_values(const ctsar__node *n, const ctsar__spread *s)
{
    ctsar__record mine = {.deed = CTSAR__VALUES};
    mine.entry[0] = ctsar__values_hash(s->base, s->outer * s->block);
    ctsar__tell_nodes(n, &mine);
    if (n->world.rank == 0)
        warn_of_others(s, n);
}

static int forget(const ctsar__node *n, ctsar__spread *s, const char *call, bool compares)
{
    ctsar__record mine = {.deed = CTSAR__CALL, .division = s->number};
    snprintf(mine.name, sizeof mine.name, "%s", call);
    int status = ctsar__apart_agree(n, &mine);
    if (compares)
        compare_values(n, s);
    ctsar__apart_forget(s);
    return status;
}

/* The array at `host` is as each rank's host has it. */
static int forget_at(const void *host, const char *call, bool compares)
{
    int status = CTSAR_OK;
    if (!ctsar__gather_may())
        return status;
    ctsar__node_lock();
    ctsar__travel_settle();
    ctsar__spread *s = ctsar__apart_find(host, 1);
    if (s && s->base == host)
        status = forget(ctsar__node_here(), s, call, compares);
    ctsar__node_unlock();
    return status;
}

int ctsar__gather_written(const void *host)
{
    return forget_at(host, "ctsar_host_modified", true);
}

int ctsar__gather_none(const void *host)
{
    return forget_at(host, "ctsar_discard", false);
}

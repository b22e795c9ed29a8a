/* SPDX-License-Identifier: BSD-3-Clause */
#include "pass/core/gather.h"

#include <stdio.h>

#include "base/report.h"
#include "pass/core/apart.h"
#include "pass/core/values.h"

typedef bool chooser(const ctsar__spread *s, const void *by);

/* Gathers what is chosen.  `ends`: nobody asks for it again, and its memory may become another
 * array's, so it is forgotten even where it could not be gathered. */
static int gather(const ctsar__node *n, const char *call, chooser *chosen, const void *by,
                  bool ends)
{
    ctsar__parcels p = {.node = n};
    ctsar__record mine = {.deed = CTSAR__CALL}, said[n->world.size];
    int status = CTSAR_OK, any = 0;
    for (ctsar__spread *s = ctsar__apart_first(); s; s = s->next)
        if (chosen(s, by) && ++any && !status)
            status = ctsar__parcels_whole(&p, s);
    if (!any)
        return CTSAR_OK;
    mine.status = status;
    mine.division = p.hash;
    snprintf(mine.name, sizeof mine.name, "%s", call);
    status = ctsar__apart_agree(n, &mine, said);
    if (!status)
        n->transport->deliver(p.parcel, p.count);
    for (ctsar__spread *s = ctsar__apart_first(), *next; s && (!status || ends); s = next) {
        next = s->next;
        if (chosen(s, by))
            ctsar__apart_forget(s);
    }
    ctsar__parcels_free(&p);
    return status;
}

static int locked(const char *call, chooser *chosen, const void *by, bool ends)
{
    const ctsar__node *n = ctsar__node_here();
    if (!n || !ctsar__apart_first())
        return CTSAR_OK;
    ctsar__node_lock();
    int status = gather(n, call, chosen, by, ends);
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
    return !at->host || ctsar__spread_meets(s, at->host, at->bytes);
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

static void warn_of_others(const ctsar__spread *s, const ctsar__record *said)
{
    for (int r = 1; r < s->ranks; ++r)
        if (said[r].entry[0] != said[0].entry[0]) {
            ctsar__warn("ctsar_host_modified: rank %d has other values than rank 0 in the array of "
                        "%zu bytes; what was only on other nodes is lost, so write all of it, or "
                        "call ctsar_sync_mem before",
                        r, s->outer * s->block);
            return;
        }
}

static int written(const ctsar__node *n, ctsar__spread *s)
{
    ctsar__record mine = {.deed = CTSAR__CALL, .name = "ctsar_host_modified"}, said[s->ranks];
    mine.division = s->number;
    int status = ctsar__apart_agree(n, &mine, said);
    mine = (ctsar__record){.deed = CTSAR__VALUES};
    mine.entry[0] = ctsar__values_hash(s->base, s->outer * s->block);
    n->transport->allgather(&mine, said, sizeof mine);
    if (n->world.rank == 0)
        warn_of_others(s, said);
    ctsar__apart_forget(s);
    return status;
}

int ctsar__gather_written(const void *host)
{
    const ctsar__node *n = ctsar__node_here();
    int status = CTSAR_OK;
    if (!n || !ctsar__apart_first())
        return status;
    ctsar__node_lock();
    ctsar__spread *s = ctsar__apart_find(host, 1);
    if (s && s->base == host)
        status = written(n, s);
    ctsar__node_unlock();
    return status;
}

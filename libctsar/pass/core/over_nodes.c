/* SPDX-License-Identifier: BSD-3-Clause */
#include "pass/core/over_nodes.h"

#include <stdlib.h>

/* ---- Life ---------------------------------------------------------------------------------- */

void ctsar__nodes_close(ctsar__nodes *s)
{
    if (!s)
        return;
    ctsar__data_free(&s->data);
    ctsar__travel_free(&s->travel);
    free(s->pace);
    free(s->seconds);
    free(s->did);
    free(s->stays.entry);
    free(s->stay);
    free(s->moved);
    free(s->part);
    free(s->boundary);
    free(s->other);
    free(s->items);
    free(s);
}

static bool make_room(ctsar__nodes *s, size_t ranks)
{
    s->pace = calloc(ranks, sizeof *s->pace);
    s->seconds = calloc(ranks, sizeof *s->seconds);
    s->did = calloc(ranks, sizeof *s->did);
    s->moved = calloc(ranks, sizeof *s->moved);
    s->stay = calloc(ranks + 1, sizeof *s->stay);
    s->part = calloc(ranks, sizeof *s->part);
    s->boundary = calloc(ranks + 1, sizeof *s->boundary);
    s->other = calloc(ranks + 1, sizeof *s->other);
    return s->pace && s->seconds && s->did && s->moved && s->stay && s->part && s->boundary &&
           s->other;
}

int ctsar__nodes_open(bool promised, ctsar__nodes **out)
{
    const ctsar__node *node = ctsar__node_here();
    *out = NULL;
    if (!node || node->world.size == 1)
        return CTSAR_OK;
    ctsar__nodes *s = calloc(1, sizeof *s);
    if (!s || !make_room(s, (size_t)node->world.size)) {
        ctsar__nodes_close(s);
        return ctsar__error(CTSAR_ENOMEM, "no memory for a region over %d nodes", node->world.size);
    }
    s->node = node;
    s->promised = promised;
    s->n = s->other_n = -1;
    *out = s;
    return CTSAR_OK;
}

/* ---- What iterations cost ----------------------------------------------------------------- */

static double shifted_work(const void *data, long lo, long hi)
{
    const ctsar__nodes *s = data;
    long first = s->first, all = s->all, end = first + hi;
    if (all > 0 && end > all) /* as long as the split is that of another part */
        end = all;
    return first + lo < end ? s->cost.work(s->cost.data, first + lo, end) : 0;
}

ctsar__cost ctsar__nodes_cost(ctsar__nodes *s, ctsar__cost all)
{
    if (!s)
        return all;
    s->cost = all;
    return all.work ? (ctsar__cost){.work = shifted_work, .data = s} : all;
}

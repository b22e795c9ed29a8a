/* SPDX-License-Identifier: BSD-3-Clause */
#include "pass/core/replay.h"

#include <stdlib.h>
#include <string.h>

#include "pass/core/round.h"
#include "pass/core/view.h"

/* ---- What is to be repeated ----------------------------------------------------------------- */

/* The pass that comes next in the record, or NULL. */
static const ctsar__replay_pass *due(const ctsar__replaying *r)
{
    return r->pass < r->region->count ? &r->region->pass[r->pass] : NULL;
}

const ctsar__ranges *ctsar__replay_list(const ctsar__pass *p, int core, int acc, int slot)
{
    static const ctsar__ranges none;
    const ctsar__replay_pass *d = due(&p->replay);
    bool is_there =
        d && (acc < 0 ? core < d->shape.cores : acc < d->shape.accs && slot < d->shape.slots);
    if (!is_there || p->replay.refused)
        return &none;
    return &d->unit[acc < 0 ? core : d->shape.cores + (long)acc * d->shape.slots + slot];
}

const char *ctsar__replay_misfit(const ctsar__pass *p, ctsar__bounds b, ctsar__team team)
{
    const ctsar__replay_pass *d = due(&p->replay);
    if (!d)
        return "the record has no further pass of it";
    if (strcmp(p->replay.region->name, p->name) != 0)
        return "the record has a region of another name in its place";
    ctsar__replay_shape is = d->shape;
    is.lo = b.lo;
    is.step = b.step;
    is.n = b.n;
    is.cores = team.cores;
    is.accs = team.accs;
    is.slots = p->slots;
    return ctsar__replay_differs(&is, &d->shape);
}

/* By any thread; one of them warns. */
int ctsar__replay_refuse(ctsar__pass *p, const char *why)
{
    if (p->replay.strict)
        return ctsar__error(CTSAR_ECONFIG, "CTSAR_SCHEDULE: pass %lu is not as recorded: %s",
                            ctsar__pass_number(p), why);
    if (!atomic_exchange(&p->replay.refused, true))
        ctsar__warn("CTSAR_SCHEDULE: pass %lu of region %s is not as recorded: %s; the record is "
                    "not followed from here on",
                    ctsar__pass_number(p), p->name, why);
    return CTSAR_OK;
}

/* ---- What has been executed --------------------------------------------------------------- */

static uint64_t mixed(uint64_t sum, uint64_t value)
{
    sum = (sum ^ value) * 0x9e3779b97f4a7c15u;
    return sum ^ sum >> 29;
}

static uint64_t sum_of(const ctsar__shape *s)
{
    uint64_t sum = mixed(mixed(mixed(1, s->elem), s->outer), s->assoc);
    sum = mixed(mixed(mixed(sum, s->inner), s->halo_below), s->halo_above);
    sum = mixed(mixed(mixed(sum, (uint64_t)s->stride), (uint64_t)s->offset), s->width);
    return mixed(sum, s->flags);
}

/* What this pass has registered, in whatever order. */
static void add_registrations(const ctsar__pass *p, ctsar__replay_shape *shape)
{
    unsigned long pass = ctsar__pass_number(p);
    for (const ctsar__entry *e = p->arrays->list.first; e; e = e->next)
        if (e->seen == pass) {
            shape->arrays++;
            shape->registered += sum_of(&((const ctsar__array *)e)->shape);
        }
    for (const ctsar__entry *e = p->reductions->list.first; e; e = e->next)
        shape->reductions += e->seen == pass;
}

static ctsar__replay_shape shape_of(const ctsar__pass *p, ctsar__team team)
{
    ctsar__bounds b = p->lanes->lane[0]->book.bounds;
    ctsar__replay_shape shape = {.lo = b.lo,
                                 .step = b.step,
                                 .n = b.n,
                                 .cores = team.cores,
                                 .accs = team.accs,
                                 .slots = p->slots};
    add_registrations(p, &shape);
    return shape;
}

/* The unit's own list, by its place among those of a pass. */
static ctsar__ranges *own_list(const ctsar__pass *p, int cores, long place)
{
    long slot = place - cores;
    return place < cores ? &p->lanes->lane[place]->executed
                         : &p->acc[slot / p->slots].slot[slot % p->slots].executed;
}

/* Moves the units' lists into one place, or back. */
static bool gather(const ctsar__pass *p, int cores, ctsar__ranges *all, long lists)
{
    bool whole = true;
    for (long u = 0; u < lists; ++u) {
        all[u] = *own_list(p, cores, u);
        whole = whole && all[u].count >= 0;
    }
    return whole;
}

static void give_back(const ctsar__pass *p, int cores, const ctsar__ranges *all, long lists)
{
    for (long u = 0; u < lists; ++u) {
        *own_list(p, cores, u) = all[u];
        own_list(p, cores, u)->count = 0;
    }
}

/* ---- The end of a pass ---------------------------------------------------------------------- */

static int compare(ctsar__pass *p, const ctsar__replay_shape *shape, const ctsar__ranges *all)
{
    ctsar__replaying *r = &p->replay;
    const ctsar__replay_pass *d = due(r);
    if (!d || r->refused)
        return CTSAR_OK;
    const char *why = ctsar__replay_differs(shape, &d->shape);
    if (!why && !ctsar__replay_same_ranges(all, d->unit, ctsar__replay_lists(shape)))
        why = "a unit has executed other ranges, since one was gone, its memory was short, or "
              "versions were tried";
    if (why)
        return ctsar__replay_refuse(p, why);
    if (++r->times == d->times) {
        r->times = 0;
        r->pass++;
    }
    return CTSAR_OK;
}

static int take(ctsar__pass *p, const ctsar__replay_shape *shape, ctsar__ranges *all, bool whole)
{
    ctsar__replaying *r = &p->replay;
    if (r->region)
        return compare(p, shape, all);
    p->watching = ctsar__replay_record(r->record, shape, whole ? all : NULL);
    return CTSAR_OK;
}

int ctsar__replay_end_pass(ctsar__pass *p, ctsar__team team, bool failed)
{
    ctsar__replay_shape shape = shape_of(p, team);
    long lists = ctsar__replay_lists(&shape);
    ctsar__ranges *all = malloc(((size_t)lists + 1) * sizeof *all);
    if (!all) {
        for (long u = 0; u < lists; ++u)
            own_list(p, shape.cores, u)->count = 0;
        return ctsar__error(CTSAR_ENOMEM, "no memory for the ranges of a schedule");
    }
    bool whole = gather(p, shape.cores, all, lists);
    int status = failed || p->check ? CTSAR_OK : take(p, &shape, all, whole);
    give_back(p, shape.cores, all, lists);
    free(all);
    if (p->replay.region && p->replay.refused) {
        p->replay.region = NULL;
        p->watching = false;
        ctsar__round_choose(p);
    }
    return status;
}

/* SPDX-License-Identifier: BSD-3-Clause */
#include "observe/replay_table.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"

/* ---- A pass ------------------------------------------------------------------------------- */

int ctsar__ranges_add(ctsar__ranges *r, ctsar__range range)
{
    ctsar__range *grown = ctsar__grow(r->range, &r->room, (size_t)r->count + 1, sizeof *grown);
    if (!grown)
        return ctsar__error(CTSAR_ENOMEM, "no memory for the ranges of a schedule");
    r->range = grown;
    r->range[r->count++] = range;
    return CTSAR_OK;
}

const char *ctsar__replay_differs(const ctsar__replay_shape *is, const ctsar__replay_shape *was)
{
    if (is->lo != was->lo || is->step != was->step || is->n != was->n)
        return "the loop has other bounds";
    if (is->cores != was->cores)
        return "another number of cores takes part";
    if (is->accs != was->accs)
        return "there is another number of accelerators";
    if (is->slots != was->slots)
        return "accelerators have another number of ranges in flight (CTSAR_INFLIGHT)";
    if (is->arrays != was->arrays || is->reductions != was->reductions ||
        is->registered != was->registered)
        return "it registers other arrays or reductions";
    return NULL;
}

static bool same_ranges(const ctsar__ranges *a, const ctsar__ranges *b)
{
    return a->count == b->count &&
           (!a->count || !memcmp(a->range, b->range, (size_t)a->count * sizeof *a->range));
}

bool ctsar__replay_same_ranges(const ctsar__ranges *a, const ctsar__ranges *b, long lists)
{
    long u = 0;
    while (u < lists && same_ranges(&a[u], &b[u]))
        u++;
    return u == lists;
}

static bool is_partition(ctsar__ranges *all, long n)
{
    long reached = 0;
    if (all->count)
        qsort(all->range, (size_t)all->count, sizeof *all->range, ctsar__range_by_lo);
    for (long i = 0; i < all->count; ++i) {
        if (all->range[i].lo != reached || all->range[i].hi <= reached)
            return false;
        reached = all->range[i].hi;
    }
    return reached == n;
}

/* An accelerator's first turn is its first slot's. */
static bool begins_with_first_slots(const ctsar__replay_pass *p)
{
    const ctsar__replay_shape *s = &p->shape;
    for (long u = s->cores; u < ctsar__replay_lists(s); ++u)
        if (p->unit[u].count && !p->unit[u - (u - s->cores) % s->slots].count)
            return false;
    return true;
}

bool ctsar__replay_covers(const ctsar__replay_pass *p)
{
    ctsar__ranges all = {0};
    bool whole = begins_with_first_slots(p);
    for (long u = 0; u < ctsar__replay_lists(&p->shape); ++u)
        for (long i = 0; whole && i < p->unit[u].count; ++i)
            whole = !ctsar__ranges_add(&all, p->unit[u].range[i]);
    whole = whole && is_partition(&all, p->shape.n);
    free(all.range);
    return whole;
}

/* ---- A region ----------------------------------------------------------------------------- */

static bool is_again(const ctsar__replay_pass *p, const ctsar__replay_shape *shape,
                     const ctsar__ranges *unit)
{
    return !ctsar__replay_differs(shape, &p->shape) &&
           ctsar__replay_same_ranges(p->unit, unit, ctsar__replay_lists(shape));
}

int ctsar__replay_append(ctsar__replay_region *r, const ctsar__replay_shape *shape,
                         ctsar__ranges *unit)
{
    size_t lists = (size_t)ctsar__replay_lists(shape);
    if (r->count > 0 && is_again(&r->pass[r->count - 1], shape, unit)) {
        r->pass[r->count - 1].times++;
        return CTSAR_OK;
    }
    ctsar__replay_pass *pass = ctsar__grow(r->pass, &r->room, (size_t)r->count + 1, sizeof *pass);
    if (pass)
        r->pass = pass;
    ctsar__ranges *taken = pass ? malloc((lists + 1) * sizeof *taken) : NULL;
    if (!taken)
        return ctsar__error(CTSAR_ENOMEM, "no memory for a pass of a schedule");
    memcpy(taken, unit, lists * sizeof *taken);
    memset(unit, 0, lists * sizeof *unit);
    r->pass[r->count++] = (ctsar__replay_pass){1, *shape, taken};
    return CTSAR_OK;
}

void ctsar__replay_free(ctsar__replay_region *first)
{
    while (first) {
        ctsar__replay_region *r = first;
        first = r->next;
        for (long i = 0; i < r->count; ++i) {
            for (long u = 0; u < ctsar__replay_lists(&r->pass[i].shape); ++u)
                free(r->pass[i].unit[u].range);
            free(r->pass[i].unit);
        }
        free(r->pass);
        free(r);
    }
}

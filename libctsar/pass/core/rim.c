/* SPDX-License-Identifier: BSD-3-Clause */
#include "pass/core/rim.h"

#include "pass/core/bounds.h"
#include "pass/core/over_nodes.h"

/* NULL: nothing is or was under way in this pass. */
static ctsar__travel *travel(const ctsar__pass *p)
{
    bool any = p->nodes->travel.parcels.count > 0 && ctsar__node_here();
    return any ? &p->nodes->travel : NULL;
}

/* Do these values need something of the parcel's positions? */
static bool needs(const ctsar__array *a, ctsar__items parcel, ctsar__values v)
{
    if (v.count == 0)
        return false;
    ctsar__items at = ctsar__shape_positions(&a->shape, ctsar__shape_needs(&a->shape, v));
    return ctsar__items_meet(at, parcel);
}

/* So many iterations at the range's beginning, or at its end, need nothing of the parcel; some of
 * the range do.  What a longer range needs contains what a shorter one does. */
static long without(const ctsar__array *a, ctsar__items parcel, ctsar__bounds b, ctsar__range r,
                    bool front)
{
    long none = 0, some = ctsar__range_len(r);
    while (none + 1 < some) {
        long k = none + (some - none) / 2;
        ctsar__range at = front ? (ctsar__range){r.lo, r.lo + k} : (ctsar__range){r.hi - k, r.hi};
        *(needs(a, parcel, ctsar__values_of(b, at)) ? &some : &none) = k;
    }
    return none;
}

/* The larger one of the pieces on the two sides of what needs the parcel. */
static ctsar__range beside(const ctsar__array *a, ctsar__items parcel, ctsar__bounds b,
                           ctsar__range r)
{
    if (!needs(a, parcel, ctsar__values_of(b, r)))
        return r;
    long front = without(a, parcel, b, r, true), back = without(a, parcel, b, r, false);
    return front >= back ? (ctsar__range){r.lo, r.lo + front} : (ctsar__range){r.hi - back, r.hi};
}

/* The registration that leads to the parcel's array; NULL: nobody here reads it, or it goes. */
static const ctsar__array *reader(const ctsar__data *data, const ctsar__parcels *p, int parcel)
{
    for (int i = 0; !p->parcel[parcel].out && i < data->arrays.count; ++i) {
        const ctsar__array *a = data->arrays.entry[i];
        if (a->host == p->content[parcel].array)
            return a;
    }
    return NULL;
}

/* A sum's bits depend on where ranges are cut, and so do times under the virtual clock: there the
 * cuts must not depend on when something came. */
static bool may_vary(const ctsar__pass *p, const ctsar__data *data)
{
    return data->reductions.count == 0 && !p->virtual_clock;
}

ctsar__range ctsar__rim_interior(ctsar__pass *p, const ctsar__data *data, ctsar__bounds b,
                                 ctsar__range r)
{
    ctsar__travel *t = travel(p);
    bool come = !t || ctsar__travel_looked(t);
    if (!t || (come && may_vary(p, data)))
        return r;
    for (int i = 0; i < t->parcels.count; ++i) {
        const ctsar__array *a = reader(data, &t->parcels, i);
        if (a)
            r = beside(a, t->parcels.content[i].at, b, r);
    }
    return r;
}

double ctsar__rim_wait(ctsar__pass *p, const ctsar__data *data, ctsar__values v)
{
    ctsar__travel *t = travel(p);
    bool any = false;
    for (int i = 0; t && t->under_way && i < t->parcels.count && !any; ++i) {
        const ctsar__array *a = reader(data, &t->parcels, i);
        any = a && needs(a, t->parcels.content[i].at, v);
    }
    return any ? ctsar__travel_wait(t) : 0;
}

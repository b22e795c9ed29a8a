/* SPDX-License-Identifier: BSD-3-Clause */
#include "pass/core/start.h"

#include "base/hash.h"
#include "mem/window.h"
#include "pass/core/travel.h"
#include "pass/core/bounds.h"

static ctsar__array *array(const ctsar__data *data, int i)
{
    return data->arrays.entry[i];
}

static ctsar__values values_of(ctsar__bounds all, const long *boundary, int rank)
{
    return ctsar__values_of(all, (ctsar__range){boundary[rank], boundary[rank + 1]});
}

/* Does another registration of the pass lead to the same memory? */
static bool alone(const ctsar__data *data, int i)
{
    const ctsar__array *a = array(data, i);
    size_t bytes = ctsar__shape_bytes(&a->shape);
    for (int k = 0; k < data->arrays.count; ++k) {
        const ctsar__array *b = array(data, k);
        if (k != i && a->host < b->host + ctsar__shape_bytes(&b->shape) &&
            b->host < a->host + bytes)
            return false;
    }
    return true;
}

/* Can the array be apart in this pass?  What a rank owns of an output must be one stretch. */
static bool fits(const ctsar__start *start, int i)
{
    const ctsar__array *a = array(start->data, i);
    ctsar__values v = ctsar__all_values(start->all);
    ctsar__groups g = ctsar__shape_groups(&a->shape, v);
    if (!start->boundary || start->node->world.any_funneled || !a->persists || a->through)
        return false;
    if (!ctsar__shape_covers(&a->shape, v) || !alone(start->data, i))
        return false;
    return !(a->shape.flags & CTSAR_MEM_OUTPUT) ||
           (g.apart <= g.width && !ctsar__shape_overlaps(&a->shape, v));
}

static bool stays(const ctsar__start *start, int i)
{
    return array(start->data, i)->shape.flags & CTSAR_MEM_OUTPUT && fits(start, i);
}

/* The first registration that leads to the array; -1: it is not used in the pass. */
static int met(const ctsar__start *start, const ctsar__spread *s)
{
    for (int i = 0; i < start->data->arrays.count; ++i) {
        const ctsar__array *a = array(start->data, i);
        if (ctsar__spread_meets(s, a->host, ctsar__shape_bytes(&a->shape)))
            return i;
    }
    return -1;
}

static bool is_used(const ctsar__start *start, const ctsar__spread *s)
{
    return met(start, s) >= 0;
}

/* The registration with which the array can go on apart; -1: there is none. */
static int user_of(const ctsar__start *start, const ctsar__spread *s)
{
    int i = met(start, s);
    const ctsar__array *a = i < 0 ? NULL : array(start->data, i);
    return a && ctsar__spread_is_same(s, a->host, &a->shape) && fits(start, i) ? i : -1;
}

static bool concerns(const ctsar__start *start)
{
    bool any = false;
    for (const ctsar__spread *s = ctsar__apart_first(); s && !any; s = s->next)
        any = is_used(start, s);
    for (int i = 0; i < start->data->arrays.count && !any; ++i)
        any = stays(start, i);
    return any;
}

/* What rank r reads of the array. */
static ctsar__items needs(const ctsar__start *start, const ctsar__shape *shape, int r)
{
    ctsar__values v = values_of(start->all, start->boundary, r);
    if (v.count == 0 || !ctsar__shape_reads(shape, v))
        return (ctsar__items){0, 0};
    return ctsar__shape_positions(shape, ctsar__shape_needs(shape, v));
}

/* A parcel lies where its bytes are, or are to be.  What cannot go from there is brought to the
 * host. */
static int locate(ctsar__parcels *p, const ctsar__start *start, ctsar__array *a, int i)
{
    ctsar__traffic t = {0};
    if (start->direct)
        ctsar__parcels_direct(p, i, &a->shape);
    return p->content[i].guest.shared ? CTSAR_OK : ctsar__window_home_at(a, p->content[i].at, &t);
}

/* Each rank gets what it reads. */
static int plan_reads(ctsar__parcels *p, const ctsar__start *start, const ctsar__spread *s,
                      ctsar__array *a)
{
    int status = CTSAR_OK, before = p->count;
    ctsar__parcels_note(p, s->number, 2);
    for (int r = 0; r < s->ranks && !status; ++r)
        status = ctsar__parcels_for(p, s, r, needs(start, &a->shape, r));
    for (int i = before; i < p->count && !status; ++i)
        status = locate(p, start, a, i);
    return status;
}

/* Does the pass leave the array as it is, and wait for no more of it than its iterations read? */
static bool only_reads(const ctsar__start *start, int user)
{
    return user >= 0 && !(array(start->data, user)->shape.flags & CTSAR_MEM_OUTPUT);
}

/* *aside: what is to be moved may be, while the pass runs. */
static int plan_pass(ctsar__parcels *p, const ctsar__start *start, bool *aside)
{
    int status = CTSAR_OK;
    *aside = start->aside;
    for (ctsar__spread *s = ctsar__apart_first(); s && !status; s = s->next) {
        int user = user_of(start, s), before = p->count;
        if (user >= 0)
            status = plan_reads(p, start, s, array(start->data, user));
        else if (is_used(start, s))
            status = ctsar__parcels_whole(p, s);
        *aside = *aside && (p->count == before || only_reads(start, user));
    }
    for (int i = 0; i < start->data->arrays.count; ++i)
        ctsar__parcels_note(p, stays(start, i), (uint64_t)fits(start, i));
    return status;
}

/* Arrays that will be apart.  Where accelerators have them in blocks of another kind they come to
 * the host, as positions would mean something else. */
static int make_new(const ctsar__start *start, ctsar__spread **made)
{
    int status = CTSAR_OK;
    for (int i = 0; i < start->data->arrays.count && !status; ++i) {
        ctsar__array *a = array(start->data, i);
        ctsar__spread *new = NULL, *same = ctsar__apart_find(a->host, 1);
        ctsar__traffic t = {0};
        if (!stays(start, i))
            continue;
        status = ctsar__named_add(start->stays, a);
        if (!status)
            status = ctsar__window_home_at(a, (ctsar__items){0, 0}, &t);
        if (!status && !(same && user_of(start, same) == i))
            status = ctsar__spread_create(a->host, &a->shape, start->node->world.size, &new);
        if (new) {
            new->next = *made;
            *made = new;
        }
    }
    return status;
}

/* In the order of the registrations, which is the other way round. */
static void keep_new(ctsar__spread *made)
{
    if (!made)
        return;
    keep_new(made->next);
    made->next = NULL;
    ctsar__apart_add(made);
}

static void free_new(ctsar__spread *made)
{
    while (made) {
        ctsar__spread *next = made->next;
        ctsar__spread_free(made);
        made = next;
    }
}

/* All ranks have got what they read. */
static void note_got(const ctsar__start *start)
{
    for (ctsar__spread *s = ctsar__apart_first(), *next; s; s = next) {
        int user = user_of(start, s);
        next = s->next;
        if (user < 0 && is_used(start, s))
            ctsar__apart_forget(s);
        for (int r = 0; user >= 0 && r < start->node->world.size; ++r)
            ctsar__apart_must(
                ctsar__spread_got(s, r, needs(start, &array(start->data, user)->shape, r)));
    }
}

static int begin(const ctsar__start *start)
{
    ctsar__parcels p = {.node = start->node, .aware = start->aware, .moved = start->moved};
    ctsar__spread *made = NULL;
    ctsar__record mine = start->record;
    bool aside;
    int status = plan_pass(&p, start, &aside);
    if (!status)
        status = make_new(start, &made);
    mine.deed = CTSAR__GATE;
    mine.status = status;
    mine.division = ctsar__hash(mine.division, &p.hash, sizeof p.hash);
    status = ctsar__apart_agree(start->node, &mine);
    *start->over = status;
    if (!status) {
        ctsar__travel_begin(start->travel, &p, aside);
        note_got(start);
        keep_new(made);
    } else {
        free_new(made);
        start->stays->count = 0;
    }
    ctsar__parcels_free(&p);
    return status;
}

int ctsar__start_begin(const ctsar__start *start)
{
    ctsar__travel_settle();
    start->stays->count = 0;
    return concerns(start) ? begin(start) : CTSAR_OK;
}

/* ---- A pass ends ---------------------------------------------------------------------------- */

void ctsar__start_end(const ctsar__node *n, ctsar__array *a, ctsar__bounds all,
                      const long *boundary)
{
    ctsar__spread *s = ctsar__apart_find(a->host, 1);
    if (!s || !ctsar__spread_is_same(s, a->host, &a->shape))
        ctsar__apart_must(ctsar__error(CTSAR_ESTATE,
                                       "the array at %p was made whole while a pass wrote it; on "
                                       "several nodes neither ctsar_task nor another pass or call "
                                       "may use it meanwhile",
                                       (void *)a->host));
    for (int r = 0; r < n->world.size; ++r) {
        ctsar__values v = values_of(all, boundary, r);
        ctsar__items owns = ctsar__shape_positions(&a->shape, ctsar__shape_owns(&a->shape, v));
        ctsar__apart_must(ctsar__spread_wrote(s, r, owns));
        if (r != n->world.rank && v.count > 0)
            ctsar__apart_must(ctsar__window_note(a, &ctsar__on_host, v));
    }
}

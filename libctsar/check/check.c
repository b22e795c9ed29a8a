/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A region's life in check mode, and its registrations. */
#include "check/check.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "check/alone.h"
#include "check/effects.h"
#include "check/fault.h"
#include "check/fill.h"
#include "check/finding.h"
#include "check/part.h"
#include "check/persist.h"
#include "check/runs.h"
#include "check/space.h"
#include "check/stale.h"
#include "check/state.h"
#include "check/sweep.h"
#include "check/watch.h"

/* ---- Life ------------------------------------------------------------------------------ */

int ctsar__check_create(const char *name, const char *what, double patience, ctsar__check **out)
{
    ctsar__check *c = calloc(1, sizeof *c);
    if (!c)
        return ctsar__error(CTSAR_ENOMEM, "no memory to check a region");
    c->name = name;
    c->what = what;
    c->patience = patience;
    c->fresh = true;
    ctsar__check_persist_open();
    *out = c;
    return CTSAR_OK;
}

static void array_free(ctsar__tracked *a)
{
    ctsar__check_release(a);
    free(a->run);
    free(a->truth);
    free(a->first);
    free(a->writer);
    free(a->start);
    free(a->learned);
    free(a->written);
    free(a);
}

static void forget_reductions(ctsar__check *c)
{
    for (int i = 0; i < c->reductions; ++i)
        free(c->reduction[i].kept);
    c->reductions = 0;
}

void ctsar__check_free(ctsar__check *c)
{
    if (!c)
        return;
    for (ctsar__tracked *a = c->arrays, *next; a; a = next) {
        next = a->next;
        if (a->persists)
            ctsar__check_sync(a->host);
        array_free(a);
    }
    forget_reductions(c);
    free(c->reduction);
    free(c->turn);
    free(c->elsewhere.truth);
    ctsar__effects_free(c);
    free(c);
    ctsar__check_persist_close();
}

bool ctsar__check_enter(ctsar__check *c, unsigned long pass)
{
    unsigned long before = c->taken;
    if (before == pass || !atomic_compare_exchange_strong(&c->taken, &before, pass))
        return false;
    ctsar__check_alone(c);
    c->pass = pass;
    c->fresh = true;
    c->begun = false;
    c->executed_before = c->executed;
    c->phase = CTSAR__FIRST;
    c->prefix = 0;
    c->searches = c->restarts = 0;
    c->sweep = CTSAR__PLAIN;
    c->kept = c->rewinds = c->suspect = false;
    *c->effect = '\0';
    c->elsewhere.is.count = 0;
    c->elsewhere.revealed = false;
    forget_reductions(c);
    ctsar__check_turn(c);
    ctsar__check_watch(c);
    return true;
}

void ctsar__check_leave(ctsar__check *c)
{
    int closed = ctsar__check_close_touched(c);
    (void)closed; /* pages are as they are */
    ctsar__check_body_ends(c);
    ctsar__check_show(c);
    ctsar__check_unwatch(c);
    for (ctsar__tracked *a = c->arrays; a; a = a->next)
        if (a->pass == c->pass) {
            ctsar__check_unshut(a);
            if (a->holes)
                ctsar__check_close(a);
            ctsar__check_tell_sole(c, a);
            ctsar__check_keep(c, a);
        }
    ctsar__check_pass_ends(c);
}

int ctsar__check_end_pass(ctsar__check *c)
{
    ctsar__check_tell(c);
    for (ctsar__tracked **link = &c->arrays, *a; (a = *link);) {
        if (a->pass == c->pass || a->persists || a->part) {
            link = &a->next;
            continue;
        }
        *link = a->next;
        array_free(a);
    }
    if (!c->wrong)
        return CTSAR_OK;
    c->wrong = false;
    return ctsar__error(CTSAR_ECHECK, "what is wrong has been printed on stderr");
}

/* ---- Arrays ------------------------------------------------------------------------------ */

void ctsar__check_turn(ctsar__check *c)
{
    for (int k = 0; k < c->count; ++k)
        c->turn[k]->in_turn = false;
    for (int i = 0; i < c->reductions; ++i)
        c->reduction[i].in_turn = false;
    c->count = 0;
}

static int track(ctsar__check *c, const ctsar__checked_array *spec, ctsar__tracked **out)
{
    ctsar__tracked *a = calloc(1, sizeof *a);
    if (!a)
        return ctsar__error(CTSAR_ENOMEM, "no memory to check an array");
    a->host = spec->host;
    a->shape = a->mended = *spec->shape;
    a->persists = spec->persists;
    a->through = spec->through;
    int status = ctsar__check_reserve(a);
    if (status) {
        free(a);
        return status;
    }
    a->next = c->arrays;
    c->arrays = *out = a;
    return CTSAR_OK;
}

static int find(ctsar__check *c, const ctsar__checked_array *spec, ctsar__tracked **out)
{
    for (ctsar__tracked *a = c->arrays; a; a = a->next)
        if (a->host == spec->host && ctsar__shape_equal(&a->shape, spec->shape)) {
            *out = a;
            return CTSAR_OK;
        }
    return track(c, spec, out);
}

/* What follows a cast to a pointer. */
static const char *without_casts(const char *text)
{
    const char *end;
    while (*text == '(' && (end = strchr(text, ')')) && end[-1] == '*')
        for (text = end + 1; *text == ' ';)
            text++;
    return text;
}

/* As in the program, such that an index may follow. */
static void call_it(ctsar__tracked *a, const char *name)
{
    static const char plain[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.->[]";
    name = name ? without_casts(name) : NULL;
    if (!name)
        snprintf(a->name, sizeof a->name, "array%d", a->ordinal);
    else if (name[strspn(name, plain)])
        snprintf(a->name, sizeof a->name, "(%.40s)", name);
    else
        snprintf(a->name, sizeof a->name, "%s", name);
}

/* It is in this turn.  The first time in a pass, it is as the host has it. */
static int enlist(ctsar__check *c, ctsar__tracked *a, const char *name)
{
    size_t count = (size_t)c->count + 1;
    ctsar__tracked **grown = ctsar__grow(c->turn, &c->room, count, sizeof(ctsar__tracked *));
    if (!grown)
        return ctsar__error(CTSAR_ENOMEM, "no memory to check %zu arrays", count);
    c->turn = grown;
    c->turn[c->count++] = a;
    a->ordinal = c->count;
    a->in_turn = true;
    if (a->pass == c->pass)
        return CTSAR_OK;
    a->pass = c->pass;
    a->loaded = 0;
    free(a->writer);
    a->writer = NULL;
    call_it(a, name);
    int status = ctsar__check_recall(c, a);
    if (!status)
        ctsar__check_look_for_stale(c, a);
    return status;
}

int ctsar__check_array(ctsar__check *c, const ctsar__checked_array *spec, size_t *strides,
                       void **pointer)
{
    ctsar__tracked *a = NULL;
    ctsar__check_show(c); /* the new one may be the same memory */
    int status = find(c, spec, &a);
    if (!status)
        status = enlist(c, a, spec->name);
    if (status)
        return status;
    ctsar__layout_strides(&a->shape, &a->layout, a->strides);
    for (int k = 0; strides && k < a->shape.ndim - 1; ++k)
        strides[k] = a->strides[k];
    *pointer = a->base;
    if (!c->begun)
        return CTSAR_OK;
    status = ctsar__check_prepare(c, a);
    ctsar__check_keep_start(c);
    if (!status)
        status = ctsar__check_fill(c, a);
    if (status) { /* what it has on the host has not been saved */
        a->in_turn = false;
        c->count--;
    }
    ctsar__check_hide(c);
    return status;
}

void ctsar__check_view(ctsar__check *c, const void *host, void **pointer, const size_t **strides)
{
    for (int k = 0; k < c->count; ++k)
        if (c->turn[k]->host == host) {
            *pointer = c->turn[k]->base;
            if (*strides)
                *strides = c->turn[k]->strides;
        }
}

/* ---- Parts --------------------------------------------------------------------------------- */

/* What has been found of a kernel's access holds for all its tasks. */
static int move_part(ctsar__tracked *a, const ctsar__checked_part *spec, const ctsar__shape *shape)
{
    unsigned mended = a->mended.flags & ~a->shape.flags;
    bool same = a->map && a->host == spec->host && a->flat == spec->flat &&
                ctsar__shape_equal(&a->shape, shape);
    int ndim = spec->ndim ? spec->ndim : 1;
    for (int k = 0; k < ndim; ++k)
        a->side[k] = spec->ndim ? spec->side[k] : (ctsar_side){1, 0, 1};
    if (same)
        return CTSAR_OK;
    ctsar__check_release(a);
    free(a->written);
    a->map = NULL;
    a->written = NULL;
    a->lo = a->hi = 0;
    a->host = spec->host;
    a->whole = !spec->ndim;
    a->flat = spec->flat;
    a->shape = a->mended = *shape;
    a->mended.flags |= mended;
    return ctsar__check_reserve(a);
}

static int shape_of_part(const ctsar__checked_part *spec, ctsar__shape *shape)
{
    static const ctsar_side bytes = {1, 0, 1};
    return ctsar__check_part_shape(spec->elem, spec->ndim ? spec->ndim : 1,
                                   spec->ndim ? spec->side : &bytes, spec->flags, shape);
}

static ctsar__tracked *find_part(ctsar__check *c, int index)
{
    ctsar__tracked *a = c->arrays;
    while (a && a->index != index)
        a = a->next;
    if (!a && (a = calloc(1, sizeof *a))) {
        *a = (ctsar__tracked){.part = true, .next = c->arrays, .index = index};
        c->arrays = a;
    }
    return a;
}

int ctsar__check_part(ctsar__check *c, const ctsar__checked_part *spec, size_t *strides,
                      void **pointer)
{
    ctsar__shape shape;
    int status = shape_of_part(spec, &shape);
    ctsar__tracked *a = status ? NULL : find_part(c, spec->index);
    if (!status && !a)
        status = ctsar__error(CTSAR_ENOMEM, "no memory to check a part of an array");
    if (!status)
        status = move_part(a, spec, &shape);
    if (!status)
        status = enlist(c, a, spec->name);
    if (status)
        return status;
    ctsar__check_part_strides(a, strides);
    *pointer = a->base + ctsar__check_part_first(a);
    return CTSAR_OK;
}

void *ctsar__check_host(const ctsar__check *c, void *address)
{
    char *at = address;
    for (int k = 0; k < c->count; ++k) {
        const ctsar__tracked *a = c->turn[k];
        if (at >= a->map && at < a->map + a->map_bytes)
            return ctsar__check_is_linear(a) ? a->host + (at - a->base) : NULL;
    }
    return address;
}

void ctsar__check_part_element(const ctsar__checked_part *spec, ptrdiff_t offset, char *out,
                               size_t room)
{
    ctsar__tracked a = {.part = true, .whole = !spec->ndim, .index = spec->index};
    call_it(&a, spec->name);
    if (shape_of_part(spec, &a.shape))
        snprintf(out, room, "%s", a.name);
    else
        ctsar__check_element(&a, offset, out, room);
}

/* Two arrays that the region knows swap their roles; otherwise the old one does not persist any
 * more. */
void ctsar__check_retarget(ctsar__check *c, void *old, void *host)
{
    for (const ctsar__tracked *a = c->arrays; a; a = a->next)
        if (a->host == host)
            return;
    ctsar__check_depersist(old);
}

/* ---- Reductions -------------------------------------------------------------------------- */

static int add_reduction(ctsar__check *c, void *result, void *copy, size_t size,
                         ctsar__checked_reduction **out)
{
    size_t count = (size_t)c->reductions + 1;
    ctsar__checked_reduction *grown =
        ctsar__grow(c->reduction, &c->reduction_room, count, sizeof *grown);
    if (!grown)
        return ctsar__error(CTSAR_ENOMEM, "no memory to check %zu reductions", count);
    c->reduction = grown;
    char *kept = malloc(4 * size);
    if (!kept)
        return ctsar__error(CTSAR_ENOMEM, "no memory to check a reduction of %zu bytes", size);
    *out = &c->reduction[c->reductions++];
    **out = (ctsar__checked_reduction){.result = result, .copy = copy, .size = size, .kept = kept};
    memcpy(kept, copy, size);
    memcpy(kept + size, copy, size);
    memcpy(kept + 3 * size, copy, size);
    return CTSAR_OK;
}

int ctsar__check_reduction(ctsar__check *c, void *result, void *copy, size_t size)
{
    ctsar__checked_reduction *r = NULL;
    for (int i = 0; i < c->reductions; ++i)
        if (c->reduction[i].copy == copy && c->reduction[i].size == size)
            r = &c->reduction[i];
    int status = r ? CTSAR_OK : add_reduction(c, result, copy, size, &r);
    if (status)
        return status;
    if (c->fresh && !r->in_turn)
        memcpy(r->kept, copy, size);
    memcpy(r->kept + 2 * size, result, size);
    r->in_turn = true;
    return CTSAR_OK;
}

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Executions of an iteration: over the first pattern, over the second one; where outputs differ,
 * over the first one again, and then over the second one in ever smaller parts.  It begins anew
 * when a registration has been mended. */
#include "check/execute.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "check/alone.h"
#include "check/effects.h"
#include "check/elsewhere.h"
#include "check/fault.h"
#include "check/fill.h"
#include "check/finding.h"
#include "check/holes.h"
#include "check/judge.h"
#include "check/learn.h"
#include "check/overlap.h"
#include "check/runs.h"
#include "check/state.h"
#include "check/sweep.h"
#include "check/unwritten.h"
#include "check/watch.h"

enum { MOST_SEARCHES = 500, MOST_RESTARTS = 200 };

/* ---- What the body has done ------------------------------------------------------------- */

static bool look_at_pages(ctsar__check *c)
{
    bool mended = false;
    for (int i = 0; i < c->touches; ++i) {
        ctsar__touched t = c->touched[i];
        if (!t.array->in_turn)
            continue;
        if (t.read_at != CTSAR__NOWHERE)
            mended = ctsar__check_judge_read(c, t.array, t.read_at) || mended;
        if (t.wrote != CTSAR__NOWHERE)
            mended = ctsar__check_judge_write(c, t.array, t.wrote) || mended;
    }
    return mended;
}

static bool look_at_writes(ctsar__check *c)
{
    bool mended = false;
    for (int k = 0; k < c->count; ++k)
        for (size_t i = 0; i < c->turn[k]->runs; ++i) {
            ptrdiff_t at = ctsar__check_changed(c, c->turn[k], &c->turn[k]->run[i]);
            if (at != CTSAR__NOWHERE)
                mended = ctsar__check_judge_write(c, c->turn[k], at) || mended;
        }
    return mended;
}

static void look_at_host(ctsar__check *c)
{
    char text[128];
    for (int k = 0; k < c->count; ++k) {
        ptrdiff_t at = ctsar__check_hidden_changed(c, c->turn[k]);
        if (at != CTSAR__NOWHERE)
            ctsar__check_found(c, c->turn[k], CTSAR__WRITES_HOST,
                               "writes %s in the host's array itself",
                               ctsar__check_element(c->turn[k], at, text, sizeof text));
    }
    ctsar__check_show(c);
    ctsar__elsewhere_look(c);
    for (int i = 0; i < c->reductions; ++i) {
        ctsar__checked_reduction *r = &c->reduction[i];
        if (!r->in_turn || !memcmp(r->result, r->kept + 2 * r->size, r->size))
            continue;
        memcpy(r->result, r->kept + 2 * r->size, r->size);
        ctsar__check_found_direct(c, r->result);
    }
}

/* ---- Outputs ---------------------------------------------------------------------------- */

/* The first of a run's owned bytes that differ, as it is now, from the first execution; its length:
 * none does. */
static size_t differing(const ctsar__check *c, const ctsar__tracked *a, const ctsar__run *r,
                        const char *first)
{
    const char *now = a->base + r->at;
    size_t i = 0;
    if (!memcmp(first, now, r->length))
        return r->length;
    while (i < r->length &&
           (first[i] == now[i] || ctsar__check_untouched(c, a, r, first[i], now[i])))
        ++i;
    return i;
}

static bool array_differs(ctsar__check *c, ctsar__tracked *a)
{
    const char *first = a->first;
    for (size_t k = 0; k < a->runs; ++k) {
        const ctsar__run *r = &a->run[k];
        if (!r->owned)
            continue;
        size_t i = differing(c, a, r, first);
        if (i < r->length) {
            ctsar__check_element(a, (ptrdiff_t)(r->host + i), c->effect, sizeof c->effect);
            return true;
        }
        first += r->length;
    }
    return false;
}

static bool reduction_differs(ctsar__check *c)
{
    for (int i = 0; i < c->reductions; ++i) {
        ctsar__checked_reduction *r = &c->reduction[i];
        if (r->in_turn && memcmp(r->copy, r->kept + r->size, r->size) != 0) {
            snprintf(c->effect, sizeof c->effect, "the reduction into %p", (void *)r->result);
            return true;
        }
    }
    return false;
}

/* Are outputs other than after the first execution?  Then `effect` says which, and what may be told
 * of it is a finding.  Effects may be so by chance, with the address of memory of its own. */
static bool outputs_differ(ctsar__check *c)
{
    for (int k = 0; k < c->count; ++k)
        if (array_differs(c, c->turn[k])) {
            c->differing = &c->turn[k]->finding[CTSAR__UNREPEATABLE];
            return true;
        }
    if (reduction_differs(c)) {
        c->differing = &c->chance;
        return true;
    }
    if (!ctsar__effects_differ(c))
        return false;
    c->differing = NULL;
    snprintf(c->effect, sizeof c->effect, "what it submits");
    return true;
}

static void save_outputs(ctsar__check *c, bool second)
{
    for (int k = 0; k < c->count; ++k)
        ctsar__check_save(c->turn[k], second ? c->turn[k]->second : c->turn[k]->first);
    if (!second)
        ctsar__effects_save(c);
    for (int i = 0; i < c->reductions && !second; ++i)
        memcpy(c->reduction[i].kept + c->reduction[i].size, c->reduction[i].copy,
               c->reduction[i].size);
}

/* Hands an array's outputs to the host; what the iteration has not written stays as it was. */
static void deliver_array(const ctsar__check *c, ctsar__tracked *a)
{
    const char *first = a->first, *second = a->second;
    assert(a->runs == 0 || a->run);
    for (size_t i = 0; i < a->runs; ++i) {
        const ctsar__run *r = &a->run[i];
        if (!r->owned)
            continue;
        for (size_t b = 0; b < r->length; ++b)
            if (r->defined || !ctsar__check_untouched(c, a, r, first[b], second[b]))
                a->host[r->host + b] = first[b];
        first += r->length;
        second += r->length;
    }
}

static void deliver(ctsar__check *c)
{
    for (int k = 0; k < c->count; ++k) {
        ctsar__tracked *a = c->turn[k];
        assert(a);
        deliver_array(c, a);
        ctsar__check_overlap(c, a);
    }
    for (int i = 0; i < c->reductions; ++i)
        memcpy(c->reduction[i].copy, c->reduction[i].kept + c->reduction[i].size,
               c->reduction[i].size);
}

/* ---- What comes next --------------------------------------------------------------------- */

static bool finish(ctsar__check *c)
{
    deliver(c);
    c->phase = CTSAR__FIRST;
    c->fresh = true;
    c->restarts = 0;
    c->prefix = 0;
    *c->effect = '\0';
    c->executed++;
    return false;
}

static bool go_on(ctsar__check *c, ctsar__phase phase, size_t prefix)
{
    c->phase = phase;
    c->prefix = prefix;
    for (int i = 0; i < c->reductions; ++i)
        memcpy(c->reduction[i].copy, c->reduction[i].kept, c->reduction[i].size);
    return true;
}

static bool restart(ctsar__check *c)
{
    c->restarts++;
    *c->effect = '\0';
    return go_on(c, CTSAR__FIRST, 0);
}

/* Halves what is between a prefix that changes nothing and one that does; then both are tried
 * again, the latter twice, as it would be wrong to blame a byte for what is chance. */
static bool search(ctsar__check *c)
{
    if (c->differs - c->same > 1)
        return go_on(c, CTSAR__SEARCH, c->same + (c->differs - c->same) / 2);
    return go_on(c, CTSAR__SAME, c->same);
}

/* What differed last does so by chance. */
static bool unrepeatable(ctsar__check *c)
{
    if (ctsar__elsewhere_end(c) && c->restarts < MOST_RESTARTS)
        return restart(c); /* its outputs are of what was hidden */
    ctsar__check_found_chance(c);
    return finish(c);
}

static bool judge(ctsar__check *c)
{
    bool mended = ctsar__check_judge_mark(c, c->differs - 1);
    return mended && c->restarts < MOST_RESTARTS ? restart(c) : finish(c);
}

static bool begin_search(ctsar__check *c)
{
    if (outputs_differ(c))
        return unrepeatable(c);
    if (c->searches++ >= MOST_SEARCHES)
        return finish(c);
    c->same = 0;
    c->differs = c->marks;
    return search(c);
}

/* Is the iteration to be executed once more? */
static bool next_execution(ctsar__check *c)
{
    switch (c->phase) {
    case CTSAR__FIRST:
        save_outputs(c, false);
        return c->marks ? go_on(c, CTSAR__SECOND, SIZE_MAX) : finish(c);
    case CTSAR__SECOND:
        save_outputs(c, true);
        if (ctsar__check_look_for_unwritten(c) && c->restarts < MOST_RESTARTS)
            return restart(c);
        return outputs_differ(c) ? go_on(c, CTSAR__CONFIRM, 0) : finish(c);
    case CTSAR__CONFIRM:
        return begin_search(c);
    case CTSAR__SEARCH:
        *(outputs_differ(c) ? &c->differs : &c->same) = c->prefix;
        return search(c);
    case CTSAR__SAME:
        return outputs_differ(c) ? unrepeatable(c) : go_on(c, CTSAR__DIFFERS, c->differs);
    case CTSAR__DIFFERS:
    case CTSAR__AGAIN:
        if (!outputs_differ(c))
            return unrepeatable(c);
        return c->phase == CTSAR__AGAIN ? judge(c) : go_on(c, CTSAR__AGAIN, c->differs);
    }
    return false;
}

/* Each iteration twice, and nothing is judged. */
static int learn(ctsar__check *c, bool *again)
{
    int status = ctsar__check_close_touched(c);
    bool first = c->phase == CTSAR__FIRST;
    save_outputs(c, !first);
    if (!first && !status)
        status = ctsar__check_learn(c);
    *again = first ? go_on(c, CTSAR__SECOND, SIZE_MAX) : finish(c);
    return status;
}

int ctsar__check_begin(ctsar__check *c, long value, ctsar__values all)
{
    int status = CTSAR_OK;
    c->value = value;
    c->all = all;
    c->marks = 0;
    for (int k = 0; k < c->count && !status; ++k)
        status = ctsar__check_prepare(c, c->turn[k]);
    ctsar__elsewhere_prepare(c);
    ctsar__check_keep_start(c);
    for (int k = 0; k < c->count && !status; ++k)
        status = ctsar__check_fill(c, c->turn[k]);
    if (status)
        return status;
    ctsar__check_hide(c);
    ctsar__elsewhere_hide(c);
    ctsar__effects_begin(c);
    ctsar__check_body_begins(c);
    return CTSAR_OK;
}

int ctsar__check_end(ctsar__check *c, bool *again)
{
    ctsar__check_body_ends(c);
    for (int k = 0; k < c->count; ++k)
        ctsar__check_unshut(c->turn[k]);
    look_at_host(c);
    bool misses = ctsar__effects_are_new(c) && ctsar__elsewhere_misses(c);
    if (misses || ctsar__check_touched_holes(c)) {
        *again = restart(c);
        return ctsar__check_close_touched(c);
    }
    if (c->sweep == CTSAR__LEARNS)
        return learn(c, again);
    bool mended = look_at_pages(c);
    mended = look_at_writes(c) || mended;
    int status = ctsar__check_close_touched(c);
    if (mended && c->restarts < MOST_RESTARTS)
        *again = restart(c);
    else
        *again = next_execution(c);
    return status;
}

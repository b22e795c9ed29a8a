/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What it means that a body has touched a byte, and how the array should have been registered. */
#include "check/judge.h"

#include <stdio.h>
#include <string.h>

#include "check/declared.h"
#include "check/elsewhere.h"
#include "check/finding.h"
#include "check/persist.h"
#include "check/runs.h"
#include "check/space.h"
#include "check/sweep.h"

enum { TEXT = 128, NEAR = 2, OFTEN = 4 };

/* ---- The iteration and the byte ------------------------------------------------------- */

static bool in_window(const ctsar__tracked *a, size_t item)
{
    size_t inner = a->shape.inner;
    return item * inner >= a->window.lo && item * inner < a->window.hi;
}

/* From what the iteration selects; 0: it selects the item. */
static size_t distance(const ctsar__check *c, const ctsar__tracked *a, size_t item)
{
    ctsar__items own = ctsar__check_own(c, &a->shape);
    return item < own.lo ? own.lo - item : item < own.hi ? 0 : item - own.hi + 1;
}

/* Is the byte one of the window, were the space laid out as the host's array? */
static bool host_index(const ctsar__tracked *a, ptrdiff_t at)
{
    size_t size = ctsar__shape_bytes(&a->shape);
    return at >= 0 && (size_t)at < size && in_window(a, ctsar__check_item(&a->shape, (size_t)at));
}

/* Has the body taken the host's distance of rows?  Where windows are packed each byte is near to
 * one of them, where rows are padded a halo is not far. */
static bool ignores_pitch(const ctsar__check *c, const ctsar__tracked *a, ptrdiff_t at,
                          ptrdiff_t host, bool padding)
{
    if (ctsar__check_is_linear(a))
        return false;
    bool inside = host >= 0 && (size_t)host < ctsar__shape_bytes(&a->shape);
    if (a->shape.packs || ctsar__shape_whole(&a->shape))
        return host_index(a, at);
    if (!padding && inside && distance(c, a, ctsar__check_item(&a->shape, (size_t)host)) <= NEAR)
        return false;
    return host_index(a, at);
}

/* ---- Mending --------------------------------------------------------------------------- */

/* As many more items as may be; all that there are when it was not enough too often. */
static bool extend(const ctsar__check *c, ctsar__tracked *a, size_t item)
{
    ctsar__shape *s = &a->mended;
    size_t below = s->halo_below, above = s->halo_above, d = distance(c, a, item);
    if (item < ctsar__check_own(c, s).lo)
        below = d;
    else
        above = d;
    if (a->extended++ >= OFTEN)
        below = above = s->assoc;
    if (s->packs && s->width + below + above > a->layout.block / s->inner)
        return false;
    s->halo_below = below;
    s->halo_above = above;
    s->flags |= CTSAR_MEM_INPUT;
    return true;
}

static bool add_flag(ctsar__tracked *a, unsigned flag)
{
    bool fresh = !(a->mended.flags & flag);
    a->mended.flags |= flag;
    return fresh;
}

/* ---- Judgements --------------------------------------------------------------------------- */

/* Beside the array, or indexed wrongly: true, and recorded. */
static bool judge_place(ctsar__check *c, ctsar__tracked *a, ptrdiff_t at, bool write,
                        ptrdiff_t *host)
{
    char text[TEXT];
    bool padding;
    *host = ctsar__check_host_offset(a, at, &padding);
    if (a->finding[CTSAR__PITCH].count || ignores_pitch(c, a, at, *host, padding)) {
        ctsar__check_found(c, a, CTSAR__PITCH, "%s %s with the host's distance of rows",
                           write ? "writes" : "reads",
                           ctsar__check_element(a, at, text, sizeof text));
        return true;
    }
    if (*host >= 0 && (size_t)*host < ctsar__shape_bytes(&a->shape) && !padding)
        return false;
    ctsar__check_found(c, a, write ? CTSAR__WRITES_OUTSIDE : CTSAR__READS_OUTSIDE,
                       "%s %s, which is beside the array", write ? "writes" : "reads",
                       ctsar__check_element(a, *host, text, sizeof text));
    return true;
}

/* What others of the pass's iterations write is not to be read, halo or not. */
static bool judge_race(ctsar__check *c, ctsar__tracked *a, const char *text, size_t item,
                       long other)
{
    bool fresh = !a->raced;
    ctsar__check_found(c, a, CTSAR__READS_RACE,
                       "reads %s, which iteration %ld writes in the same pass, perhaps before and "
                       "perhaps after",
                       text, other);
    a->raced = true;
    if (!in_window(a, item))
        return extend(c, a, item);
    return add_flag(a, CTSAR_MEM_INPUT) || fresh;
}

bool ctsar__check_judge_read(ctsar__check *c, ctsar__tracked *a, ptrdiff_t at)
{
    char text[TEXT];
    ptrdiff_t host;
    if (a->part)
        return ctsar__check_declared_read(c, a, at);
    if (judge_place(c, a, at, false, &host))
        return false;
    size_t item = ctsar__check_item(&a->shape, (size_t)host);
    ctsar__check_element(a, host, text, sizeof text);
    long other;
    if (a->mended.flags & CTSAR_MEM_OUTPUT && ctsar__check_is_others(c, &a->shape, item, &other))
        return judge_race(c, a, text, item, other);
    if (in_window(a, item)) {
        ctsar__check_found(c, a, CTSAR__READS_OUTPUT,
                           "reads %s, which is registered as an output only and not copied in",
                           text);
        return add_flag(a, CTSAR_MEM_INPUT);
    }
    ctsar__check_found(c, a, CTSAR__READS_HALO, "reads %s, which is not in its window", text);
    return extend(c, a, item);
}

bool ctsar__check_judge_write(ctsar__check *c, ctsar__tracked *a, ptrdiff_t at)
{
    char text[TEXT];
    ptrdiff_t host;
    if (a->part)
        return ctsar__check_declared_write(c, a, at);
    if (judge_place(c, a, at, true, &host))
        return false;
    size_t item = ctsar__check_item(&a->shape, (size_t)host);
    ctsar__check_element(a, host, text, sizeof text);
    if (ctsar__shape_whole(&a->shape)) {
        ctsar__check_found(c, a, CTSAR__WRITES_SHARED,
                           "writes %s, of an input that all iterations share", text);
        return false;
    }
    if (distance(c, a, item) == 0) {
        ctsar__check_found(c, a, CTSAR__WRITES_INPUT, "writes %s, which is registered as an input",
                           text);
        return add_flag(a, CTSAR_MEM_OUTPUT);
    }
    long other;
    if (ctsar__check_is_others(c, &a->shape, item, &other))
        ctsar__check_found(c, a, CTSAR__WRITES_OTHER,
                           "writes %s, which is iteration %ld's: outputs of two iterations overlap",
                           text, other);
    else
        ctsar__check_found(c, a, CTSAR__WRITES_OTHER,
                           "writes %s, which is no iteration's and is not copied back", text);
    return false;
}

bool ctsar__check_judge_unwritten(ctsar__check *c, ctsar__tracked *a, size_t host)
{
    char text[TEXT], part[48] = "";
    size_t byte = host % a->shape.elem;
    ctsar__check_element(a, (ptrdiff_t)host, text, sizeof text);
    if (byte && !(a->part && a->whole) && !strstr(text, "(byte"))
        snprintf(part, sizeof part, "what begins at byte %zu of ", byte);
    ctsar__check_found(c, a, CTSAR__UNWRITTEN,
                       "does not write %s%s, which is %s and comes back undefined", part, text,
                       a->part ? "declared OUT" : "registered as an output only");
    return add_flag(a, CTSAR_MEM_INPUT);
}

/* ---- Bytes by their numbers ----------------------------------------------------------------- */

/* A byte that another iteration writes, through this registration or through another one. */
static bool judge_written(ctsar__check *c, ctsar__tracked *a, size_t host)
{
    char text[TEXT];
    const ctsar__tracked *through = NULL;
    uint32_t writer = 0;
    long other;
    if (ctsar__check_suspect(c))
        return false;
    ctsar__check_element(a, (ptrdiff_t)host, text, sizeof text);
    if (c->sweep == CTSAR__JUDGES)
        ctsar__check_written(c, a, host, 1, &writer, &through);
    size_t item = ctsar__check_item(&a->shape, host);
    if (through == a && ctsar__check_is_others(c, &a->shape, item, &other))
        return judge_race(c, a, text, item, other);
    ctsar__check_found(c, a, CTSAR__READS_RACE,
                       "reads %s, which another iteration writes in the same pass through "
                       "another registration of the same memory",
                       text);
    a->raced = true;
    return true;
}

/* Of another iteration's item, which has been copied in as registered. */
static bool is_rightly_there(const ctsar__check *c, const ctsar__tracked *a, const ctsar__run *r)
{
    long other;
    return !a->part && !r->lost && !r->owned && r->host != SIZE_MAX &&
           (a->mended.flags & CTSAR_MEM_INOUT) == CTSAR_MEM_INOUT &&
           ctsar__check_is_others(c, &a->shape, ctsar__check_item(&a->shape, r->host), &other);
}

static bool judge_run(ctsar__check *c, ctsar__tracked *a, const ctsar__run *r, size_t offset)
{
    char text[TEXT];
    if (r->raced)
        return judge_written(c, a, r->host + offset);
    if (is_rightly_there(c, a, r) && ctsar__check_suspect(c))
        return false;
    if (!r->lost)
        return ctsar__check_judge_read(c, a, (ptrdiff_t)(r->at + offset));
    ctsar__check_element(a, (ptrdiff_t)(r->host + offset), text, sizeof text);
    ctsar__check_found(c, a, CTSAR__NOT_SYNCED,
                       "reads %s, of which accelerators had the only copy when the host wrote "
                       "other elements and ctsar_host_modified was called",
                       text);
    ctsar__check_restore_lost(a);
    return true;
}

/* Where the nth of the hidden bytes is in the host's array. */
static size_t hidden_host(const ctsar__tracked *a, size_t n)
{
    for (size_t i = 0; i < a->runs; ++i) {
        const ctsar__run *r = &a->run[i];
        if (!ctsar__check_is_hidden(a, r))
            continue;
        if (n < r->length)
            return r->host + n;
        n -= r->length;
    }
    return 0;
}

bool ctsar__check_judge_mark(ctsar__check *c, size_t mark)
{
    char text[TEXT];
    for (int k = 0; k < c->count; ++k) {
        ctsar__tracked *a = c->turn[k];
        for (size_t i = 0; i < a->runs; ++i) {
            const ctsar__run *r = &a->run[i];
            if (!r->defined && mark >= r->mark && mark - r->mark < r->length)
                return judge_run(c, a, r, mark - r->mark);
        }
        if (mark < a->hidden_mark || mark - a->hidden_mark >= a->hidden_bytes)
            continue;
        size_t host = hidden_host(a, mark - a->hidden_mark);
        ctsar__check_element(a, (ptrdiff_t)host, text, sizeof text);
        ctsar__check_found(c, a, CTSAR__READS_HOST, "reads %s from the host's array itself", text);
        return false;
    }
    return ctsar__elsewhere_judge(c, mark);
}

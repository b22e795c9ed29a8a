/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What an array holds when an iteration begins, and what of it has been written when it ends.
 *
 * A defined run (runs.c) has the host's values; others have the first pattern or, up to the prefix
 * that the execution is for, the second one.  As floating-point numbers both are finite, and their
 * squares; one is small, so that what is added to it shows, the other one large, so that it decides
 * comparisons, of either sign in turn.  Now and then one is 0, which decides conditions. */
#include "check/fill.h"

#include <string.h>

#include "check/runs.h"
#include "check/space.h"
#include "check/watch.h"

/* ---- Patterns ---------------------------------------------------------------------- */

static unsigned char hidden_pattern(bool second)
{
    return second ? 0xd7 : 0x37;
}

/* Outputs' are their own, so that one that was copied from elsewhere does not look unwritten. */
unsigned char ctsar__check_pattern(const ctsar__check *c, const ctsar__tracked *a,
                                   const ctsar__run *r, bool second)
{
    static const unsigned char around[][2] = {{0x40, 0xd4}, {0x00, 0xd5}, {0x3f, 0x54}};
    static const unsigned char own[][2] = {{0x38, 0xd8}, {0xb8, 0x58}};
    if (r->owned)
        return (unsigned char)(own[c->executed % 2][second] + a->ordinal % 7);
    return around[c->executed % 3][second];
}

size_t ctsar__check_number_size(const ctsar__tracked *a)
{
    size_t alignment = a->shape.elem & -a->shape.elem;
    return alignment < sizeof(uint64_t) ? alignment : sizeof(uint64_t);
}

bool ctsar__check_differs_at(const ctsar__tracked *a, size_t host)
{
    return host % a->shape.elem % ctsar__check_number_size(a) == 0;
}

size_t ctsar__check_second(const ctsar__check *c, size_t mark, size_t length)
{
    size_t n = c->prefix > mark ? c->prefix - mark : 0;
    return n < length ? n : length;
}

/* The first of n bytes that is not `value`. */
static size_t first_other(const char *at, unsigned char value, size_t n)
{
    size_t i = 0;
    if (n == 0 || ((unsigned char)*at == value && !memcmp(at, at + 1, n - 1)))
        return n;
    while ((unsigned char)at[i] == value)
        ++i;
    return i;
}

/* ---- Contents ---------------------------------------------------------------------------- */

/* Are its numbers to differ a little from the host's? */
static bool differs(const ctsar__check *c, const ctsar__run *r)
{
    return r->owned && c->sweep == CTSAR__LEARNS && c->phase == CTSAR__SECOND;
}

static void fill_run(const ctsar__check *c, const ctsar__tracked *a, const ctsar__run *r)
{
    char *at = a->base + r->at;
    if (r->defined) {
        memcpy(at, a->host + r->host, r->length);
        for (size_t i = 0; differs(c, r) && i < r->length; ++i)
            at[i] ^= ctsar__check_differs_at(a, r->host + i);
        return;
    }
    size_t n = ctsar__check_second(c, r->mark, r->length);
    memset(at, ctsar__check_pattern(c, a, r, true), n);
    memset(at + n, ctsar__check_pattern(c, a, r, false), r->length - n);
}

/* What has to be written of a whole input: all of it once a pass, then what is not defined. */
static bool to_be_filled(const ctsar__tracked *a, const ctsar__run *r)
{
    return !a->readonly || a->loaded != a->pass || !r->defined;
}

int ctsar__check_fill(ctsar__check *c, ctsar__tracked *a)
{
    size_t lo = SIZE_MAX, hi = 0;
    for (size_t i = 0; a->readonly && i < a->runs; ++i)
        if (to_be_filled(a, &a->run[i])) {
            lo = lo < a->run[i].at ? lo : a->run[i].at;
            hi = a->run[i].at + a->run[i].length;
        }
    int status = ctsar__check_protect(a, lo, hi, false);
    for (size_t i = 0; i < a->runs && !status; ++i)
        if (to_be_filled(a, &a->run[i]))
            fill_run(c, a, &a->run[i]);
    if (!status && a->readonly)
        status = ctsar__check_protect(a, lo, hi, true);
    a->loaded = a->pass;
    return status || !a->readonly ? status : ctsar__check_shut(c, a);
}

ptrdiff_t ctsar__check_changed(const ctsar__check *c, const ctsar__tracked *a, const ctsar__run *r)
{
    const char *at = a->base + r->at;
    size_t i = 0, n;
    if (r->owned || a->readonly)
        return CTSAR__NOWHERE;
    if (r->defined) {
        const char *host = a->host + r->host;
        if (!memcmp(at, host, r->length))
            return CTSAR__NOWHERE;
        while (at[i] == host[i])
            ++i;
        return (ptrdiff_t)(r->at + i);
    }
    n = ctsar__check_second(c, r->mark, r->length);
    i = first_other(at, ctsar__check_pattern(c, a, r, true), n);
    if (i == n)
        i += first_other(at + n, ctsar__check_pattern(c, a, r, false), r->length - n);
    return i == r->length ? CTSAR__NOWHERE : (ptrdiff_t)(r->at + i);
}

void ctsar__check_save(const ctsar__tracked *a, char *to)
{
    for (size_t i = 0; i < a->runs; ++i)
        if (a->run[i].owned) {
            memcpy(to, a->base + a->run[i].at, a->run[i].length);
            to += a->run[i].length;
        }
}

/* ---- The host's copies -------------------------------------------------------------------- */

/* Of tasks in turn small and large, since the other pattern is what is there. */
void ctsar__check_hide_bytes(const ctsar__check *c, char *at, size_t length)
{
    memset(at, hidden_pattern(c->executed % 2), length);
}

size_t ctsar__check_hidden_same(const ctsar__check *c, const char *at, size_t length)
{
    return first_other(at, hidden_pattern(c->executed % 2), length);
}

void ctsar__check_hide(ctsar__check *c)
{
    for (int k = 0; k < c->count; ++k) {
        ctsar__tracked *a = c->turn[k];
        size_t mark = a->hidden_mark;
        for (size_t i = 0; i < a->runs; ++i) {
            const ctsar__run *r = &a->run[i];
            if (!ctsar__check_is_hidden(a, r))
                continue;
            size_t n = ctsar__check_second(c, mark, r->length);
            memset(a->host + r->host, hidden_pattern(true), n);
            memset(a->host + r->host + n, hidden_pattern(false), r->length - n);
            mark += r->length;
        }
    }
    c->hidden = true;
}

void ctsar__check_show(ctsar__check *c)
{
    for (int k = 0; c->hidden && k < c->count; ++k) {
        ctsar__tracked *a = c->turn[k];
        const char *truth = a->truth;
        for (size_t i = 0; i < a->runs; ++i)
            if (ctsar__check_is_hidden(a, &a->run[i])) {
                memcpy(a->host + a->run[i].host, truth, a->run[i].length);
                truth += a->run[i].length;
            }
    }
    c->hidden = false;
}

ptrdiff_t ctsar__check_hidden_changed(const ctsar__check *c, const ctsar__tracked *a)
{
    size_t mark = a->hidden_mark;
    for (size_t i = 0; i < a->runs; ++i) {
        const ctsar__run *r = &a->run[i];
        if (!ctsar__check_is_hidden(a, r))
            continue;
        const char *at = a->host + r->host;
        size_t n = ctsar__check_second(c, mark, r->length);
        size_t same = first_other(at, hidden_pattern(true), n);
        if (same == n)
            same += first_other(at + n, hidden_pattern(false), r->length - n);
        if (same < r->length)
            return (ptrdiff_t)(r->host + same);
        mark += r->length;
    }
    return CTSAR__NOWHERE;
}

/* SPDX-License-Identifier: BSD-3-Clause */
#include "check/elsewhere.h"

#include <string.h>

#include "base/grow.h"
#include "check/fill.h"
#include "check/finding.h"

int ctsar__check_elsewhere(ctsar__check *c, const ctsar__elsewhere *elsewhere)
{
    size_t bytes = 0;
    for (size_t i = 0; i < elsewhere->count; ++i)
        bytes += elsewhere->stretch[i].length;
    if (bytes > c->elsewhere.room && !ctsar__resize(&c->elsewhere.truth, bytes, 1))
        return ctsar__error(CTSAR_ENOMEM, "no memory to hide %zu bytes from a task", bytes);
    if (bytes > c->elsewhere.room)
        c->elsewhere.room = bytes;
    char *to = c->elsewhere.truth;
    for (size_t i = 0; i < elsewhere->count; ++i) {
        memcpy(to, elsewhere->stretch[i].at, elsewhere->stretch[i].length);
        to += elsewhere->stretch[i].length;
    }
    c->elsewhere.is = *elsewhere;
    return CTSAR_OK;
}

static bool is_hidden(const ctsar__check *c, const ctsar__stretch *s)
{
    return !s->shown && !c->elsewhere.known;
}

void ctsar__elsewhere_prepare(ctsar__check *c)
{
    const ctsar__elsewhere *e = &c->elsewhere.is;
    c->elsewhere.mark = c->marks;
    c->elsewhere.bytes = 0;
    for (size_t i = 0; i < e->count; ++i)
        c->elsewhere.bytes += is_hidden(c, &e->stretch[i]) ? e->stretch[i].length : 0;
    c->marks += c->elsewhere.bytes;
}

void ctsar__elsewhere_hide(const ctsar__check *c)
{
    const ctsar__elsewhere *e = &c->elsewhere.is;
    size_t mark = c->elsewhere.mark;
    for (size_t i = 0; i < e->count; ++i)
        if (is_hidden(c, &e->stretch[i])) {
            ctsar__check_hide_bytes(c, e->stretch[i].at, e->stretch[i].length, mark);
            mark += e->stretch[i].length;
        }
}

/* The first byte that is not as it was put there; the length: none. */
static size_t changed(const ctsar__check *c, const ctsar__stretch *s, const char *truth,
                      size_t mark)
{
    size_t i = 0;
    if (is_hidden(c, s))
        return ctsar__check_hidden_same(c, s->at, s->length, mark);
    if (!memcmp(s->at, truth, s->length))
        return s->length;
    while (s->at[i] == truth[i])
        ++i;
    return i;
}

/* What is watched and was not written may be memory that cannot be. */
void ctsar__elsewhere_look(ctsar__check *c)
{
    const ctsar__elsewhere *e = &c->elsewhere.is;
    const char *truth = c->elsewhere.truth;
    size_t mark = c->elsewhere.mark;
    for (size_t i = 0; i < e->count; ++i) {
        const ctsar__stretch *s = &e->stretch[i];
        size_t at = changed(c, s, truth, mark);
        if (at < s->length)
            ctsar__check_found_elsewhere(c, s->at + at, true);
        if (at < s->length || is_hidden(c, s))
            memcpy(s->at, truth, s->length);
        truth += s->length;
        mark += is_hidden(c, s) ? s->length : 0;
    }
}

bool ctsar__elsewhere_judge(ctsar__check *c, size_t mark)
{
    const ctsar__elsewhere *e = &c->elsewhere.is;
    size_t n = mark - c->elsewhere.mark, i = 0;
    if (mark < c->elsewhere.mark || n >= c->elsewhere.bytes)
        return false;
    for (; !is_hidden(c, &e->stretch[i]) || n >= e->stretch[i].length; ++i)
        n -= is_hidden(c, &e->stretch[i]) ? e->stretch[i].length : 0;
    ctsar__check_found_elsewhere(c, e->stretch[i].at + n, false);
    c->elsewhere.known = true;
    return true;
}

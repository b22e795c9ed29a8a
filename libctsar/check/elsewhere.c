/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The first execution is over a pattern, the second one, which has the second pattern elsewhere,
 * over what is there.  So what a body does with it unnoticed is done with the right values last. */
#include "check/elsewhere.h"

#include <string.h>

#include "base/grow.h"
#include "check/alone.h"
#include "check/fill.h"
#include "check/finding.h"

static ctsar__check *hiding; /* what has hidden bytes, or watches some; of who is alone (alone.h) */

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

/* ---- Hiding ------------------------------------------------------------------------------ */

static bool is_hidden(const ctsar__check *c, const ctsar__stretch *s)
{
    return !s->shown && !c->elsewhere.known && c->elsewhere.tells;
}

/* Has the body outputs, or effects, that can differ? */
static bool tells(const ctsar__check *c)
{
    bool any = c->effects.any;
    for (int k = 0; k < c->count; ++k)
        any = any || c->turn[k]->owned_bytes > 0;
    for (int i = 0; i < c->reductions; ++i)
        any = any || c->reduction[i].in_turn;
    return any;
}

bool ctsar__elsewhere_misses(const ctsar__check *c)
{
    return !c->elsewhere.tells && !c->elsewhere.known && c->elsewhere.is.count > 0;
}

void ctsar__elsewhere_prepare(ctsar__check *c)
{
    const ctsar__elsewhere *e = &c->elsewhere.is;
    c->elsewhere.mark = c->marks;
    c->elsewhere.bytes = 0;
    c->elsewhere.tells = tells(c);
    for (size_t i = 0; i < e->count; ++i)
        c->elsewhere.bytes += is_hidden(c, &e->stretch[i]) ? e->stretch[i].length : 0;
    c->marks += c->elsewhere.bytes;
}

/* The body calls the library, for which memory has to be as it is.  So it is from now on, until the
 * task is over. */
static void reveal(void)
{
    ctsar__check *c = hiding;
    ctsar__elsewhere_look(c);
    c->elsewhere.revealed = c->elsewhere.bytes > 0;
    c->elsewhere.is.count = c->elsewhere.bytes = 0;
}

void ctsar__elsewhere_hide(ctsar__check *c)
{
    const ctsar__elsewhere *e = &c->elsewhere.is;
    size_t mark = c->elsewhere.mark;
    for (size_t i = 0; i < e->count; ++i)
        if (is_hidden(c, &e->stretch[i])) {
            size_t n = ctsar__check_second(c, mark, e->stretch[i].length);
            ctsar__check_hide_bytes(c, e->stretch[i].at + n, e->stretch[i].length - n);
            mark += e->stretch[i].length;
        }
    hiding = c;
    ctsar__check_alone_again(e->count ? reveal : NULL);
}

/* ---- What has been written --------------------------------------------------------------- */

static size_t first_other(const char *a, const char *b, size_t n)
{
    size_t i = 0;
    if (!memcmp(a, b, n))
        return n;
    while (a[i] == b[i])
        ++i;
    return i;
}

/* The first byte that is not as it was put there; the length: none. */
static size_t changed(const ctsar__check *c, const ctsar__stretch *s, const char *truth,
                      size_t mark)
{
    size_t n = is_hidden(c, s) ? ctsar__check_second(c, mark, s->length) : s->length;
    size_t same = first_other(s->at, truth, n);
    return same < n ? same : n + ctsar__check_hidden_same(c, s->at + n, s->length - n);
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
    ctsar__check_alone_again(NULL);
}

/* ---- What has been read ------------------------------------------------------------------ */

bool ctsar__elsewhere_end(ctsar__check *c)
{
    bool first = !c->elsewhere.known && (c->elsewhere.bytes > 0 || c->elsewhere.revealed);
    c->elsewhere.known = c->elsewhere.known || first;
    return first;
}

bool ctsar__elsewhere_judge(ctsar__check *c, size_t mark)
{
    const ctsar__elsewhere *e = &c->elsewhere.is;
    size_t n = mark - c->elsewhere.mark, i = 0;
    if (mark < c->elsewhere.mark || n >= c->elsewhere.bytes || e->count == 0)
        return false;
    for (; !is_hidden(c, &e->stretch[i]) || n >= e->stretch[i].length; ++i)
        n -= is_hidden(c, &e->stretch[i]) ? e->stretch[i].length : 0;
    ctsar__check_found_elsewhere(c, e->stretch[i].at + n, false);
    return ctsar__elsewhere_end(c);
}

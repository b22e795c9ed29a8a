/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Messages: one for each array and kind of mistake, when the pass is over and it is known what
 * would have been right. */
#include "check/finding.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/count.h"
#include "check/sweep.h"

enum { TEXT = 320, OFTEN = 4 };

/* ---- Text ---------------------------------------------------------------------------- */

typedef struct text {
    char at[TEXT];
    size_t used;
} text;

static void add(text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void add(text *t, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = vsnprintf(t->at + t->used, sizeof t->at - t->used, format, args);
    va_end(args);
    t->used += n < 0 ? 0 : (size_t)n;
    if (t->used >= sizeof t->at)
        t->used = sizeof t->at - 1;
}

/* ctsar_reg_mem registers items as rows of one element. */
static int dimensions(const ctsar__shape *s)
{
    return s->ndim == 2 && s->extent[1] == 1 ? 1 : s->ndim;
}

const char *ctsar__check_element(const ctsar__tracked *a, ptrdiff_t offset, char *out, size_t room)
{
    enum { SMALL = 16 }; /* bytes of what is a number rather than a row */
    const ctsar__shape *s = &a->shape;
    ptrdiff_t elem = (ptrdiff_t)s->elem, index = offset / elem - (offset % elem < 0);
    ptrdiff_t byte = offset - index * elem, at[CTSAR__DIMS];
    text t = {.used = 0};
    if (a->part && a->whole) {
        snprintf(out, room, "byte %td of %s", offset, a->name);
        return out;
    }
    add(&t, "%s", a->name);
    for (int k = s->ndim - 1; k >= 0; --k) {
        ptrdiff_t extent = (ptrdiff_t)s->extent[k];
        at[k] = k ? index % extent : index;
        if (k && at[k] < 0)
            at[k] += extent;
        index = (index - at[k]) / extent;
    }
    for (int k = 0; k < dimensions(s); ++k)
        add(&t, "[%td]", at[k]);
    if (elem > SMALL)
        add(&t, " (byte %td of the item)", byte / 4 * 4);
    snprintf(out, room, "%s", t.at);
    return out;
}

/* "@2*i + 1:2": two items from 2*i + 1 on are iteration i's. */
static void add_map(text *t, const ctsar__shape *s)
{
    if (s->stride == 1 && s->offset == 0 && s->width == 1)
        return;
    if (s->stride == 1 || s->stride == -1)
        add(t, "@%si", s->stride < 0 ? "-" : "");
    else
        add(t, "@%ld*i", s->stride);
    if (s->offset)
        add(t, " %c %lu", s->offset < 0 ? '-' : '+',
            s->offset < 0 ? 0 - (unsigned long)s->offset : (unsigned long)s->offset);
    if (s->width != 1)
        add(t, ":%zu", s->width);
}

/* "part_copyin(a[1:100:1/0][0:20])": the clause that says what the shape does. */
static void add_clause(text *t, const ctsar__tracked *a, const ctsar__shape *s)
{
    unsigned direction = s->flags & CTSAR_MEM_INOUT;
    if (ctsar__shape_whole(s)) {
        add(t, "copyin(%s[0:%zu])", a->name, s->extent[0]);
        return;
    }
    add(t, "part_copy%s(%s",
        direction == CTSAR_MEM_INPUT    ? "in"
        : direction == CTSAR_MEM_OUTPUT ? "out"
                                        : "",
        a->name);
    for (int k = 0; k < dimensions(s); ++k) {
        add(t, "[%d:%zu", k == s->dim, s->extent[k]);
        if (k == s->dim && s->halo_below == s->halo_above && s->halo_below)
            add(t, ":%zu", s->halo_below);
        else if (k == s->dim && (s->halo_below || s->halo_above))
            add(t, ":%zu/%zu", s->halo_below, s->halo_above);
        if (k == s->dim)
            add_map(t, s);
        add(t, "]");
    }
    add(t, ")");
}

/* "in: array 1 of the turn, 100 x 20 elements of 8 bytes at 0x7f.." */
static void add_array(text *t, const ctsar__tracked *a)
{
    const ctsar__shape *s = &a->shape;
    if (a->part)
        add(t, "%s: access %d of the task, ", a->name, a->index);
    else
        add(t, "%s: array %d of the turn, ", a->name, a->ordinal);
    if (a->whole) {
        add(t, "%zu bytes at %p", s->elem, (void *)a->host);
        return;
    }
    for (int k = 0; k < dimensions(s); ++k)
        add(t, "%s%zu", k ? " x " : "", s->extent[k]);
    add(t, " elements of %zu bytes at %p", s->elem, (void *)a->host);
}

/* ---- What would be right ---------------------------------------------------------------- */

/* "a halo of 1", "a halo of 1 below and 2 above". */
static void add_extent(text *t, const ctsar__shape *s)
{
    add(t, "a halo of ");
    if (s->halo_below == s->halo_above)
        add(t, "%zu", s->halo_below);
    else if (!s->halo_above)
        add(t, "%zu below", s->halo_below);
    else if (!s->halo_below)
        add(t, "%zu above", s->halo_above);
    else
        add(t, "%zu below and %zu above", s->halo_below, s->halo_above);
}

static void add_halo(text *t, const ctsar__tracked *a, bool race)
{
    const ctsar__shape *s = &a->mended;
    bool often = a->extended > OFTEN;
    if (race)
        add(t, "read it from another array that the pass does not write, registered with ");
    else
        add(t, often ? "register it with " : "give it ");
    if (race && !s->halo_below && !s->halo_above) {
        add(t, "the same clause");
    } else if (often) {
        add(t, "all of its items, without CTSAR_MEM_PARTIAL: copyin(%s[0:%zu])", a->name,
            s->extent[0]);
    } else {
        add_extent(t, s);
        if (race)
            return;
        add(t, ": ");
        add_clause(t, a, s);
    }
}

static void add_inout(text *t, const ctsar__tracked *a, const char *before)
{
    ctsar__shape s = a->mended;
    s.flags |= CTSAR_MEM_INOUT;
    add(t, "%sregister it CTSAR_MEM_INOUT: ", before);
    add_clause(t, a, &s);
}

/* What is the same for every array but for its name, which stands between the two. */
static const struct remedy {
    const char *text, *behind_name;
} remedies[CTSAR__MISTAKES] = {
    [CTSAR__WRITES_SHARED] = {"what all iterations add to is a reduction (ctsar_reg_reduc); what "
                              "iteration i alone writes is registered CTSAR_MEM_PARTIAL | "
                              "CTSAR_MEM_INOUT (part_copy)",
                              NULL},
    [CTSAR__WRITES_OTHER] = {"iteration i may write item i only, or what its map says, a halo is "
                             "input; write each item in its own iteration, or make it a reduction",
                             NULL},
    [CTSAR__WRITES_OUTSIDE] = {"check the index, and the extents of the registration", NULL},
    [CTSAR__READS_OUTSIDE] = {"check the index, and the extents of the registration", NULL},
    [CTSAR__PITCH] = {"index it with the distances that the registration stores (element (i,j) is "
                      "at pointer + i * pitch + j), read anew in each turn after ctsar_next",
                      NULL},
    [CTSAR__WRITES_HOST] = {"use the pointer that the registration returns", NULL},
    [CTSAR__READS_HOST] = {"use the pointer that the registration returns", NULL},
    [CTSAR__OVERLAP] = {"register the memory once, such that iterations' items are apart", NULL},
    [CTSAR__NOT_ANNOUNCED] = {"call ctsar_host_modified(s, ", ") after the host has written it"},
    [CTSAR__NOT_SYNCED] = {"call ctsar_sync_mem(s, ",
                           ") before the host reads it or writes part of it"},
    [CTSAR__UNREPEATABLE] = {"what it reads and that is not registered cannot be checked", NULL},
};

static void add_remedy(text *t, const ctsar__tracked *a, ctsar__mistake m)
{
    const struct remedy *r = &remedies[m];
    if (r->text)
        add(t, "%s", r->text);
    if (r->behind_name)
        add(t, "%s%s", a->name, r->behind_name);
}

/* Of a task's accesses. */
static const char *const declarations[CTSAR__MISTAKES] = {
    [CTSAR__WRITES_INPUT] = "declare it INOUT",
    [CTSAR__WRITES_OTHER] = "declare all that the body writes: a larger part, or one more",
    [CTSAR__WRITES_OUTSIDE] = "check the index, and the sizes that are declared",
    [CTSAR__READS_HALO] = "declare all that the body reads: a larger part, or one more",
    [CTSAR__READS_OUTPUT] = "declare it INOUT, or write it first",
    [CTSAR__READS_OUTSIDE] = "check the index, and the sizes that are declared",
    [CTSAR__UNWRITTEN] = "write all of it, or, to keep what is there, declare it INOUT",
    [CTSAR__PITCH] = "index it with the distances of call->strides",
    [CTSAR__WRITES_HOST] = "use the pointer of call->arg",
    [CTSAR__READS_HOST] = "use the pointer of call->arg",
    [CTSAR__UNREPEATABLE] = "what it reads and has not declared cannot be checked",
};

static void add_advice(text *t, const ctsar__tracked *a, ctsar__mistake m)
{
    if (a->part && declarations[m])
        add(t, "%s", declarations[m]);
    else if (m == CTSAR__WRITES_INPUT || m == CTSAR__READS_OUTPUT)
        add_inout(t, a, "");
    else if (m == CTSAR__UNWRITTEN)
        add_inout(t, a, "write all of it, or, to keep what the host has, ");
    else if (m == CTSAR__READS_HALO || m == CTSAR__READS_RACE)
        add_halo(t, a, m == CTSAR__READS_RACE);
    else if (m == CTSAR__STALE)
        add(t, "call ctsar_sync_mem(s, %s) before the host reads it", a->source);
    else if (m == CTSAR__SOLE)
        add(t, "to copy less, register it CTSAR_MEM_PARTIAL: part_copyin(%s[1:%zu])", a->name,
            a->shape.extent[0]);
    else
        add_remedy(t, a, m);
}

/* ---- Recording and printing ------------------------------------------------------------------ */

static bool is_note(ctsar__mistake m)
{
    return m == CTSAR__UNREPEATABLE || m == CTSAR__SOLE;
}

/* Has it been counted for this iteration? */
static bool is_known(const ctsar__check *c, const ctsar__finding *f)
{
    return f->last == c->value || (c->sweep == CTSAR__JUDGES && ctsar__check_number(c) <= c->seen);
}

/* Notes that it was found in this iteration; true: for the first time. */
static bool counts(ctsar__check *c, ctsar__finding *f, bool note)
{
    if (c->sweep == CTSAR__LEARNS)
        return false;
    c->wrong = c->wrong || !note;
    if (f->count && is_known(c, f))
        return false;
    f->last = c->value;
    if (f->count++)
        return false;
    f->first = c->value;
    return true;
}

static void add_effect(const ctsar__check *c, ctsar__finding *f)
{
    size_t used = strlen(f->what);
    if (*c->effect)
        snprintf(f->what + used, sizeof f->what - used, ", as %s tells", c->effect);
}

void ctsar__check_found(ctsar__check *c, ctsar__tracked *a, ctsar__mistake m, const char *format,
                        ...)
{
    ctsar__finding *f = &a->finding[m];
    va_list args;
    if (!counts(c, f, is_note(m)))
        return;
    va_start(args, format);
    vsnprintf(f->what, sizeof f->what, format, args);
    va_end(args);
    f->before = m == CTSAR__NOT_ANNOUNCED || m == CTSAR__STALE || m == CTSAR__SOLE;
    add_effect(c, f);
}

void ctsar__check_found_chance(ctsar__check *c)
{
    ctsar__finding *f = c->differing;
    if (!f || !counts(c, f, true))
        return;
    snprintf(f->what, sizeof f->what,
             "gives other outputs when it is executed again on the same data");
    add_effect(c, f);
}

void ctsar__check_found_direct(ctsar__check *c, const void *result)
{
    ctsar__finding *f = &c->direct;
    if (counts(c, f, false))
        snprintf(f->what, sizeof f->what, "writes the reduction's result at %p itself", result);
}

void ctsar__check_found_elsewhere(ctsar__check *c, const char *byte, bool write)
{
    char text[TEXT / 2];
    ctsar__finding *f = write ? &c->elsewhere.writes : &c->elsewhere.reads;
    if (!counts(c, f, false))
        return;
    c->elsewhere.is.describe(c->elsewhere.is.data, byte, text, sizeof text);
    snprintf(f->what, sizeof f->what, "%s %s", write ? "writes" : "reads", text);
    add_effect(c, f);
}

static bool is_of_tasks(const ctsar__check *c)
{
    return !strcmp(c->what, "task");
}

/* One line; control characters of names become '?'. */
static void print(ctsar__check *c, const ctsar__finding *f, bool note, const char *advice,
                  const char *array)
{
    char line[3 * TEXT], when[48] = "", more[64] = "";
    if (!f->before)
        snprintf(when, sizeof when, "%s %ld ", c->what, f->first);
    if (f->count > 1)
        snprintf(more, sizeof more, " (and %ld more %s%s)", f->count - 1, c->what,
                 f->count > 2 ? "s" : "");
    snprintf(line, sizeof line, "%s%s%s%s; %s%s%s", note ? "note: " : "", when, f->what, more,
             advice, *array ? ". " : "", array);
    for (char *p = line; *p; ++p)
        if (iscntrl((unsigned char)*p))
            *p = '?';
    fprintf(stderr, "ctsar: check: %s: %s\n", c->name, line);
    if (!note)
        ctsar__check_count(c->mistakes++ == 0, is_of_tasks(c));
}

/* What is of no array. */
static void tell_plain(ctsar__check *c, ctsar__finding *f, bool note, const char *advice)
{
    if (f->count && !f->told)
        print(c, f, note, advice, "");
    f->told = f->count > 0;
}

void ctsar__check_tell(ctsar__check *c)
{
    for (ctsar__tracked *a = c->arrays; a; a = a->next)
        for (int m = 0; m < CTSAR__MISTAKES; ++m) {
            ctsar__finding *f = &a->finding[m];
            if (!f->count || f->told)
                continue;
            text advice = {.used = 0}, array = {.used = 0};
            add_advice(&advice, a, (ctsar__mistake)m);
            add_array(&array, a);
            f->told = true;
            print(c, f, is_note((ctsar__mistake)m), advice.at, array.at);
        }
    tell_plain(c, &c->elsewhere.reads, false, "declare all that the body reads: one access more");
    tell_plain(c, &c->elsewhere.writes, false, "declare all that the body writes: one access more");
    tell_plain(c, &c->direct, false,
               is_of_tasks(c) ? "accumulate at the pointer of call->arg"
                              : "accumulate at the pointer that ctsar_reg_reduc returns");
    tell_plain(c, &c->chance, true,
               is_of_tasks(c) ? declarations[CTSAR__UNREPEATABLE]
                              : remedies[CTSAR__UNREPEATABLE].text);
}

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A task is not to take longer the more parts there are.  So some memory is looked at for each, in
 * windows between the first and the last byte of parts; the next task goes on behind them. */
#include "task/others.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "check/alone.h"
#include "task/alive.h"
#include "task/data.h"
#include "task/declared.h"
#include "task/graph/depend.h"

enum {
    MOST_BYTES = 1 << 18, /* that are hidden or watched for a task */
    MOST_PARTS = 512,     /* that are looked at */
    MOST_WINDOWS = 16
};

/* What may become of a byte. */
enum { NOTHING, WATCHED, HIDDEN };

struct ctsar__others {
    unsigned long given;    /* tasks up to this one wrote what the program may read */
    unsigned long returned; /* the last task that a wait has covered, as far as it is over */
    unsigned long over;     /* the last one that the program knows to be over, if it is */
    char *next;             /* where to go on */

    /* Of the task that is checked. */
    const ctsar_tasks *set;
    size_t parts, windows; /* that may still be looked at */
    size_t left;           /* bytes, likewise */
    char *lo, *hi;         /* the window */
    unsigned char value;   /* of the part that is put in */
    unsigned char mask[MOST_BYTES];
    ctsar__stretch *stretch;
    size_t count, room;
};

int ctsar__others_open(ctsar_tasks *t)
{
    t->others = calloc(1, sizeof *t->others);
    return t->others ? CTSAR_OK : ctsar__error(CTSAR_ENOMEM, "no memory to check a set of tasks");
}

void ctsar__others_free(ctsar_tasks *t)
{
    if (t->others)
        free(t->others->stretch);
    free(t->others);
}

/* ---- Who may look there ------------------------------------------------------------------------
 */

static unsigned long written_by(const ctsar__part *p)
{
    size_t n = p->reducers.count;
    unsigned long reduced = n ? p->reducers.at[n - 1].number : 0;
    return reduced > p->writer.number ? reduced : p->writer.number;
}

/* The program may have freed what tasks have accessed that a wait has covered, and what tasks have
 * only read that are known to be over. */
static unsigned char value_of(const struct ctsar__others *o, const ctsar__part *p)
{
    const ctsar__part_data *d = p->data;
    bool over = ctsar__depend_is_over(p);
    if (!d || !d->declared || (over && p->newest <= o->returned))
        return NOTHING;
    unsigned long written = written_by(p);
    if (written > o->given && written > d->declared->given)
        return HIDDEN;
    return over && p->newest <= o->over ? NOTHING : WATCHED;
}

void ctsar__others_give(ctsar_tasks *t, bool host)
{
    struct ctsar__others *o = t->others;
    if (o)
        o->over = t->submitted;
    if (o && host)
        o->given = o->returned = t->submitted;
}

static void give(ctsar__part *p, unsigned long until)
{
    ctsar__part_data *d = p->data;
    if (d && d->declared && until > d->declared->given)
        d->declared->given = until;
}

static bool give_part(void *data, ctsar__part *p)
{
    const unsigned long *until = data;
    give(p, *until);
    for (size_t i = 0; i < p->overlaps; ++i)
        give(p->overlap[i], *until);
    return true;
}

void ctsar__others_give_at(ctsar_tasks *t, const void *host, unsigned long until)
{
    const ctsar__box byte = {.at = (char *)host, .run = 1};
    if (!t->others)
        return;
    if (until > t->others->returned)
        t->others->returned = t->others->over = until;
    ctsar__parts_visit(&t->parts, &byte, give_part, &until);
}

void ctsar__others_settle(const ctsar_tasks *t)
{
    if (!t->others)
        return;
    ctsar__check_alone(NULL);
    ctsar__check_not_alone();
}

/* ---- A window ----------------------------------------------------------------------------------
 */

static void put_run(void *data, char *at, size_t length)
{
    struct ctsar__others *o = data;
    unsigned char *mask = o->mask + (at - o->lo);
    for (size_t i = 0; i < length; ++i)
        mask[i] = mask[i] > o->value ? mask[i] : o->value;
}

static void take_run(void *data, char *at, size_t length)
{
    struct ctsar__others *o = data;
    memset(o->mask + (at - o->lo), NOTHING, length);
}

/* Parts come by where they begin.  So in front of the first one that is too many, all are in. */
static bool put_part(void *data, ctsar__part *p)
{
    struct ctsar__others *o = data;
    if (o->parts == 0) {
        if (p->box.at > o->lo)
            o->hi = p->box.at;
        return false;
    }
    o->parts--;
    o->value = value_of(o, p);
    if (o->value)
        ctsar__box_within(&p->box, o->lo, o->hi, put_run, o);
    return true;
}

static bool add_stretch(struct ctsar__others *o, size_t lo, size_t hi)
{
    ctsar__stretch *grown = ctsar__grow(o->stretch, &o->room, o->count + 1, sizeof *grown);
    if (!grown)
        return false;
    o->stretch = grown;
    o->stretch[o->count++] =
        (ctsar__stretch){.at = o->lo + lo, .length = hi - lo, .shown = o->mask[lo] == WATCHED};
    return true;
}

/* From byte i on, how far the mask is the same; eight at a time. */
static size_t same_until(const struct ctsar__others *o, size_t i, size_t n)
{
    uint64_t all = o->mask[i] * (uint64_t)0x0101010101010101, some;
    for (; i + sizeof some <= n; i += sizeof some) {
        memcpy(&some, o->mask + i, sizeof some);
        if (some != all)
            break;
    }
    while (i < n && o->mask[i] == (unsigned char)all)
        ++i;
    return i;
}

/* The mask becomes stretches.  False: no memory. */
static bool cut(struct ctsar__others *o)
{
    size_t n = (size_t)(o->hi - o->lo);
    for (size_t i = 0, end; i < n; i = end) {
        end = same_until(o, i, n);
        if (o->mask[i] == NOTHING || !ctsar__alive_bytes(o->lo + i, end - i))
            continue; /* its own task says that it has gone */
        if (!add_stretch(o, i, end))
            return false;
        o->left -= end - i;
    }
    return true;
}

/* ---- Of a task ---------------------------------------------------------------------------------
 */

static bool first(void *data, ctsar__part *p)
{
    *(ctsar__part **)data = p;
    return false;
}

/* The window that begins with what parts there are from `at` on, up to `stop` at most, or NULL: to
 * the last one.  False: there are none. */
static bool find_window(struct ctsar__others *o, char *at, char *stop)
{
    const ctsar__box behind = {.at = at, .run = (size_t)INTPTR_MAX - (uintptr_t)at};
    ctsar__part *p = NULL;
    ctsar__parts_visit(&o->set->parts, &behind, first, &p);
    if (!p)
        return false;
    o->lo = p->box.at > at ? p->box.at : at;
    o->hi = stop ? stop : o->set->parts.root->most;
    if (o->lo < o->hi && (size_t)(o->hi - o->lo) > o->left)
        o->hi = o->lo + o->left;
    return o->lo < o->hi;
}

/* False: no memory. */
static bool look(struct ctsar__others *o, const ctsar__task *task)
{
    const ctsar__box window = {.at = o->lo, .run = (size_t)(o->hi - o->lo)};
    memset(o->mask, NOTHING, window.run);
    ctsar__parts_visit(&o->set->parts, &window, put_part, o);
    for (int i = 0; i < task->n; ++i)
        if (task->access[i].part)
            ctsar__box_within(&task->access[i].part->box, o->lo, o->hi, take_run, o);
    return cut(o);
}

/* From `at` on; then *at is where the last window ended. */
static bool go_on(struct ctsar__others *o, const ctsar__task *task, char **at, char *stop)
{
    bool there = true;
    while (there && o->left > 0 && o->parts > 0 && o->windows > 0 && find_window(o, *at, stop)) {
        o->windows--;
        there = look(o, task);
        *at = o->hi;
    }
    return there;
}

/* From where the last task ended to the last part, and from the first one up to there. */
static bool go_round(struct ctsar__others *o, const ctsar__task *task)
{
    char *at = o->next, *stop = o->next;
    bool there = go_on(o, task, &at, NULL);
    bool at_end = o->left > 0 && o->parts > 0 && o->windows > 0;
    if (there && stop && at_end) {
        at = NULL;
        there = go_on(o, task, &at, stop);
    }
    o->next = at;
    return there;
}

/* ---- Messages ----------------------------------------------------------------------------------
 */

typedef struct search {
    const struct ctsar__others *others;
    ctsar__part *part;
} search;

/* Of several parts the one that was accessed last in the way that counts most. */
static bool choose(void *data, ctsar__part *p)
{
    search *s = data;
    unsigned char now = value_of(s->others, p);
    unsigned char best = s->part ? value_of(s->others, s->part) : NOTHING;
    if (now > best || (now && now == best && p->newest > s->part->newest))
        s->part = p;
    return true;
}

static void describe(void *data, const char *byte, char *out, size_t room)
{
    ctsar_tasks *t = data;
    const ctsar__box one = {.at = (char *)byte, .run = 1};
    search s = {.others = t->others};
    char text[80];
    pthread_mutex_lock(&t->lock);
    ctsar__parts_visit(&t->parts, &one, choose, &s);
    snprintf(out, room, "what is at %p, which it has not declared", (const void *)byte);
    if (s.part) {
        unsigned long written = written_by(s.part);
        ctsar__declared_element(((const ctsar__part_data *)s.part->data)->declared, byte, text,
                                sizeof text);
        snprintf(out, room, "%s, which it has not declared and task %lu %s", text,
                 written ? written : s.part->newest, written ? "writes" : "reads");
    }
    pthread_mutex_unlock(&t->lock);
}

int ctsar__others_hide(ctsar_tasks *t, const ctsar__task *task, ctsar__check *check)
{
    struct ctsar__others *o = t->others;
    pthread_mutex_lock(&t->lock);
    o->set = t;
    o->count = 0;
    o->left = MOST_BYTES;
    o->parts = MOST_PARTS;
    o->windows = MOST_WINDOWS;
    bool there = go_round(o, task);
    pthread_mutex_unlock(&t->lock);
    if (!there)
        return ctsar__error(CTSAR_ENOMEM, "no memory to hide what other tasks access");
    const ctsar__elsewhere e = {
        .stretch = o->stretch, .count = o->count, .describe = describe, .data = t};
    return ctsar__check_elsewhere(check, &e);
}

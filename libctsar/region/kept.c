/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Check mode for loops that are no regions: cores execute them, since somebody has said that their
 * iterations are independent.  In check mode one thread executes them in order, and tells what they
 * touch. */
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/report.h"
#include "check/count.h"
#include "check/meet.h"
#include "config/config.h"
#include "ctsar.h"

struct ctsar_loop_check {
    char *where; /* behind this, as it is created */
    ctsar__meet *meet;
    pthread_mutex_t lock;
    uint32_t iteration; /* from 1; 0: none has begun, or there are too many to be told apart */
    long first, second; /* values of the first two */
    bool valued;
    bool wrong, blind; /* iterations have met; no more is looked at */
};

/* What has been told, so that it is told once. */
typedef struct told {
    struct told *next;
    const char *what;
    bool mistake; /* and no note */
    char where[];
} told;

static told *list;
static pthread_mutex_t list_lock = PTHREAD_MUTEX_INITIALIZER;

/* Whether it has not been told yet; *first: a mistake is its loop's first one. */
static bool is_new(const char *where, const char *what, bool mistake, bool *first)
{
    bool known = false;
    *first = mistake;
    pthread_mutex_lock(&list_lock);
    for (const told *t = list; t; t = t->next)
        if (!strcmp(t->where, where)) {
            *first = *first && !t->mistake;
            known = known || (t->mistake == mistake && !strcmp(t->what, what));
        }
    told *t = known ? NULL : malloc(sizeof *t + strlen(where) + 1);
    if (t) {
        strcpy(t->where, where);
        *t = (told){list, what, mistake};
        list = t;
    }
    pthread_mutex_unlock(&list_lock);
    return !known;
}

static void note(const ctsar_loop_check *c, const char *about, const char *what)
{
    bool first;
    if (is_new(c->where, about, false, &first))
        fprintf(stderr, "ctsar: check: %s: note: %s%s\n", c->where, what, about);
}

ctsar_loop_check *ctsar_check_loop(const char *where, const char *unseen)
{
    if (!ctsar__config_checks())
        return NULL;
    ctsar_loop_check *c = calloc(1, sizeof *c + strlen(where) + 1);
    if (!c || !(c->meet = ctsar__meet_create())) {
        free(c);
        ctsar__report_call(where, "ctsar_check_loop",
                           ctsar__error(CTSAR_ENOMEM, "no memory to check the loop"));
        return NULL;
    }
    c->where = strcpy((char *)(c + 1), where);
    ctsar__plain(c->where);
    pthread_mutex_init(&c->lock, NULL);
    if (unseen)
        note(c, unseen, "it is not looked at what functions touch that the loop calls: ");
    return c;
}

void ctsar_check_iteration(ctsar_loop_check *c, const long *value)
{
    pthread_mutex_lock(&c->lock);
    if (c->iteration == UINT32_MAX) {
        c->blind = true;
        note(c, "", "iterations behind number 4294967295 are not looked at");
    }
    c->iteration += !c->blind;
    c->valued = value;
    if (value && c->iteration == 1)
        c->first = *value;
    else if (value && c->iteration == 2)
        c->second = *value;
    pthread_mutex_unlock(&c->lock);
}

/* An iteration's value, from the first ones': a loop goes on by the same.  By its number where it
 * has none. */
static void name_of(const ctsar_loop_check *c, uint32_t iteration, char *out, size_t room)
{
    unsigned long by = (unsigned long)c->second - (unsigned long)c->first;
    if (c->valued)
        snprintf(out, room, "%ld", (long)((unsigned long)c->first + (iteration - 1) * by));
    else
        snprintf(out, room, "number %u", iteration);
}

/* "x[3]", or what the program writes there. */
static void element_of(const char *what, const char *base, const ctsar__touch *t, char *out,
                       size_t room)
{
    ptrdiff_t far = base ? (const char *)t->at - base : 0, size = (ptrdiff_t)t->size;
    if (base && far % size == 0)
        snprintf(out, room, "%s[%td]", what, far / size);
    else
        snprintf(out, room, "'%s', %zu bytes at %p", what, t->size, (void *)t->at);
}

static void tell(ctsar_loop_check *c, const ctsar__touch *t, const ctsar__met *met,
                 const char *what, const char *base)
{
    char element[256], now[32], before[32];
    bool first, writes = t->how & CTSAR__WRITES;
    c->wrong = true;
    if (!is_new(c->where, what, true, &first))
        return;
    element_of(what, base, t, element, sizeof element);
    name_of(c, t->iteration, now, sizeof now);
    name_of(c, met->iteration, before, sizeof before);
    ctsar__plain(element);
    fprintf(stderr,
            "ctsar: check: %s: iteration %s %s %s, which iteration %s %s%s; iterations are not "
            "independent: take away what says that they are, and one core executes the loop\n",
            c->where, now, writes ? "writes" : "reads", element, before,
            met->wrote ? "writes" : "reads", met->wrote && writes ? ", too" : "");
    ctsar__check_count(first, false);
}

void *ctsar_check_touch(ctsar_loop_check *c, const volatile void *at, size_t size, unsigned how,
                        const char *what, const volatile void *base)
{
    ctsar__met met;
    pthread_mutex_lock(&c->lock);
    ctsar__touch t = {(const void *)at, size, how, c->iteration};
    if (c->iteration && !c->blind) {
        c->blind = ctsar__meet_touch(c->meet, &t, &met) != CTSAR_OK;
        if (c->blind)
            note(c, "", "there is no memory to look at more of what iterations touch");
        if (!c->blind && met.byte)
            tell(c, &t, &met, what, (const char *)base);
    }
    pthread_mutex_unlock(&c->lock);
    return (void *)at;
}

int ctsar_check_loop_end(ctsar_loop_check *c)
{
    int status = c->wrong ? ctsar__error(CTSAR_ECHECK, "what is wrong has been printed on stderr")
                          : CTSAR_OK;
    char where[CTSAR__REPORTED];
    snprintf(where, sizeof where, "%s", c->where);
    ctsar__meet_free(c->meet);
    pthread_mutex_destroy(&c->lock);
    free(c);
    return ctsar__report_call(where, "ctsar_check_loop_end", status);
}

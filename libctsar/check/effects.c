/* SPDX-License-Identifier: BSD-3-Clause */
#include "check/effects.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/hash.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of effects, while a body is executed */

static bool add(ctsar__effects *e, const void *bytes, size_t n)
{
    char *grown = ctsar__grow(e->at, &e->room, e->used + n, 1);
    if (!grown)
        return false;
    if (e->used == 0)
        e->by = pthread_self();
    e->several = e->several || !pthread_equal(e->by, pthread_self());
    e->each += ctsar__hash(0, bytes, n);
    e->at = grown;
    memcpy(e->at + e->used, bytes, n);
    e->used += n;
    return true;
}

int ctsar__check_effect(ctsar__check *c, const void *bytes, size_t n)
{
    pthread_mutex_lock(&lock);
    bool there = add(&c->effects.now, bytes, n);
    pthread_mutex_unlock(&lock);
    return there ? CTSAR_OK
                 : ctsar__error(CTSAR_ENOMEM, "no memory for %zu bytes of what a task does", n);
}

bool ctsar__check_poisons(const ctsar__check *c)
{
    return c->begun && c->marks > 0;
}

char *ctsar__check_effects(const ctsar__check *c, size_t *n)
{
    *n = c->effects.first.used;
    return c->effects.first.at;
}

void ctsar__effects_begin(ctsar__check *c)
{
    c->effects.now.used = 0;
    c->effects.now.several = false;
    c->effects.now.each = 0;
}

void ctsar__effects_save(ctsar__check *c)
{
    ctsar__effects now = c->effects.now;
    c->effects.now = c->effects.first;
    c->effects.first = now;
}

bool ctsar__effects_differ(const ctsar__check *c)
{
    const ctsar__effects *now = &c->effects.now, *first = &c->effects.first;
    if (now->used != first->used || now->several || first->several)
        return now->used != first->used || now->each != first->each;
    return now->used && memcmp(now->at, first->at, now->used) != 0;
}

bool ctsar__effects_are_new(ctsar__check *c)
{
    bool fresh = !c->effects.any && c->effects.now.used > 0;
    c->effects.any = c->effects.any || fresh;
    return fresh;
}

void ctsar__effects_free(ctsar__check *c)
{
    free(c->effects.now.at);
    free(c->effects.first.at);
}

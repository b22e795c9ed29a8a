/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Registrations that many threads look up in every turn and seldom one of them adds:
 * a list that only grows at its front while a pass runs. */
#include "mem/list.h"

#include <stdatomic.h>

void ctsar__list_init(ctsar__list *l, const ctsar__entry_kind *kind, void *owner)
{
    l->kind = kind;
    l->owner = owner;
    l->first = NULL;
    pthread_mutex_init(&l->mutex, NULL);
}

void ctsar__list_free(ctsar__list *l)
{
    for (ctsar__entry *e = l->first, *next; e; e = next) {
        next = e->next;
        l->kind->destroy(l->owner, e);
    }
    pthread_mutex_destroy(&l->mutex);
}

/* The newest entry of `key` that is registered like this. */
static ctsar__entry *find(ctsar__list *l, void *key, const void *spec)
{
    for (ctsar__entry *e = atomic_load_explicit(&l->first, memory_order_acquire); e;
         e = atomic_load_explicit(&e->next, memory_order_acquire))
        if (e->key == key && l->kind->same(e, spec))
            return e;
    return NULL;
}

/* Another entry of this one's key in this pass, which is registered otherwise. */
static ctsar__entry *find_conflict(ctsar__list *l, const ctsar__entry *of, unsigned long pass)
{
    for (ctsar__entry *e = l->first; e; e = e->next)
        if (e != of && e->key == of->key && e->seen == pass)
            return e;
    return NULL;
}

/* Adds an entry, unless another thread has done so by now. */
static int add(ctsar__list *l, void *key, const void *spec, ctsar__entry **out)
{
    int status = CTSAR_OK;
    pthread_mutex_lock(&l->mutex);
    *out = find(l, key, spec);
    if (!*out && !(status = l->kind->make(l->owner, key, spec, out))) {
        (*out)->key = key;
        (*out)->seen = 0;
        (*out)->next = l->first;
        l->first = *out;
    }
    pthread_mutex_unlock(&l->mutex);
    return status;
}

int ctsar__list_register(ctsar__list *l, void *key, const void *spec, unsigned long pass,
                         ctsar__entry **out)
{
    *out = find(l, key, spec);
    if (*out && atomic_load_explicit(&(*out)->seen, memory_order_relaxed) == pass)
        return CTSAR_OK;
    if (!*out) {
        int status = add(l, key, spec, out);
        if (status)
            return status;
    }
    /* First marked, then looked for others: of two threads that register a key
     * differently, one notices. */
    (*out)->seen = pass;
    ctsar__entry *other = find_conflict(l, *out, pass);
    if (!other)
        return CTSAR_OK;
    (*out)->seen = 0; /* or the next to register it so would find it in order */
    *out = NULL;
    return l->kind->conflict(other, spec);
}

/* Removes what `ends` says, of key or of pass. */
static bool remove_if(ctsar__list *l,
                      bool (*ends)(ctsar__list *l, const ctsar__entry *e, const void *what),
                      const void *what)
{
    bool any = false;
    ctsar__entry *_Atomic *link = &l->first;
    for (ctsar__entry *e; (e = *link);) {
        if (!ends(l, e, what)) {
            link = &e->next;
            continue;
        }
        *link = e->next;
        l->kind->destroy(l->owner, e);
        any = true;
    }
    return any;
}

static bool has_key(ctsar__list *l, const ctsar__entry *e, const void *key)
{
    (void)l;
    return e->key == key;
}

bool ctsar__list_ends(const ctsar__list *l, const ctsar__entry *e, unsigned long pass)
{
    return e->seen != pass && !(l->kind->keeps && l->kind->keeps(l->owner, e, pass));
}

static bool not_renewed(ctsar__list *l, const ctsar__entry *e, const void *pass)
{
    return ctsar__list_ends(l, e, *(const unsigned long *)pass);
}

bool ctsar__list_remove(ctsar__list *l, void *key)
{
    return remove_if(l, has_key, key);
}

void ctsar__list_end_pass(ctsar__list *l, unsigned long pass)
{
    remove_if(l, not_renewed, &pass);
}

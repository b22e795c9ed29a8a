/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Registrations of any kind in a region: a list that many threads look up in every turn, and to
 * which seldom one of them adds. */
#ifndef CTSAR_LIST_H
#define CTSAR_LIST_H

#include <pthread.h>
#include <stdbool.h>

#include "base/status.h"

/* What every registration begins with.  `key` is the host's address. */
typedef struct ctsar__entry {
    void *key;
    _Atomic unsigned long seen; /* the last pass that registered it; passes count from 1 */
    struct ctsar__entry *_Atomic next;
} ctsar__entry;

/* A kind of registration.  `spec` is all that one is registered with besides its key. */
typedef struct ctsar__entry_kind {
    bool (*same)(const ctsar__entry *e, const void *spec);
    int (*make)(void *owner, void *key, const void *spec, ctsar__entry **out);
    void (*destroy)(void *owner, ctsar__entry *e);
    /* Says how the two differ; returns the status. */
    int (*conflict)(const ctsar__entry *e, const void *spec);
    /* Does it outlive a pass that has not renewed it?  NULL: none does. */
    bool (*keeps)(void *owner, const ctsar__entry *e, unsigned long pass);
} ctsar__entry_kind;

/* Entries never change what they are: what is registered otherwise in a later pass is
 * a new entry before the old one.  So threads walk the list without a lock, and write
 * to it only when they are the first of a pass. */
typedef struct ctsar__list {
    const ctsar__entry_kind *kind;
    void *owner;
    ctsar__entry *_Atomic first;
    pthread_mutex_t mutex; /* held to add */
} ctsar__list;

void ctsar__list_init(ctsar__list *l, const ctsar__entry_kind *kind, void *owner);
void ctsar__list_free(ctsar__list *l);
/* The entry of `key` in pass `pass`, made if need be.  Any thread.  ECONFLICT:
 * registered otherwise in this pass.  ENOMEM.  On error *out is NULL. */
int ctsar__list_register(ctsar__list *l, void *key, const void *spec, unsigned long pass,
                         ctsar__entry **out) CTSAR__MUST_CHECK;
/* Ends one registration, false: there is none; or all that `pass` has not renewed, those of which
 * _ends is true.  All while no other thread walks the list. */
bool ctsar__list_remove(ctsar__list *l, void *key);
bool ctsar__list_ends(const ctsar__list *l, const ctsar__entry *e, unsigned long pass);
void ctsar__list_end_pass(ctsar__list *l, unsigned long pass);

#endif

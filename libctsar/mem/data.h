/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The data of one range on one unit: all that its turn has registered.  Outputs are delivered all
 * or none: what can fail comes first, what cannot decides. */
#ifndef CTSAR_DATA_H
#define CTSAR_DATA_H

#include "mem/array.h"
#include "mem/reduction.h"
#include "mem/undo.h"

/* Registrations, in order; zeroed: none. */
typedef struct ctsar__named {
    void **entry;
    int count;
    size_t room;
} ctsar__named;

/* What a turn has registered, in order.  Zeroed: nothing; the room is kept. */
typedef struct ctsar__data {
    ctsar__named arrays, reductions;
} ctsar__data;

void ctsar__data_free(ctsar__data *d);
bool ctsar__named_has(const ctsar__named *list, const void *entry);
int ctsar__named_add(ctsar__named *list, void *entry) CTSAR__MUST_CHECK;

/* Do all these values select items that the array has?  EINVAL. */
int ctsar__data_covers(const ctsar__array *a, ctsar__values v) CTSAR__MUST_CHECK;
/* Is no output where another one, which persists, has items of these values before and behind? What
 * lies between them counts as written with them.  ECONFLICT. */
int ctsar__data_apart(const ctsar__data *data, ctsar__values v) CTSAR__MUST_CHECK;
/* Backs all windows of the values with memory, without copying.  ENOMEM (which names the
 * array), EDEVICE. */
int ctsar__data_back(const ctsar__data *data, const ctsar__target *to, ctsar__values v,
                     unsigned long pass, ctsar__traffic *t) CTSAR__MUST_CHECK;
/* Makes all that the values read current there.  EINVAL: they select items that are not.
 * ECONFLICT: they are not apart, on an accelerator. */
int ctsar__data_fetch(const ctsar__data *data, const ctsar__target *to, ctsar__values v,
                      unsigned long pass, ctsar__traffic *t) CTSAR__MUST_CHECK;
/* Keeps of the host's arrays what delivering in part would spoil.  ENOMEM. */
int ctsar__data_keep(const ctsar__data *data, ctsar__values v, ctsar__undo *undo) CTSAR__MUST_CHECK;
/* Delivers the values' outputs; `undo` as kept, NULL on a core.  EDEVICE: none is. */
int ctsar__data_deliver(const ctsar__data *data, const ctsar__target *from, ctsar__values v,
                        bool launched, const ctsar__undo *undo,
                        ctsar__traffic *t) CTSAR__MUST_CHECK;
/* The range is over. */
void ctsar__data_release(const ctsar__data *data, const ctsar__target *at);
/* Bytes backed by memory on the accelerator. */
size_t ctsar__data_held(const ctsar__data *data, int acc);

/* The longest range at the beginning of `v` of which `slots` at once fit the accelerator's memory,
 * as far as is known; at least 1.  v.count: all of it fits. */
long ctsar__data_most(const ctsar__data *data, const ctsar__device *d, ctsar__values v, int slots);

#endif

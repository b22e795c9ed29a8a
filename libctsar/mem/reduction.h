/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The reductions of a region, and their private copies. */
#ifndef CTSAR_REDUCTION_H
#define CTSAR_REDUCTION_H

#include "mem/list.h"
#include "mem/transfer.h"
#include "mem/view.h"

/* A reduction: private copies on the host, one per core and one per slot of an accelerator, and on
 * accelerators, where a copy has as many items as the device's launches have groups. */
typedef struct ctsar__reduction ctsar__reduction;

/* The reductions of a region. */
typedef struct ctsar__reductions {
    ctsar__list list;
    ctsar__device *const *device; /* the region's accelerators, not owned */
    int devices;
    int slots; /* of each; 1 unless set between _init and the first registration */
} ctsar__reductions;

void ctsar__reductions_init(ctsar__reductions *r, ctsar__device *const *device, int devices);
void ctsar__reductions_free(ctsar__reductions *r);
/* As ctsar__list_register; `copies` is how many private copies the pass has. */
int ctsar__reductions_register(ctsar__reductions *r, void *result, const void *identity,
                               size_t size, ctsar_combine combine, unsigned long pass, int copies,
                               ctsar__reduction **out) CTSAR__MUST_CHECK;

/* In all of these: private copy number target->number, on the host or on an accelerator, in the
 * slot.  By the thread whose range it is.  ENOMEM, EDEVICE. */

/* Where the unit reaches the copy.  It starts from the identity in each pass and goes on from
 * turn to turn within one. */
int ctsar__reduction_open(ctsar__reduction *r, const ctsar__target *target, unsigned long pass,
                          void **copy, ctsar__traffic *t) CTSAR__MUST_CHECK;
/* For a launch: all items on the accelerator are the identity. */
int ctsar__reduction_start(ctsar__reduction *r, const ctsar__target *target,
                           ctsar__traffic *t) CTSAR__MUST_CHECK;
/* The private copy, once opened. */
void ctsar__reduction_view(const ctsar__reduction *r, const ctsar__target *target,
                           ctsar__view *view);
/* Bytes that a copy has backed on the accelerator. */
size_t ctsar__reduction_bytes(const ctsar__reduction *r, const ctsar__device *d);
/* Brings an accelerator's copy to the host, at the end of a turn or a launch.  Nothing has happened
 * until the next call. */
int ctsar__reduction_bring(ctsar__reduction *r, const ctsar__target *target,
                           ctsar__traffic *t) CTSAR__MUST_CHECK;
/* What was brought is the private copy now, or, of a launch, is folded into it, item by item. */
void ctsar__reduction_note(ctsar__reduction *r, const ctsar__target *target, bool launched);
/* Bytes of an item, how many of them a unit's copy has, and where the result is to be. */
size_t ctsar__reduction_size(const ctsar__reduction *r);
size_t ctsar__reduction_items(const ctsar__target *target);
const void *ctsar__reduction_result(const ctsar__reduction *r);
/* Copies all items from the unit to `items`; not `out`: from there to the unit. */
int ctsar__reduction_copy(ctsar__reduction *r, const ctsar__target *target, char *items, bool out,
                          ctsar__traffic *t) CTSAR__MUST_CHECK;
/* Folds so many items into one at `into`. */
void ctsar__reduction_fold(ctsar__reduction *r, const char *items, size_t count, char *into);
/* The first one registered in `pass` behind `after` (NULL: of all), or NULL. */
ctsar__reduction *ctsar__reductions_next(const ctsar__reductions *all, ctsar__reduction *after,
                                         unsigned long pass);
/* Bytes that all private copies of `pass` have backed on accelerator acc at most. */
size_t ctsar__reductions_bytes(const ctsar__reductions *all, int acc, unsigned long pass);
/* For who folds copies of several processes: folds this one's, opened in `pass`, into the identity,
 * at `into`, and _end_pass finds none any more; combines such an item with the result.  By one
 * thread, at the end of a pass. */
void ctsar__reduction_collect(ctsar__reduction *r, unsigned long pass, char *into);
void ctsar__reduction_add(ctsar__reduction *r, char *item);
/* Folds the private copies opened in `pass` into the results, in the order of their numbers, and
 * ends reductions not renewed.  By one thread, at the end of a pass. */
void ctsar__reductions_end_pass(ctsar__reductions *all, unsigned long pass);

#endif

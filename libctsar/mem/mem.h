/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Which data a range of iterations needs, and moving it.  Knows ranges and
 * devices, no policies and no threads' turns.
 *
 * An array is seen as (outer, associated, inner): `outer` blocks of `assoc`
 * items of `inner` bytes, where iteration i selects item i of every block.  Rows of a
 * matrix have outer = 1, columns have inner = one element.  What a range needs is
 * then one strided 2-D copy. */
#ifndef CTSAR_MEM_H
#define CTSAR_MEM_H

#include <pthread.h>

#include "../device/device.h"

/* ---- shape.c ------------------------------------------------------------ */

typedef struct ctsar__shape {
    size_t elem;                   /* bytes of an element */
    size_t outer, assoc, inner;    /* inner in bytes; a whole array: outer 1, assoc 1 */
    size_t halo_below, halo_above; /* items */
    unsigned flags;                /* CTSAR_MEM_* */
} ctsar__shape;

/* The values that the loop's variable takes in a range: lo, lo+step, ...,
 * count of them. */
typedef struct ctsar__values {
    long lo, step;
    long count;
} ctsar__values;

/* rows x cols elements with the halo and flags of ctsar_reg_mem_2d; checks all
 * that does not need a region.  EINVAL, EOVERFLOW, ENOTYET. */
int ctsar__shape_2d(size_t elem, size_t rows, size_t cols, size_t row_halo, size_t col_halo,
                    unsigned flags, bool pitch_given, ctsar__shape *out) CTSAR__CHECKED;
bool ctsar__shape_equal(const ctsar__shape *a, const ctsar__shape *b);
size_t ctsar__shape_bytes(const ctsar__shape *s);
/* Does every iteration need all of it? */
bool ctsar__shape_whole(const ctsar__shape *s);
/* Do all these values select an item?  True for a whole array. */
bool ctsar__shape_covers(const ctsar__shape *s, ctsar__values v);

/* The items [lo, hi) that the values need (halo included, cut at the array's
 * ends) or own (without halo). */
typedef struct ctsar__items {
    size_t lo, hi;
} ctsar__items;
ctsar__items ctsar__shape_needs(const ctsar__shape *s, ctsar__values v);
ctsar__items ctsar__shape_owns(const ctsar__shape *s, ctsar__values v);

/* ---- list.c: registrations, of any kind, in a region ----------------------- */

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
                         ctsar__entry **out) CTSAR__CHECKED;
/* Ends one registration, false: there is none; or all that `pass` has not renewed.
 * Both while no other thread walks the list. */
bool ctsar__list_remove(ctsar__list *l, void *key);
void ctsar__list_end_pass(ctsar__list *l, unsigned long pass);

/* ---- array.c: what a region has registered ---------------------------------- */

/* What moving data did. */
typedef struct ctsar__traffic {
    size_t bytes_in, bytes_out;
    double seconds; /* all of it */
    double fixed;   /* the part that does not grow with the range */
} ctsar__traffic;

/* An array on one accelerator. */
typedef struct ctsar__window {
    ctsar__space space;
    unsigned long pass; /* the last pass a whole input was copied in */
} ctsar__window;

/* A registration. */
typedef struct ctsar__array {
    ctsar__entry entry;
    char *host;
    ctsar__shape shape;
    ctsar__window window[]; /* one per accelerator of the region */
} ctsar__array;

/* The registrations of a region and its accelerators. */
typedef struct ctsar__arrays {
    ctsar__list list;
    ctsar__device *const *device; /* not owned */
    int devices;
} ctsar__arrays;

void ctsar__arrays_init(ctsar__arrays *a, ctsar__device *const *device, int devices);
void ctsar__arrays_free(ctsar__arrays *a);
/* As ctsar__list_register. */
int ctsar__arrays_register(ctsar__arrays *a, void *host, const ctsar__shape *shape,
                           unsigned long pass, ctsar__array **out) CTSAR__CHECKED;
/* Ends a registration.  ENOTREG.  No pass may be running. */
int ctsar__arrays_unregister(ctsar__arrays *a, void *host) CTSAR__CHECKED;
/* Ends all registrations not renewed in `pass`.  By one thread, at its end. */
void ctsar__arrays_end_pass(ctsar__arrays *a, unsigned long pass);
/* Accelerator acc holds nothing of any array any more.  By one thread. */
int ctsar__arrays_vacate(ctsar__arrays *a, int acc) CTSAR__CHECKED;

/* ---- window.c: an array on an accelerator ---------------------------------- */

/* The address of the array's element 0 on the accelerator; reserves on first use.
 * By the thread whose turn the accelerator's is, as all below.  ENOMEM. */
int ctsar__window_base(ctsar__array *a, int acc, ctsar__device *d, void **base) CTSAR__CHECKED;
/* Backs what the values need with memory and copies inputs in; whole inputs once
 * a pass.  No values: nothing is held.  ENOMEM, EDEVICE. */
int ctsar__window_fetch(ctsar__array *a, int acc, ctsar__device *d, ctsar__values v,
                        unsigned long pass, ctsar__traffic *t) CTSAR__CHECKED;
/* Copies to the host what the values own of an output. */
int ctsar__window_deliver(ctsar__array *a, int acc, ctsar__device *d, ctsar__values v,
                          ctsar__traffic *t) CTSAR__CHECKED;

/* ---- transfer.c: the one copy ----------------------------------------------- */

typedef enum ctsar__direction { CTSAR__TO_DEVICE, CTSAR__TO_HOST } ctsar__direction;

/* Copies items [lo, hi) of every block between `host` and the device's `base`,
 * both indexed as the host's array; with step > 1 only every step-th item.  No
 * items: nothing to do.
 * Adds to *t; `fixed` gets the copies' overheads and fixed_share of the rest. */
int ctsar__transfer(ctsar__device *d, ctsar__direction dir, const ctsar__shape *s, char *host,
                    char *base, ctsar__items items, size_t step, double fixed_share,
                    ctsar__traffic *t) CTSAR__CHECKED;

/* ---- reduction.c ------------------------------------------------------------- */

/* A reduction: private copies on the host, one per unit, and on accelerators. */
typedef struct ctsar__reduction ctsar__reduction;

/* The reductions of a region. */
typedef struct ctsar__reductions {
    ctsar__list list;
    ctsar__device *const *device; /* the region's accelerators, not owned */
    int devices;
} ctsar__reductions;

void ctsar__reductions_init(ctsar__reductions *r, ctsar__device *const *device, int devices);
void ctsar__reductions_free(ctsar__reductions *r);
/* As ctsar__list_register; `units` is how many take part in the pass. */
int ctsar__reductions_register(ctsar__reductions *r, void *result, const void *identity,
                               size_t size, ctsar_combine combine, unsigned long pass, int units,
                               ctsar__reduction **out) CTSAR__CHECKED;
/* The private copy of unit `unit`, where the unit reaches it: on the host (acc < 0),
 * or on the region's accelerator acc.  It starts from the identity in each pass and
 * goes on from turn to turn within one.  By the thread whose turn it is.  ENOMEM, EDEVICE. */
int ctsar__reduction_open(ctsar__reduction *r, int unit, int acc, ctsar__device *d,
                          unsigned long pass, void **copy, ctsar__traffic *t) CTSAR__CHECKED;
/* Brings an accelerator's private copy to the host, at the end of a turn. */
int ctsar__reduction_deliver(ctsar__reduction *r, int unit, int acc, ctsar__device *d,
                             ctsar__traffic *t) CTSAR__CHECKED;
/* Folds the private copies opened in `pass` into the results, in unit order, and ends
 * reductions not renewed.  By one thread, at the end of a pass. */
void ctsar__reductions_end_pass(ctsar__reductions *all, unsigned long pass);

#endif

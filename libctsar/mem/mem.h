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

#include "../device/engines.h"

/* ---- shape.c ------------------------------------------------------------ */

enum { CTSAR__DIMS = CTSAR_MAX_DIMS };

typedef struct ctsar__shape {
    size_t elem;                   /* bytes of an element */
    size_t outer, assoc, inner;    /* inner in bytes; a whole array: outer 1, assoc 1 */
    size_t halo_below, halo_above; /* items */
    unsigned flags;                /* CTSAR_MEM_*; PARTIAL: one dimension is associated */
    size_t row;                    /* bytes of an item that lie in one innermost row */
    bool packs;                    /* blocks on a unit may be shorter than the host's */
    int ndim, dim;                 /* the associated dimension; ndim: none, or several */
    size_t extent[CTSAR__DIMS];
} ctsar__shape;

/* The values that the loop's variable takes in a range: lo, lo+step, ...,
 * count of them. */
typedef struct ctsar__values {
    long lo, step;
    long count;
} ctsar__values;

/* An array of 1 to CTSAR_MAX_DIMS dimensions, as ctsar_reg_mem_nd; checks all that does not need
 * a region.  Several associated dimensions make a whole array.  EINVAL, EOVERFLOW. */
int ctsar__shape_nd(size_t elem, int ndim, const ctsar_dim *dims, unsigned flags,
                    bool strides_given, ctsar__shape *out) CTSAR__CHECKED;
/* The same with what ctsar_reg_mem and ctsar_reg_mem_2d are given. */
int ctsar__shape_vector(size_t elem, size_t items, unsigned flags,
                        ctsar__shape *out) CTSAR__CHECKED;
int ctsar__shape_2d(size_t elem, size_t rows, size_t cols, size_t row_halo, size_t col_halo,
                    unsigned flags, bool pitch_given, ctsar__shape *out) CTSAR__CHECKED;
bool ctsar__shape_equal(const ctsar__shape *a, const ctsar__shape *b);
size_t ctsar__shape_bytes(const ctsar__shape *s);
/* Does every iteration need all of it? */
bool ctsar__shape_whole(const ctsar__shape *s);
/* Does executing the values read the array?  With a step also an output: what lies between the
 * values belongs to what the unit holds as current, so it must be. */
bool ctsar__shape_reads(const ctsar__shape *s, ctsar__values v);
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
                         ctsar__entry **out) CTSAR__CHECKED;
/* Ends one registration, false: there is none; or all that `pass` has not renewed.
 * Both while no other thread walks the list. */
bool ctsar__list_remove(ctsar__list *l, void *key);
void ctsar__list_end_pass(ctsar__list *l, unsigned long pass);

/* ---- layout.c: where an array's bytes lie on a unit ------------------------- */

/* A block's bytes are counted as the host has them: its positions. */
typedef struct ctsar__layout {
    size_t row, pitch; /* every `row` bytes of a block begin `pitch` bytes after the last ones */
    size_t block;      /* bytes from a block's beginning to the next one's */
} ctsar__layout;

ctsar__layout ctsar__layout_host(const ctsar__shape *s);
/* On an accelerator, for windows of `items` items; `now` is the layout that it has, which is kept
 * where that wastes little, or zeroed.  Rows are padded where the flags say so. */
ctsar__layout ctsar__layout_unit(const ctsar__shape *s, const ctsar__device *d, size_t items,
                                 const ctsar__layout *now);
bool ctsar__layout_equal(const ctsar__layout *a, const ctsar__layout *b);
/* How far from the block's beginning a position lies; of an end, where the last byte before
 * it ends. */
size_t ctsar__layout_at(const ctsar__layout *l, size_t position);
size_t ctsar__layout_end(const ctsar__layout *l, size_t position);
/* Distances for all but the innermost dimension, outermost first, in elements. */
void ctsar__layout_strides(const ctsar__shape *s, const ctsar__layout *l, size_t *strides);
/* Addresses that the array takes on the accelerator at most.  EOVERFLOW. */
int ctsar__layout_room(const ctsar__shape *s, const ctsar__device *d, size_t *bytes) CTSAR__CHECKED;

/* ---- transfer.c: the one copy ----------------------------------------------- */

/* What moving data did.  The first group is set by the caller, zero where it is for no
 * range of an accelerator. */
typedef struct ctsar__traffic {
    int slot;                    /* copies of `device` are enqueued there, those of other devices */
    const ctsar__device *device; /* in CTSAR__SLOT_OTHERS */
    ctsar__engines *engines;     /* of `device`, where copies are booked */
    bool tight;                  /* memory is short: nothing is kept but what ranges need */

    ctsar__device *failed;      /* the device that an operation failed on */
    size_t bytes_in, bytes_out; /* to accelerators, to the host */
    size_t bytes_between;       /* from one accelerator to another directly */
    double seconds;             /* all of it */
    double once;                /* the part that will not come again with the next pass */
    double fixed;               /* of the rest, the part that does not grow with the range */
} ctsar__traffic;

/* Notes that it was an operation on this device that failed, if it did.  Returns the status. */
static inline int ctsar__on(ctsar__device *d, int status, ctsar__traffic *t)
{
    if (status)
        t->failed = d;
    return status;
}

/* The part of a copy's time, overhead apart, that does not grow with the range; the part of all
 * of it that will not come again. */
typedef struct ctsar__shares {
    double fixed, once;
} ctsar__shares;

/* An array somewhere. */
typedef struct ctsar__place {
    ctsar__device *device; /* NULL: the host */
    char *base;
    ctsar__layout layout;
} ctsar__place;

/* Can one copy lead from the one to the other? */
bool ctsar__transfer_direct(const ctsar__place *to, const ctsar__place *from);
/* Copies positions [at.lo, at.hi) of each of `outer` blocks.  Adds to *t.  EDEVICE. */
int ctsar__transfer(const ctsar__place *to, const ctsar__place *from, size_t outer, ctsar__items at,
                    ctsar__shares shares, ctsar__traffic *t) CTSAR__CHECKED;
/* Copies every step-th item of [items.lo, items.hi), in all blocks. */
int ctsar__transfer_items(const ctsar__place *to, const ctsar__place *from, const ctsar__shape *s,
                          ctsar__items items, size_t step, ctsar__shares shares,
                          ctsar__traffic *t) CTSAR__CHECKED;

/* ---- intervals.c: sets of positions ------------------------------------------ */

/* Zeroed: none. */
typedef struct ctsar__intervals {
    ctsar__items *at; /* sorted; no two touch */
    size_t count, room;
    size_t finger; /* where the last search ended; one thread at a time */
} ctsar__intervals;

void ctsar__intervals_free(ctsar__intervals *s);
/* ENOMEM: nothing has changed. */
int ctsar__intervals_add(ctsar__intervals *s, ctsar__items i) CTSAR__CHECKED;
int ctsar__intervals_remove(ctsar__intervals *s, ctsar__items i) CTSAR__CHECKED;
void ctsar__intervals_clear(ctsar__intervals *s);
bool ctsar__intervals_cover(const ctsar__intervals *s, ctsar__items i);
/* The first interval that ends behind `position`; {SIZE_MAX, SIZE_MAX}: there is none. */
ctsar__items ctsar__intervals_from(const ctsar__intervals *s, size_t position);
/* How many positions it has in common with these. */
size_t ctsar__intervals_common(const ctsar__intervals *s, ctsar__items i);
/* From the first one's beginning to the last one's end. */
ctsar__items ctsar__intervals_hull(const ctsar__intervals *s);
/* Of two: the smallest that holds both; what both have. */
ctsar__items ctsar__items_hull(ctsar__items a, ctsar__items b);
ctsar__items ctsar__items_common(ctsar__items a, ctsar__items b);

/* ---- directory.c, shared.c: persisted arrays, of all regions ----------------- */

/* An array of which accelerators keep what they hold, and who has what is current.  One for each
 * host address in the process. */
typedef struct ctsar__shared ctsar__shared;
/* It on one accelerator. */
typedef struct ctsar__holder ctsar__holder;

/* The positions that a registration wants kept on an accelerator: what the ranges of its
 * last pass needed. */
typedef struct ctsar__claim {
    ctsar__items at;
    unsigned long pass;
    struct ctsar__claim *next;
} ctsar__claim;

/* What a range does with an array, in positions. */
typedef struct ctsar__use {
    const ctsar__shape *shape; /* NULL: of something that overlaps the array */
    ctsar__items needs, owns;
    bool reads;
} ctsar__use;

/* Between the first _open and the last _close arrays are kept; the last one drops all. */
void ctsar__directory_open(void);
void ctsar__directory_close(void);
/* Changes when an array comes in. */
unsigned long ctsar__directory_generation(void);
/* The array at `host`, made if need be; each of these must be released.  ECONFLICT: it overlaps
 * another one.  ENOMEM. */
int ctsar__directory_acquire(void *host, const ctsar__shape *s, ctsar__shared **out) CTSAR__CHECKED;
/* One that has bytes in common with these, or NULL. */
ctsar__shared *ctsar__directory_find(void *host, size_t bytes);
/* `forget`: it ends with its last holder of a reference. */
void ctsar__directory_release(ctsar__shared *s, bool forget);
/* Forgets what no region has registered any more and the host has all of, for its memory. */
void ctsar__directory_reclaim(void);

/* By address, and without effect where none is persisted there.  Makes the host's copy
 * current; makes it the only current one; the same as the first, and gives back what
 * accelerators hold. */
int ctsar__directory_sync(void *host, ctsar__traffic *t) CTSAR__CHECKED;
int ctsar__directory_host_modified(void *host) CTSAR__CHECKED;
int ctsar__directory_depersist(void *host, ctsar__traffic *t) CTSAR__CHECKED;
bool ctsar__shared_is_at(const ctsar__shared *s, const void *host);
/* The memory that `s` has is for `host` from now on, if `references` are all that there are and
 * nothing is persisted there.  *done: it is. */
int ctsar__shared_retarget(ctsar__shared *s, int references, void *host, bool *done,
                           ctsar__traffic *t) CTSAR__CHECKED;
int ctsar__shared_sync(ctsar__shared *s, ctsar__traffic *t) CTSAR__CHECKED;

/* The host's side of a range; costs a few loads where nothing has to move. */
int ctsar__shared_host_reads(ctsar__shared *s, const ctsar__use *u,
                             ctsar__traffic *t) CTSAR__CHECKED;
int ctsar__shared_host_wrote(ctsar__shared *s, const ctsar__use *u) CTSAR__CHECKED;

/* An accelerator's side. */
int ctsar__shared_hold(ctsar__shared *s, const ctsar__shape *shape, ctsar__device *d,
                       ctsar__claim *claim, ctsar__holder **holder,
                       ctsar__traffic *t) CTSAR__CHECKED;
void ctsar__shared_let_go(ctsar__shared *s, ctsar__holder *h, ctsar__claim *claim);
/* Backs what the range needs with memory; ENOMEM also where ranges in other slots do not leave
 * room for it.  What is backed for a slot stays so until _release. */
int ctsar__shared_back(ctsar__shared *s, ctsar__holder *h, const ctsar__use *u, ctsar__claim *claim,
                       unsigned long pass, ctsar__traffic *t) CTSAR__CHECKED;
/* The same, and makes current there what the range reads. */
int ctsar__shared_reads(ctsar__shared *s, ctsar__holder *h, const ctsar__use *u,
                        ctsar__claim *claim, unsigned long pass, ctsar__traffic *t) CTSAR__CHECKED;
/* Keeps no more there than ranges in flight need. */
int ctsar__shared_shrink(ctsar__shared *s, ctsar__holder *h, ctsar__traffic *t) CTSAR__CHECKED;
void ctsar__shared_release(ctsar__shared *s, ctsar__holder *h, int slot);
/* Copies to the host what the range has written; notes that it has (and that the host has
 * it too). */
int ctsar__shared_write_through(ctsar__shared *s, ctsar__holder *h, const ctsar__use *u,
                                ctsar__traffic *t) CTSAR__CHECKED;
int ctsar__shared_wrote(ctsar__shared *s, ctsar__holder *h, const ctsar__use *u,
                        bool through) CTSAR__CHECKED;
/* Backs no more than claims and what is current nowhere else. */
int ctsar__shared_trim(ctsar__shared *s, ctsar__holder *h, ctsar__traffic *t) CTSAR__CHECKED;
const ctsar__place *ctsar__holder_place(const ctsar__holder *h);
const ctsar__space *ctsar__holder_space(const ctsar__holder *h);
size_t ctsar__holder_bytes(const ctsar__holder *h);

/* ---- array.c: what a region has registered ---------------------------------- */

/* An array on one accelerator, for ranges of one slot.  Whole inputs and persisted arrays have
 * one for all slots, that of slot 0. */
typedef struct ctsar__window {
    size_t *strides;       /* where this turn wants them stored, or NULL */
    ctsar__space space;    /* not persisted */
    ctsar__layout layout;  /* the same */
    unsigned long pass;    /* the last pass a whole input was copied in */
    ctsar__holder *holder; /* persisted */
    ctsar__claim claim;    /* the same */
} ctsar__window;

/* A registration. */
typedef struct ctsar__array {
    ctsar__entry entry;
    char *host;
    ctsar__shape shape;
    bool persists, through;           /* ... and brings its outputs to the host in each turn */
    _Atomic bool moved;               /* have its claims changed since the last pass's end? */
    _Atomic(ctsar__shared *) shared;  /* its place in the directory, or what it overlaps there */
    _Atomic unsigned long generation; /* of the directory when that was looked up */
    int slots;
    ctsar__window window[]; /* per accelerator of the region, `slots` each */
} ctsar__array;

/* The registrations of a region and its accelerators. */
typedef struct ctsar__arrays {
    ctsar__list list;
    ctsar__device *const *device; /* not owned */
    int devices;
    int slots; /* of each; 1 unless set between _init and the first registration */
    ctsar__cache cache;
} ctsar__arrays;

void ctsar__arrays_init(ctsar__arrays *a, ctsar__device *const *device, int devices,
                        ctsar__cache cache);
/* Brings the host up to date, as should be done before _free. */
int ctsar__arrays_flush(ctsar__arrays *a) CTSAR__CHECKED;
void ctsar__arrays_free(ctsar__arrays *a);
/* As ctsar__list_register. */
int ctsar__arrays_register(ctsar__arrays *a, void *host, const ctsar__shape *shape,
                           unsigned long pass, ctsar__array **out) CTSAR__CHECKED;
/* Ends a registration.  ENOTREG.  No pass may be running. */
int ctsar__arrays_unregister(ctsar__arrays *a, void *host) CTSAR__CHECKED;
/* What is registered at `old` is at `host` from now on; where `host` is registered too, nothing
 * changes.  ENOTREG.  No pass may be running. */
int ctsar__arrays_retarget(ctsar__arrays *a, void *old, void *host) CTSAR__CHECKED;
/* Is an array registered in `pass` that persists? */
bool ctsar__arrays_persist(const ctsar__arrays *a, unsigned long pass);
/* Ends all registrations not renewed in `pass`, but for persisted ones, and gives back what those
 * do not need any more.  By one thread, at its end. */
int ctsar__arrays_end_pass(ctsar__arrays *a, unsigned long pass, ctsar__traffic *t) CTSAR__CHECKED;
/* Memory is short on accelerator acc, on which no range is in flight: no array holds anything any
 * more but whole inputs that `pass` has registered. */
int ctsar__arrays_shrink(ctsar__arrays *a, int acc, unsigned long pass,
                         ctsar__traffic *t) CTSAR__CHECKED;
/* Of how many of the iterations `all` accelerator acc can keep the persisted data, and execute some
 * besides what it keeps and `besides` bytes; LONG_MAX: of all.  As the arrays are registered in
 * `pass`; at least 1. */
long ctsar__arrays_keepable(const ctsar__arrays *a, int acc, ctsar__values all, size_t besides,
                            unsigned long pass);
/* Accelerator acc holds nothing of any array any more, but what is current nowhere else.
 * By one thread. */
int ctsar__arrays_vacate(ctsar__arrays *a, int acc, ctsar__traffic *t) CTSAR__CHECKED;

/* Registrations, in order; zeroed: none. */
typedef struct ctsar__named {
    void **entry;
    int count, room;
} ctsar__named;

/* Something registered as a unit sees it. */
typedef struct ctsar__view {
    const ctsar__space *space; /* it lies in; NULL: the host's memory */
    char *base;                /* of element 0 */
    size_t strides[CTSAR__DIMS - 1];
    int nstrides;
    size_t elem; /* bytes */
} ctsar__view;

/* ---- window.c: a range's part of an array --------------------------------------- */

/* In all of these acc < 0 and d NULL are a core, whose copy is the host's.  An accelerator's window
 * is the one of t->slot, of a range that has no traffic slot 0's. */

/* The address of the array's element 0 on the unit; reserves on first use.  strides: NULL, or where
 * _fetch stores them.  By the thread whose turn the unit's is, as all below.  ENOMEM. */
int ctsar__window_base(ctsar__array *a, int acc, ctsar__device *d, size_t *strides, void **base,
                       ctsar__traffic *t) CTSAR__CHECKED;
/* Backs what the values need with memory.  No values: nothing is held.  ENOMEM, EDEVICE. */
int ctsar__window_back(ctsar__array *a, int acc, ctsar__device *d, ctsar__values v,
                       unsigned long pass, ctsar__traffic *t) CTSAR__CHECKED;
/* The same, and copies in what is not current there; without persistence all inputs, but whole
 * ones once a pass. */
int ctsar__window_fetch(ctsar__array *a, int acc, ctsar__device *d, ctsar__values v,
                        unsigned long pass, ctsar__traffic *t) CTSAR__CHECKED;
/* The values have been executed.  _bring copies to the host what they own of an output, where the
 * host gets it now; _note says where outputs are current, which they are once all of the range's
 * have been brought; _deliver does both. */
int ctsar__window_bring(ctsar__array *a, int acc, ctsar__device *d, ctsar__values v,
                        ctsar__traffic *t) CTSAR__CHECKED;
int ctsar__window_note(ctsar__array *a, int acc, ctsar__values v) CTSAR__CHECKED;
int ctsar__window_deliver(ctsar__array *a, int acc, ctsar__device *d, ctsar__values v,
                          ctsar__traffic *t) CTSAR__CHECKED;
/* The range is over, delivered or not: what it needed may go. */
void ctsar__window_release(ctsar__array *a, int acc, int slot);
/* As it is after _base and, on accelerators, _fetch. */
void ctsar__window_view(const ctsar__array *a, int acc, int slot, ctsar__device *d,
                        ctsar__view *view);
/* Bytes backed by memory on the accelerator. */
size_t ctsar__window_held(const ctsar__array *a, int acc);
/* Have ranges of all slots one window? */
bool ctsar__window_is_shared(const ctsar__array *a);
/* Bytes that values would have backed at most. */
size_t ctsar__window_bytes(const ctsar__array *a, const ctsar__device *d, ctsar__values v);

/* What the host had where a range is to bring its outputs, so that bringing some of them only
 * does no harm.  Zeroed: nothing; the room is kept. */
typedef struct ctsar__undo {
    char *data;
    size_t bytes, room;
} ctsar__undo;

/* Adds what the values own, if executing them again would read it.  ENOMEM. */
int ctsar__undo_save(ctsar__undo *u, const ctsar__array *a, ctsar__values v) CTSAR__CHECKED;
/* Puts all of it back, of the same arrays in the same order; *at is 0 before the first. */
void ctsar__undo_restore(const ctsar__undo *u, const ctsar__array *a, ctsar__values v, size_t *at);

/* ---- reduction.c ------------------------------------------------------------- */

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
                               ctsar__reduction **out) CTSAR__CHECKED;

/* In all of these: private copy number `number`, on the host (acc < 0) or on the region's
 * accelerator acc, in slot t->slot.  By the thread whose range it is.  ENOMEM, EDEVICE. */

/* Where the unit reaches the copy.  It starts from the identity in each pass and goes on from
 * turn to turn within one. */
int ctsar__reduction_open(ctsar__reduction *r, int number, int acc, ctsar__device *d,
                          unsigned long pass, void **copy, ctsar__traffic *t) CTSAR__CHECKED;
/* For a launch: all items on the accelerator are the identity. */
int ctsar__reduction_start(ctsar__reduction *r, int acc, ctsar__device *d,
                           ctsar__traffic *t) CTSAR__CHECKED;
/* The private copy, once opened. */
void ctsar__reduction_view(const ctsar__reduction *r, int number, int acc, int slot,
                           ctsar__view *view);
/* Bytes that a copy has backed on the accelerator. */
size_t ctsar__reduction_bytes(const ctsar__reduction *r, const ctsar__device *d);
/* Brings an accelerator's copy to the host, at the end of a turn or a launch.  Nothing has happened
 * until the next call. */
int ctsar__reduction_bring(ctsar__reduction *r, int acc, ctsar__device *d,
                           ctsar__traffic *t) CTSAR__CHECKED;
/* What was brought is the private copy now, or, of a launch, is folded into it, item by item. */
void ctsar__reduction_note(ctsar__reduction *r, int number, int acc, int slot, bool launched);
/* The two for a turn. */
int ctsar__reduction_deliver(ctsar__reduction *r, int number, int acc, ctsar__device *d,
                             ctsar__traffic *t) CTSAR__CHECKED;
/* Bytes that all private copies of `pass` have backed on accelerator acc at most. */
size_t ctsar__reductions_bytes(const ctsar__reductions *all, int acc, unsigned long pass);
/* Folds the private copies opened in `pass` into the results, in the order of their numbers, and
 * ends reductions not renewed.  By one thread, at the end of a pass. */
void ctsar__reductions_end_pass(ctsar__reductions *all, unsigned long pass);

#endif

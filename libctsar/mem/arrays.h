/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a region has registered: its arrays. */
#ifndef CTSAR_ARRAYS_H
#define CTSAR_ARRAYS_H

#include "mem/array.h"
#include "mem/cache.h"
#include "mem/transfer.h"

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
/* Brings the host up to date, as should be done before _free: all that can be, whatever fails. */
int ctsar__arrays_flush(ctsar__arrays *a) CTSAR__MUST_CHECK;
/* As ctsar__directory_close. */
int ctsar__arrays_free(ctsar__arrays *a) CTSAR__MUST_CHECK;
/* As ctsar__list_register. */
int ctsar__arrays_register(ctsar__arrays *a, void *host, const ctsar__shape *shape,
                           unsigned long pass, ctsar__array **out) CTSAR__MUST_CHECK;
/* Ends a registration.  ENOTREG.  No pass may be running. */
int ctsar__arrays_unregister(ctsar__arrays *a, void *host) CTSAR__MUST_CHECK;
/* What is registered at `old` is at `host` from now on; where `host` is registered too, nothing
 * changes.  ENOTREG.  No pass may be running. */
int ctsar__arrays_retarget(ctsar__arrays *a, void *old, void *host) CTSAR__MUST_CHECK;
/* Is the array at `host` registered, and of how many bytes at most; 0: it is not.  _persists: is it
 * so that it persists? */
size_t ctsar__arrays_bytes(const ctsar__arrays *a, const void *host);
bool ctsar__arrays_persists(const ctsar__arrays *a, const void *host);
/* Is an array registered in `pass` that persists? */
bool ctsar__arrays_persist(const ctsar__arrays *a, unsigned long pass);
/* Ends all registrations not renewed in `pass`, but for persisted ones, and gives back what those
 * do not need any more.  A persisted one ends where the array was registered with another size or
 * association; then the host's copy is current.  By one thread, at its end.  EDEVICE. */
int ctsar__arrays_end_pass(ctsar__arrays *a, unsigned long pass,
                           ctsar__traffic *t) CTSAR__MUST_CHECK;
/* No range of the region is in flight any more, whatever became of those that were. */
void ctsar__arrays_release(const ctsar__arrays *a);
/* Memory is short on the accelerator, on which no range is in flight: no array holds anything any
 * more but whole inputs that `pass` has registered. */
int ctsar__arrays_shrink(ctsar__arrays *a, const ctsar__target *target, unsigned long pass,
                         ctsar__traffic *t) CTSAR__MUST_CHECK;
/* Of how many of the iterations `all` accelerator acc can keep the persisted data, and execute some
 * besides what it keeps and `besides` bytes; LONG_MAX: of all.  As the arrays are registered in
 * `pass`; at least 1. */
long ctsar__arrays_keepable(const ctsar__arrays *a, int acc, ctsar__values all, size_t besides,
                            unsigned long pass);
/* Accelerator acc holds nothing of any array any more, but what is current nowhere else.
 * By one thread. */
int ctsar__arrays_vacate(ctsar__arrays *a, int acc, ctsar__traffic *t) CTSAR__MUST_CHECK;

#endif

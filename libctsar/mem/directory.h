/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The directory: the process's persisted arrays by host address. */
#ifndef CTSAR_DIRECTORY_H
#define CTSAR_DIRECTORY_H

#include "mem/array.h"
#include "mem/use.h"
#include "mem/transfer.h"

/* Between the first _open and the last _close arrays are kept; the last one makes the host's copies
 * current and drops all, once no other thread is at any of them.  EDEVICE: what only a device had
 * is lost. */
void ctsar__directory_open(void);
int ctsar__directory_close(void) CTSAR__MUST_CHECK;
/* Changes when an array comes in, or comes back. */
unsigned long ctsar__directory_generation(void);
/* The array at `host`, made if need be; each of these must be released.  ECONFLICT: it overlaps
 * another one.  ENOMEM. */
int ctsar__directory_acquire(void *host, const ctsar__shape *s,
                             ctsar__shared **out) CTSAR__MUST_CHECK;
/* A registration that has a reference to `s` is about to be used with this shape: an array that has
 * been depersisted comes back, and one that is smaller grows.  A few loads where neither is so.
 * ECONFLICT, ENOMEM: as _acquire. */
int ctsar__directory_renew(ctsar__shared *s, const ctsar__shape *shape) CTSAR__MUST_CHECK;
/* The one that begins there, or NULL; to be released. */
ctsar__shared *ctsar__directory_at(void *host);
/* All that have bytes in common with these and have not been depersisted; NULL where there is none.
 * To be dropped.  ENOMEM. */
int ctsar__directory_beneath(const char *host, size_t bytes,
                             ctsar__beneath **out) CTSAR__MUST_CHECK;
/* Releases them, and `older` ones; NULL is allowed. */
void ctsar__directory_drop(ctsar__beneath *b);
/* `forgets`: it ends with its last holder of a reference, if the host has all of it. */
void ctsar__directory_release(ctsar__shared *s, bool forgets);
/* Forgets what no region has registered any more and the host has all of, for its memory. */
void ctsar__directory_reclaim(void);

/* By address, and without effect where none is persisted there.  Makes the host's copy
 * current; makes it the only current one; the same as the first, and gives back what
 * accelerators hold. */
int ctsar__directory_sync(void *host, ctsar__traffic *t) CTSAR__MUST_CHECK;
int ctsar__directory_host_modified(void *host) CTSAR__MUST_CHECK;
int ctsar__directory_depersist(void *host, ctsar__traffic *t) CTSAR__MUST_CHECK;
/* Nothing is persisted. */
bool ctsar__directory_is_empty(void);
/* All that has bytes in common with these and has not been depersisted: the host's copies are made
 * current, and, where they are about to be written, the only current ones.  Ranges in flight lose
 * nothing.  A load where nothing is persisted.  NULL, SIZE_MAX: all there is. */
int ctsar__directory_settle(const void *host, size_t bytes, bool writes,
                            ctsar__traffic *t) CTSAR__MUST_CHECK;
/* The memory that `s` has is for `host` from now on, if `references` are all that there are and
 * nothing is persisted there.  *done: it is. */
int ctsar__directory_retarget(ctsar__shared *s, int references, void *host, bool *done,
                              ctsar__traffic *t) CTSAR__MUST_CHECK;

#endif

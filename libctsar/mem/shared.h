/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Persisted arrays: what ranges do with one, and its life. */
#ifndef CTSAR_SHARED_H
#define CTSAR_SHARED_H

#include "mem/use.h"
#include "mem/transfer.h"

/* All current on the host, where it lies so (NULL: block after block); nothing on accelerators, no
 * references.  ENOMEM. */
int ctsar__shared_create(char *host, const ctsar__shape *shape, const ctsar__layout *layout,
                         const ctsar__shared_words *words, ctsar__shared **out) CTSAR__MUST_CHECK;
/* Gives back all that it holds, whatever is current there. */
void ctsar__shared_destroy(ctsar__shared *s);
/* The host's copy is the only current one. */
int ctsar__shared_host_modified(ctsar__shared *s) CTSAR__MUST_CHECK;
/* Makes the host's copy current, and the only one so where the host `writes`, but for what ranges
 * in flight write: there an accelerator has values of before and after, and who executes a range
 * anew must not find these. */
int ctsar__shared_settle(ctsar__shared *s, bool writes, ctsar__traffic *t) CTSAR__MUST_CHECK;
/* Makes the host's copy current; accelerators hold nothing. */
int ctsar__shared_vacate(ctsar__shared *s, ctsar__traffic *t) CTSAR__MUST_CHECK;
/* Makes the host's copy current, unless a range in flight needs some of it on an accelerator, where
 * it may write.  Then nothing happens.  A range that begins meanwhile waits. */
int ctsar__shared_sync_idle(ctsar__shared *s, ctsar__traffic *t) CTSAR__MUST_CHECK;
/* Makes the host's copy current; the memory is for another array from now on. */
int ctsar__shared_rebase(ctsar__shared *s, char *host, ctsar__traffic *t) CTSAR__MUST_CHECK;
bool ctsar__shared_is_on_host(ctsar__shared *s);

/* The host's side of a range; costs a few loads where nothing has to move. */
int ctsar__shared_host_reads(ctsar__shared *s, const ctsar__use *u, const ctsar__target *target,
                             ctsar__traffic *t) CTSAR__MUST_CHECK;
int ctsar__shared_host_wrote(ctsar__shared *s, const ctsar__use *u) CTSAR__MUST_CHECK;

/* An accelerator's side. */

/* Backs what the range needs with memory; ENOMEM also where ranges in other slots do not leave
 * room for it.  What is backed for a slot stays so until _release. */
int ctsar__shared_back(ctsar__shared *s, ctsar__holder *h, const ctsar__use *u, ctsar__wish *wish,
                       unsigned long pass, const ctsar__target *target,
                       ctsar__traffic *t) CTSAR__MUST_CHECK;
/* The same, and makes current there what the range reads. */
int ctsar__shared_reads(ctsar__shared *s, ctsar__holder *h, const ctsar__use *u, ctsar__wish *wish,
                        unsigned long pass, const ctsar__target *target,
                        ctsar__traffic *t) CTSAR__MUST_CHECK;
/* Keeps no more there than ranges in flight need. */
int ctsar__shared_shrink(ctsar__shared *s, ctsar__holder *h, const ctsar__target *target,
                         ctsar__traffic *t) CTSAR__MUST_CHECK;
void ctsar__shared_release(ctsar__shared *s, ctsar__wish *wish, int slot);
/* Copies to the host what the range has written; notes that it has (and that the host has
 * it too), and for which registration, NULL: for none that need know what others pay. */
int ctsar__shared_write_through(ctsar__shared *s, ctsar__holder *h, const ctsar__use *u,
                                const ctsar__target *target, ctsar__traffic *t) CTSAR__MUST_CHECK;
int ctsar__shared_wrote(ctsar__shared *s, ctsar__holder *h, const ctsar__use *u, ctsar__wish *wish,
                        bool through) CTSAR__MUST_CHECK;
/* The same of a task; *was_home: the host had all of the array until then. */
int ctsar__shared_task_wrote(ctsar__shared *s, ctsar__holder *h, const ctsar__use *u, bool through,
                             bool *was_home) CTSAR__MUST_CHECK;

/* Is some of it current nowhere but on devices that have failed? */
bool ctsar__shared_is_lost(ctsar__shared *s);
/* May the host have bytes of a copy that failed, where it is not current? */
bool ctsar__shared_is_torn(ctsar__shared *s);

#endif

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Persisted arrays: copies to the host.  All but _sync under the array's mutex, which they let go
 * of while what a task has written is on its way there. */
#ifndef CTSAR_BRING_H
#define CTSAR_BRING_H

#include "mem/persisted.h"

/* EDEVICE: the piece of the array was current nowhere but on a device that has failed. */
int ctsar__shared_lost(const ctsar__shared *s, ctsar__items piece,
                       ctsar__traffic *t) CTSAR__MUST_CHECK;
/* Copies what the host has not.  Booked as the range's or, with u NULL, by `shares`. */
int ctsar__shared_bring(ctsar__shared *s, ctsar__items at, const ctsar__use *u,
                        ctsar__shares shares, const ctsar__target *target,
                        ctsar__traffic *t) CTSAR__MUST_CHECK;
int ctsar__shared_bring_all(ctsar__shared *s, const ctsar__target *target,
                            ctsar__traffic *t) CTSAR__MUST_CHECK;
/* All that can be brought, whatever else fails.  A device that fails meanwhile is failed for the
 * process.  _sync takes the mutex. */
int ctsar__shared_bring_what_can_be(ctsar__shared *s, ctsar__traffic *t) CTSAR__MUST_CHECK;
int ctsar__shared_sync(ctsar__shared *s, ctsar__traffic *t) CTSAR__MUST_CHECK;

#endif

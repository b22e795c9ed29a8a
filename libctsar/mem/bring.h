/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Persisted arrays: copies to the host.  All but _sync, _expect and _arrived under the array's
 * mutex, which they let go of while what a task has written is on its way there. */
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
/* All of it that can be brought, whatever else fails.  A device that fails meanwhile is failed for
 * the process.  _sync takes the mutex. */
int ctsar__shared_bring_what_can_be(ctsar__shared *s, ctsar__items at,
                                    ctsar__traffic *t) CTSAR__MUST_CHECK;
int ctsar__shared_sync(ctsar__shared *s, ctsar__traffic *t) CTSAR__MUST_CHECK;
/* From _expect to _arrived: what the caller has written is on its way to the host, by
 * _write_through.  Whoever would bring older values there waits, as one who makes room. */
void ctsar__shared_expect(ctsar__shared *s);
void ctsar__shared_arrived(ctsar__shared *s);

#endif

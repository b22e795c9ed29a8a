/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Persisted arrays beneath a registration that does not persist: of other bytes, or in other
 * blocks.  What its ranges do concerns these bytes alone, since the rest of the array may be
 * somebody's who writes it on an accelerator at the same time.  Under the array's mutex. */
#ifndef CTSAR_BENEATH_H
#define CTSAR_BENEATH_H

#include "mem/persisted.h"

/* The host's copy becomes current as far as the range reads it, but for what ranges in flight
 * write: that is none of its bytes. */
int ctsar__beneath_read(ctsar__shared *s, const ctsar__use *u, const ctsar__target *target,
                        ctsar__traffic *t) CTSAR__MUST_CHECK;
/* The host alone has what the range writes. */
int ctsar__beneath_written(ctsar__shared *s, const ctsar__use *u) CTSAR__MUST_CHECK;

#endif

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Persisted arrays: the memory that accelerators have for them. */
#ifndef CTSAR_HOLDER_H
#define CTSAR_HOLDER_H

#include "mem/persisted.h"

/* The accelerator keeps what `wish` says of the array, from its first range on; *holder: NULL
 * the first time.  ENOMEM, EDEVICE. */
int ctsar__shared_hold(ctsar__shared *s, const ctsar__shape *shape, ctsar__device *d,
                       ctsar__wish *wish, ctsar__holder **holder, const ctsar__target *target,
                       ctsar__traffic *t) CTSAR__MUST_CHECK;
void ctsar__shared_let_go(ctsar__shared *s, ctsar__holder *h, ctsar__wish *wish);
/* The wish is for nothing any more.  True: it was for something. */
bool ctsar__shared_wish_nothing(ctsar__shared *s, ctsar__wish *wish);
/* Backs no more than what is wished and what is current nowhere else. */
int ctsar__shared_trim(ctsar__shared *s, ctsar__holder *h, ctsar__traffic *t) CTSAR__MUST_CHECK;
const ctsar__place *ctsar__holder_place(const ctsar__holder *h);
const ctsar__space *ctsar__holder_space(const ctsar__holder *h);
size_t ctsar__holder_bytes(const ctsar__holder *h);

/* All below under the array's mutex. */

/* Nobody copies from h, or sends from there, or into it.  Lets go of the mutex meanwhile: what was
 * known before has to be asked anew. */
void ctsar__holder_settle(ctsar__shared *s, ctsar__holder *h);
/* Brings to the host what only h has outside of `keep`, and h has nothing there any more. */
int ctsar__holder_retreat(ctsar__shared *s, ctsar__holder *h, ctsar__items keep,
                          const ctsar__target *target, ctsar__traffic *t) CTSAR__MUST_CHECK;
/* Backs these positions and no others. */
int ctsar__holder_back(ctsar__shared *s, ctsar__holder *h, ctsar__items at,
                       ctsar__traffic *t) CTSAR__MUST_CHECK;
int ctsar__holder_empty(ctsar__shared *s, ctsar__holder *h, const ctsar__target *target,
                        ctsar__traffic *t) CTSAR__MUST_CHECK;
/* What the accelerator holds of it; NULL: nothing, ever. */
ctsar__holder *ctsar__shared_holder(ctsar__shared *s, const ctsar__device *d);
/* What ranges other than the wish's one in this slot need; NULL: all. */
ctsar__items ctsar__holder_pinned(const ctsar__holder *h, const ctsar__wish *wish, int slot);
/* It stays so until the slot's range is over. */
void ctsar__wish_pin(ctsar__wish *wish, const ctsar__use *u, unsigned long pass, int slot);
/* Backs what the range needs. */
int ctsar__holder_widen(ctsar__shared *s, ctsar__holder *h, const ctsar__use *u,
                        const ctsar__wish *wish, const ctsar__target *target,
                        ctsar__traffic *t) CTSAR__MUST_CHECK;
/* The array has this shape from now on. */
int ctsar__shared_reshape(ctsar__shared *s, const ctsar__shape *shape, const ctsar__target *target,
                          ctsar__traffic *t) CTSAR__MUST_CHECK;
/* The same of an array that the host has all of and accelerators nothing; what was known of it does
 * not count.  ENOMEM. */
int ctsar__shared_revive(ctsar__shared *s, const ctsar__shape *shape) CTSAR__MUST_CHECK;

#endif

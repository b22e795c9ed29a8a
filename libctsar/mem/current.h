/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Persisted arrays: what is current where.  All but _is_clear and _is_at under the array's mutex.
 */
#ifndef CTSAR_CURRENT_H
#define CTSAR_CURRENT_H

#include "mem/persisted.h"

ctsar__items ctsar__shared_all(const ctsar__shared *s);
/* Are the shape's positions the array's?  NULL: of something that overlaps it. */
bool ctsar__shared_is_same(const ctsar__shared *s, const ctsar__shape *shape);
/* Is the array at this address of the host? */
bool ctsar__shared_is_at(const ctsar__shared *s, const void *host);
bool ctsar__holder_has(const ctsar__holder *h, size_t position);
/* What a device had that failed is nowhere. */
bool ctsar__holder_is_lost(const ctsar__holder *h);
/* The first positions in [lo, hi) that `to` has not and one other holder has (NULL: nobody).
 * False: none. */
bool ctsar__shared_missing(ctsar__shared *s, const ctsar__holder *to, size_t lo, size_t hi,
                           ctsar__items *piece, ctsar__holder **source);
/* The first positions in [lo, hi) that only `h` has.  False: none. */
bool ctsar__shared_only_here(ctsar__shared *s, const ctsar__holder *h, size_t lo, size_t hi,
                             ctsar__items *piece);
/* Moves *at on to the next positions that no range in flight is writing.  False: none. */
bool ctsar__shared_unwritten(const ctsar__shared *s, ctsar__items *at);
/* The holder has these positions; others may have them too. */
int ctsar__holder_become_current(ctsar__holder *h, ctsar__items at) CTSAR__MUST_CHECK;
/* Of all holders only h has them, and the host as well if it is so. */
int ctsar__shared_only(ctsar__shared *s, ctsar__holder *h, ctsar__items at,
                       bool and_host) CTSAR__MUST_CHECK;
/* Makes the hulls visible that _is_clear looks at. */
void ctsar__shared_publish(ctsar__shared *s);
/* Is it certain, without the lock, that none of the positions is away, or held? */
bool ctsar__shared_is_clear(ctsar__shared *s, const ctsar__shape *shape, ctsar__items at,
                            bool of_held);

#endif

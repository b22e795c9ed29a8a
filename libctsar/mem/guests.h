/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Guests that are in somebody's way (guest.h): messages of other nodes that use an accelerator's
 * memory. */
#ifndef CTSAR_GUESTS_H
#define CTSAR_GUESTS_H

#include "mem/persisted.h"

/* Finishes all messages of the process, or a moment of them.  False: there are none. */
typedef bool ctsar__finisher(void);
/* Who finishes them, for guests that are in somebody's way.  Before the first guest. */
void ctsar__guests_finished_by(ctsar__finisher *f);

/* All below under the array's mutex, which _settle lets go of meanwhile. */

/* Until the accelerator has no guests. */
void ctsar__guests_settle(ctsar__shared *s, ctsar__holder *h);
/* Does one of them bring some of these positions? */
bool ctsar__guests_bring(const ctsar__holder *h, ctsar__items at);
/* The first positions of these that h has not, and who has them (NULL: nobody), once they are
 * there: as ctsar__shared_missing. */
bool ctsar__guests_missing(ctsar__shared *s, const ctsar__holder *h, ctsar__items at,
                           ctsar__items *piece, ctsar__holder **from);
/* How many bytes of these have come so since they were last asked for.  ENOMEM. */
int ctsar__guests_landed(ctsar__holder *h, ctsar__items at, size_t *bytes) CTSAR__MUST_CHECK;

#endif

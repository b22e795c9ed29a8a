/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Guests: positions of a persisted array that go to another node from an accelerator's memory, or
 * come into it, without a copy on the host.  A guest begins before a message and ends behind it.
 * Until then the window that it is in does not become smaller, and nothing that is coming is read:
 * who needs that has the messages finished first. */
#ifndef CTSAR_GUEST_H
#define CTSAR_GUEST_H

#include "mem/use.h"

/* Zeroed: none. */
typedef struct ctsar__guest {
    ctsar__shared *shared; /* NULL: it has ended, or never begun */
    ctsar__holder *holder;
    ctsar__items at;
    bool comes, expected;
    char *memory;              /* where they lie on the accelerator: */
    size_t rows, pitch, width; /* so many stretches of `width` bytes, `pitch` apart */
} ctsar__guest;

/* These positions of the array at `host`, which has that shape in the directory, or nothing begins:
 * what goes is current on an accelerator and not on the host; what comes has a place on the only
 * one that had it until another node wrote it; and so many rows beside them are current on it alone
 * that the array is lost with it in any case.  `aware`: as the backend's reach.  False: none has
 * begun, and the host's memory is the way. */
bool ctsar__guest_begin(void *host, const ctsar__shape *shape, ctsar__items at, bool comes,
                        bool aware, ctsar__guest *g);
/* The message is about to begin: what comes is current nowhere else.  ENOMEM. */
int ctsar__guest_expect(ctsar__guest *g) CTSAR__MUST_CHECK;
/* The message is over, or there will be none.  ENOMEM. */
int ctsar__guest_end(ctsar__guest *g) CTSAR__MUST_CHECK;
/* Before MPI is called by this thread while the guest is there. */
void ctsar__guest_reach(const ctsar__guest *g, bool aware);

#endif

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Persisted arrays that are apart: each node has what it has computed, and gets of the others what
 * it reads, when it reads that.  One table in the process says which rank has what; it is the same
 * on all.  All but _first and _is under the node's lock. */
#ifndef CTSAR_PASS_APART_H
#define CTSAR_PASS_APART_H

#include "mem/guest.h"
#include "mem/spread.h"
#include "node/node.h"
#include "node/record.h"
#include "observe/stats.h"

/* The table, in order of making; NULL: nothing is apart. */
ctsar__spread *ctsar__apart_first(void);
/* The first one that has bytes in common with these, or NULL. */
ctsar__spread *ctsar__apart_find(const void *host, size_t bytes);
/* The table owns it from then on; numbers it. */
void ctsar__apart_add(ctsar__spread *s);
void ctsar__apart_forget(ctsar__spread *s);
/* Is something apart of these bytes?  Takes the lock. */
bool ctsar__apart_is(const void *host, size_t bytes);
/* Ends the process where a change of the table has failed: the ranks' would differ. */
void ctsar__apart_must(int status);

/* What a parcel is of, wherever the bytes lie. */
typedef struct ctsar__content {
    const char *array; /* the host's */
    ctsar__items at;
    ctsar__guest guest; /* the bytes lie on an accelerator, until it has ended */
} ctsar__content;

/* What is to be moved for this rank, in the order in which all ranks find it.  Zeroed but for the
 * node: nothing. */
typedef struct ctsar__parcels {
    const ctsar__node *node;
    ctsar__parcel *parcel;
    ctsar__content *content; /* of each */
    int count;
    size_t room, content_room;
    bool aware;               /* MPI knows devices' memory, and may be given it */
    size_t direct;            /* bytes from and to accelerators' own memory */
    ctsar__node_bytes *moved; /* by each rank, which is added to; NULL: nobody asks */
    uint64_t hash;            /* of what all ranks must find alike */
} ctsar__parcels;

void ctsar__parcels_free(ctsar__parcels *p);
/* Parcel i goes from an accelerator's own memory, or comes there, where it can: it has a guest. */
void ctsar__parcels_direct(ctsar__parcels *p, int i, const ctsar__shape *shape);
/* The messages are over, those that come or all: so are their guests. */
void ctsar__parcels_end(ctsar__parcels *p, bool all);
void ctsar__parcels_note(ctsar__parcels *p, uint64_t a, uint64_t b);
/* Rank `to` gets what it has not of `at`.  ENOMEM. */
int ctsar__parcels_for(ctsar__parcels *p, const ctsar__spread *s, int to,
                       ctsar__items at) CTSAR__MUST_CHECK;
/* Every rank gets all of it; what this one has is brought to the host.  ENOMEM, EDEVICE. */
int ctsar__parcels_whole(ctsar__parcels *p, ctsar__spread *s) CTSAR__MUST_CHECK;
/* Ends the process with a line that names `who` where this thread cannot call the others. */
void ctsar__apart_callable(const char *who);
/* All ranks are here and say the same as `mine`, but for the status.  Collective.  Returns this
 * rank's status; ENODE: another one has failed. */
int ctsar__apart_agree(const ctsar__node *n, const ctsar__record *mine) CTSAR__MUST_CHECK;

#endif

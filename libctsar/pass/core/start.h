/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What arrays that are apart have to do with a pass: what nodes give each other before it, and what
 * each has afterwards.  Under the node's lock. */
#ifndef CTSAR_PASS_START_H
#define CTSAR_PASS_START_H

#include "node/node.h"
#include "node/record.h"
#include "observe/stats.h"
#include "pass/core/state.h"
#include "pass/core/travel.h"

/* A pass that is about to begin. */
typedef struct ctsar__start {
    const ctsar__node *node;
    const ctsar__data *data;  /* what is registered */
    ctsar__bounds all;        /* of the pass */
    const long *boundary;     /* between ranks; NULL: each rank executes all of it */
    ctsar__record record;     /* of the pass */
    ctsar__node_bytes *moved; /* by each rank, which is added to */
    ctsar__named *stays;      /* out: outputs that stay where they will be computed */
    bool *over;               /* out: a rank has failed; the pass is over on all */
    bool aside;               /* what comes may come while the pass runs */
    bool direct;              /* bytes may go from and to accelerators' own memory, ... */
    bool aware;               /* ... which only an MPI that knows devices reaches, too */
    ctsar__travel *travel;    /* out: what is exchanged */
} ctsar__start;

/* Brings here what this node's part reads of arrays that are apart, and to others what theirs do,
 * or begins that where the pass writes none of them. An array that the pass uses in another way is
 * made whole.  Collective where any is apart, or will be.  ENODE: another rank has failed. EDEVICE,
 * ENOMEM. */
int ctsar__start_begin(const ctsar__start *start) CTSAR__MUST_CHECK;
/* The pass is over on all ranks, well or not: each has what its values own of an array that
 * stays. */
void ctsar__start_end(const ctsar__node *n, ctsar__array *a, ctsar__bounds all,
                      const long *boundary);

#endif

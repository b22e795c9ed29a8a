/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What each rank tells all others at the end of a pass: whether it was the same pass, and what it
 * took. */
#ifndef CTSAR_NODE_RECORD_H
#define CTSAR_NODE_RECORD_H

#include <stdint.h>

#include "node/state.h"

typedef enum ctsar__deed {
    CTSAR__START,
    CTSAR__PASS, /* is over */
    CTSAR__GATE, /* of a pass, before which arrays are exchanged */
    CTSAR__VALUES,
    CTSAR__CALL, /* of the program's, in which arrays are exchanged */
    CTSAR__EXIT
} ctsar__deed;

enum { CTSAR__TOLD = 12 }; /* registrations that are told one by one; the others together */

/* Zeroed: nothing. */
struct ctsar__record {
    int32_t deed, status; /* a ctsar__deed; a ctsar_status */
    char name[64];        /* PASS, GATE: the region's; START: version and settings; CALL: its own */
    uint64_t pass;
    int64_t lo, step, n;               /* PASS: the bounds, */
    uint64_t division;                 /* a hash of who does what; START: of the arguments */
    int32_t arrays, reductions;        /* PASS: what was registered, */
    uint64_t entry[CTSAR__TOLD], rest; /* by hashes */
    double seconds;                    /* that this rank's part took */
    double took, waited;               /* PASS: seconds in which halos came; of these, waited */
    uint64_t direct;                   /* PASS: bytes from and to accelerators' own memory */
};

/* Notes the hash of registration `number`, arrays before reductions. */
void ctsar__record_note(ctsar__record *r, int number, uint64_t hash);
/* n->said[r] becomes what rank r says.  Collective. */
void ctsar__tell_nodes(const ctsar__node *n, const ctsar__record *mine);
/* The same.  Where one does something else than rank 0, one line says who and what, and the job
 * ends. */
void ctsar__compare_nodes(const ctsar__node *n, const ctsar__record *mine);
/* The first rank that has said that it failed; -1: none has. */
int ctsar__node_failed(const ctsar__node *n);

#endif

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What nodes exchange at the end of a pass: outputs and reductions. */
#ifndef CTSAR_PASS_EXCHANGE_H
#define CTSAR_PASS_EXCHANGE_H

#include "node/record.h"
#include "pass/core/state.h"

/* Who has executed what. */
typedef struct ctsar__everywhere {
    const ctsar__node *node;
    ctsar__bounds all;    /* of the pass */
    const long *boundary; /* between ranks; NULL: each rank has executed all of it */
    ctsar__part *part;    /* room for one a rank */
    char *items;          /* as _room has made it */
    unsigned long pass;
    const ctsar__named *stays; /* outputs that are not exchanged */
    ctsar__node_pass *did;     /* of each rank; its bytes are added to */
} ctsar__everywhere;

/* Notes what is registered, so that another rank's can be compared. */
void ctsar__exchange_describe(const ctsar__data *data, ctsar__record *r);
/* Brings to the host what of a divided pass is to be exchanged, all outputs but those in `stays`,
 * which its iterations must write apart.  EINVAL, EDEVICE. */
int ctsar__exchange_prepare(const ctsar__data *data, ctsar__bounds all, const ctsar__named *stays,
                            ctsar__traffic *t) CTSAR__MUST_CHECK;
/* Room for an item of the longest reduction from each rank.  ENOMEM. */
int ctsar__exchange_room(const ctsar__data *data, int ranks, char **items,
                         size_t *room) CTSAR__MUST_CHECK;
/* Outputs of a pass that was divided become those of all ranks.  So do results of reductions; where
 * each rank has executed everything, rank 0's, so that all have the same bits.  Collective. */
void ctsar__exchange(const ctsar__data *data, const ctsar__everywhere *e);

#endif

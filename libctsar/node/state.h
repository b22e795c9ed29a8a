/* SPDX-License-Identifier: BSD-3-Clause
 *
 * This process as one of several: state only. */
#ifndef CTSAR_NODE_STATE_H
#define CTSAR_NODE_STATE_H

#include "node/transport.h"

typedef struct ctsar__record ctsar__record;

typedef struct ctsar__node {
    ctsar__world world;
    const ctsar__transport *transport;
    ctsar__record *said; /* what each rank has said last, for who holds the node's lock */
} ctsar__node;

#endif

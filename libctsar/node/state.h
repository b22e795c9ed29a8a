/* SPDX-License-Identifier: BSD-3-Clause
 *
 * This process as one of several: state only. */
#ifndef CTSAR_NODE_STATE_H
#define CTSAR_NODE_STATE_H

#include "node/transport.h"

typedef struct ctsar__node {
    ctsar__world world;
    const ctsar__transport *transport;
} ctsar__node;

#endif

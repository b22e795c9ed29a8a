/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CTSAR_REGION_NODES_H
#define CTSAR_REGION_NODES_H

#include "node/node.h"

/* The other ranks are joined, if there are any; before the machine's devices are opened.  A load
 * once that is done.  ECONFIG, ENODEV: CTSAR_NODES.  ENODE: the ranks differ. */
int ctsar__nodes_ready(void) CTSAR__MUST_CHECK;

#endif

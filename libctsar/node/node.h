/* SPDX-License-Identifier: BSD-3-Clause
 *
 * This process as one of several that execute the program together: a node, by its rank.  All that
 * is called collective here is called by all ranks in the same order. */
#ifndef CTSAR_NODE_H
#define CTSAR_NODE_H

#include "base/status.h"
#include "config/state.h"
#include "node/state.h"

/* The process's node; NULL: it is alone, as before _start and in a child after a fork.  A load. */
const ctsar__node *ctsar__node_here(void);
/* Held while the others are called, and while what all ranks must do alike is found. */
void ctsar__node_lock(void);
bool ctsar__node_trylock(void);
void ctsar__node_unlock(void);
/* Has this thread the lock? */
bool ctsar__node_is_mine(void);
/* Joins the other ranks, if there are any, and compares with them what must not differ: the
 * library's version, and `settings`.  Once in a process, by the first that calls it; collective.
 * ENODEV: CTSAR_NODES=mpi, and there is no MPI, or it cannot be used.  ENODE: they differ. */
int ctsar__node_start(ctsar__nodes_mode mode, const char *settings) CTSAR__MUST_CHECK;
/* The ranks of this communicator are the nodes; NULL: this process is alone.  `comm` is read by
 * _start.  ESTATE: that was. */
int ctsar__node_use(const void *comm) CTSAR__MUST_CHECK;

#endif

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A pass that several nodes execute together.  Each node's threads see the bounds of its part as if
 * the loop had no others, so policies and accelerators know nothing of nodes.  When the pass is
 * over the nodes compare what they did, and everything that was written is made current on all. */
#ifndef CTSAR_PASS_NODES_H
#define CTSAR_PASS_NODES_H

#include "pass/core/over_nodes.h"

/* The lane has stated its bounds: what it executes is this node's part of them, or all, where no
 * part would do, since what is written is not known.  Arrays that nodes have in parts are exchanged
 * as far as the pass needs it.  ENODE, EDEVICE, ENOMEM. */
int ctsar__nodes_divide(ctsar__pass *p, ctsar__lane *l) CTSAR__MUST_CHECK;
/* An array is registered when the range is fixed.  ESTATE: nodes have it in parts. */
int ctsar__nodes_late(const ctsar__pass *p, const ctsar__array *a) CTSAR__MUST_CHECK;
/* The lane's turn is about to end: keeps what it has registered, as all threads have.  ENOMEM. */
int ctsar__nodes_note(ctsar__pass *p, const ctsar__lane *l) CTSAR__MUST_CHECK;
/* Must the calling thread be the last one at the barrier, as only it may call MPI? */
bool ctsar__nodes_funnel(const ctsar__pass *p);
/* The pass is over here, with that status: what the nodes wrote becomes current on all.  By the
 * last thread, before arrays and reductions end.  Returns the status of the pass: ENODE: another
 * node failed. */
int ctsar__nodes_end(ctsar__pass *p, int status) CTSAR__MUST_CHECK;

#endif

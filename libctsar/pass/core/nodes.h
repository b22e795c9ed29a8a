/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A pass that several nodes execute together.  Each node's threads see the bounds of its part as if
 * the loop had no others, so policies and accelerators know nothing of nodes.  When the pass is
 * over the nodes compare what they did, and everything that was written is made current on all. */
#ifndef CTSAR_PASS_NODES_H
#define CTSAR_PASS_NODES_H

#include "node/node.h"
#include "node/record.h"
#include "pass/core/state.h"

/* A region's.  Of the last thread of the barrier alone, but for what threads read at ctsar_next:
 * `n`, `boundary`, `first` and `all`. */
typedef struct ctsar__nodes {
    const ctsar__node *node;
    bool promised;    /* bodies use what they register, and nothing else: they may be divided */
    ctsar__cost cost; /* of the whole pass's iterations; work NULL: they are alike */
    double *pace;     /* of each rank, as ctsar__divide has it */
    double *seconds;  /* that they took for the last pass */
    ctsar__node_pass *did; /* what they did in it */
    ctsar__part *part;
    ctsar__record *said;
    long n, *boundary;       /* in force, for so many iterations; -1: for none yet */
    long other_n, *other;    /* for another number, under the pass's lock; at its end: scratch */
    _Atomic long first, all; /* the iteration that this node's part begins with, and how many there
                              * are */
    bool warned;             /* that ranks have different data */
    double spent;            /* virtual clock: in the pass so far */
    ctsar__data data;        /* what thread 0 has registered in its last turn */
    char *items;             /* of a reduction, one a rank */
    size_t room;
} ctsar__nodes;

/* NULL where the process is alone.  ENOMEM. */
int ctsar__nodes_open(bool promised, ctsar__nodes **out) CTSAR__MUST_CHECK;
void ctsar__nodes_close(ctsar__nodes *s);
/* What iterations of this node's part cost, counted from its first one, where those of the whole
 * pass cost that.  s may be NULL. */
ctsar__cost ctsar__nodes_cost(ctsar__nodes *s, ctsar__cost all);
/* The lane has stated its bounds: what it executes is this node's part of them, or all, where no
 * part would do, since what is written is not known. */
void ctsar__nodes_divide(ctsar__pass *p, ctsar__lane *l);
/* The lane's turn is about to end: keeps what it has registered, as all threads have.  ENOMEM. */
int ctsar__nodes_note(ctsar__pass *p, const ctsar__lane *l) CTSAR__MUST_CHECK;
/* Must the calling thread be the last one at the barrier, as only it may call MPI? */
bool ctsar__nodes_funnel(const ctsar__pass *p);
/* The pass is over here, with that status: what the nodes wrote becomes current on all.  By the
 * last thread, before arrays and reductions end.  Returns the status of the pass: ENODE: another
 * node failed. */
int ctsar__nodes_end(ctsar__pass *p, int status) CTSAR__MUST_CHECK;

#endif

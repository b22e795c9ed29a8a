/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A region over several nodes: its state and its life. */
#ifndef CTSAR_PASS_OVER_NODES_H
#define CTSAR_PASS_OVER_NODES_H

#include "node/node.h"
#include "node/record.h"
#include "pass/core/state.h"
#include "pass/core/travel.h"

/* A region's.  Of the last thread of the barrier, and, under the node's lock, of the first one at
 * ctsar_next, which writes `begun` to `travel`.  There all threads read `n`, `boundary`,
 * `first`, `all` and `begun`. */
typedef struct ctsar__nodes {
    const ctsar__node *node;
    bool promised;    /* bodies use what they register, and nothing else: they may be divided */
    ctsar__cost cost; /* of the whole pass's iterations; work NULL: they are alike */
    double *pace;     /* of each rank, as ctsar__divide has it */
    double *seconds;  /* that they took for the last pass */
    ctsar__node_pass *did; /* what they did in it */
    ctsar__part *part;
    long n, *boundary;       /* in force, for so many iterations; -1: for none yet */
    long other_n, *other;    /* for another number, under the pass's lock; at its end: scratch */
    _Atomic long first, all; /* the iteration that this node's part begins with, and how many there
                              * are */
    _Atomic unsigned long begun; /* the last pass before which the nodes have met */
    double ready;                /* real clock: when they had */
    bool over;                   /* they found that the pass had failed */
    ctsar__named stays;          /* outputs that are not exchanged at its end, ... */
    ctsar__bounds stay_all;      /* ... of these iterations, ... */
    long *stay;                  /* ... divided so */
    ctsar__node_bytes *moved;    /* by each rank before the pass */
    ctsar__travel travel;        /* what is moved before it, or meanwhile */
    bool warned;                 /* that ranks have different data */
    double spent;                /* virtual clock: in the pass so far */
    ctsar__data data;            /* what thread 0 has registered in its last turn */
    char *items;                 /* of a reduction, one a rank */
    size_t room;
} ctsar__nodes;

/* NULL where the process is alone.  ENOMEM. */
int ctsar__nodes_open(bool promised, ctsar__nodes **out) CTSAR__MUST_CHECK;
void ctsar__nodes_close(ctsar__nodes *s);
/* What iterations of this node's part cost, counted from its first one, where those of the whole
 * pass cost that.  s may be NULL. */
ctsar__cost ctsar__nodes_cost(ctsar__nodes *s, ctsar__cost all);

#endif

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * How a round is executed: one table of functions a kind of round, each a file in rounds/.  What is
 * the same in all rounds stands in pass.c and round_end.c, which call these functions and know no
 * kind by its name.  Functions that get a lane are called by its thread, in this order:
 *
 *     open, then for each turn: next, end, again (or straight_on in the place of the last two)
 *
 * until `again` says that there is no other turn; after an error `abandon` in the place of `again`.
 * Then the thread arrives at the barrier.  The functions under "the last thread" are called while
 * all others wait there. */
#ifndef CTSAR_PASS_ROUND_H
#define CTSAR_PASS_ROUND_H

#include "pass/core/state.h"

typedef struct ctsar__round_ops {
    bool planned;   /* each unit has one range, which the published split says */
    bool on_demand; /* units are given ranges one after another; so are an accelerator's slots */
    bool scheduled; /* the policy and the statistics learn of it */

    /* Is the round that comes next of this kind?  Of the kinds the first that says so is it. */
    bool (*applies)(const ctsar__pass *p);

    /* Gives the lane the unit of its first turn in the round, or none (-1).  ENOMEM. */
    int (*open)(ctsar__pass *p, ctsar__lane *l);
    /* ctsar_next: the bounds are known.  Fixes the range of a turn that was opened without one (not
     * `ahead`), and fetches its data. */
    int (*next)(ctsar__pass *p, ctsar__lane *l);
    /* ctsar_loop: delivers what the turn has written, and books it. */
    int (*end)(ctsar__pass *p, ctsar__lane *l);
    /* Opens the lane's next turn; false: it has none in this round. */
    bool (*again)(ctsar__pass *p, ctsar__lane *l);
    /* Lets go of what the lane's turn holds, after an error.  NULL: nothing. */
    void (*abandon)(ctsar__pass *p, ctsar__lane *l);
    /* Ends a turn that had nothing but iterations and opens the next one, where the thread has a
     * range for it already; false: that needs more.  NULL: it always does. */
    bool (*straight_on)(ctsar__pass *p, ctsar__lane *l);

    /* Has an accelerator, whose turn has launched, execute its part of the round. */
    void (*go_on)(ctsar__pass *p, ctsar__acc *a);
    /* The accelerator's next range, for the slot; false: there is none.  `done`, if any, is about
     * one that is over.  `range` NULL: the slot needs none now.  NULL: slots have parts of its
     * turn's range. */
    bool (*supply)(ctsar__pass *p, int acc, int slot, const ctsar__sample *done,
                   ctsar__range *range);
    /* On demand: how many of an accelerator's slots have ranges from the beginning, and no more
     * join them.  NULL: the first one has, until more are seen to gain. */
    int (*slots)(const ctsar__pass *p, int acc);

    /* The last thread.  Orphans what accelerator `acc`, which is out, has not been given. */
    void (*leave)(ctsar__pass *p, int acc);
    /* The policy learns what the round took.  NULL: nothing, and it decides nothing. */
    void (*complete)(ctsar__pass *p, ctsar__team team);
    /* Prepares a round of this kind, of n iterations as far as one knows.  `scratch` is nobody's at
     * this time.  NULL: nothing to prepare.  ENOMEM. */
    int (*prepare)(ctsar__pass *p, long n, ctsar__split *scratch);
    /* The pass is over, and has not failed.  NULL: nothing to do. */
    int (*end_pass)(ctsar__pass *p);
} ctsar__round_ops;

/* Finds the kind of the round that comes next, where what `applies` reads has changed.  By one
 * thread, while no round runs. */
static inline void ctsar__round_choose(ctsar__pass *p)
{
    const ctsar__round_ops *const *kind = p->kinds;
    while (!(*kind)->applies(p))
        ++kind;
    if (p->round != *kind) /* all threads read it in every turn */
        p->round = *kind;
}

#endif

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Dealing a range to an accelerator's slots in pieces, so that the copies of one piece are hidden
 * behind the kernel of another.
 *
 * How many.  With copies that grow with the range of c seconds, kernels of k, and o seconds that
 * each piece costs besides, m pieces take about max(c,k) + min(c,k)/m + m*o: least for
 * m = sqrt(min(c,k)/o).
 *
 * A split's pieces go to the slots in turn, so that the same split gives the same bits
 * (hand_over.c).  Of a range on demand each slot takes the next piece when it is free.  The policy
 * hears of the range when all of its pieces are over. */
#ifndef CTSAR_PASS_DEAL_H
#define CTSAR_PASS_DEAL_H

#include "pass/core/state.h"

/* Has the round shown copies that are worth hiding? */
bool ctsar__deal_hides(const ctsar__acc *a);
/* Of how many pieces is a range of n iterations to be?  By what copies and kernels have taken; as
 * long as the last ones where that costs little.  Under `booking`, or while no slot is at work. */
long ctsar__deal_pieces(const ctsar__pass *p, ctsar__acc *a, long n);
/* A round begins: nothing is dealt, and what was timed is of the round before. */
void ctsar__deal_clear(ctsar__pass *p, ctsar__acc *a);

/* ---- Ranges on demand; under `booking` under the real clock ------------------------------ */

/* Slot `s`, which has none, was given the range, and takes the first of so many pieces of it. */
void ctsar__deal_open(const ctsar__pass *p, ctsar__acc *a, ctsar__slot *s, ctsar__range range,
                      long pieces);
/* The slot takes a piece of a range that is being dealt; false: there is none. */
bool ctsar__deal_take(const ctsar__pass *p, ctsar__acc *a, ctsar__slot *s);
/* The slot's piece, if it has had one, is over; true: so is the range, of which `whole` says what
 * it took. */
bool ctsar__deal_over(ctsar__slot *s, ctsar__sample *whole);
/* Has a range pieces that no slot has taken? */
bool ctsar__deal_goes_on(const ctsar__pass *p, const ctsar__acc *a);
/* The accelerator is gone: what no slot has taken is an orphan. */
void ctsar__deal_orphan(ctsar__pass *p, ctsar__acc *a);

#endif

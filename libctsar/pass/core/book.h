/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Books: what each unit did in a round. */
#ifndef CTSAR_PASS_BOOK_H
#define CTSAR_PASS_BOOK_H

#include "pass/core/state.h"

/* Adds a range, or a part of one, to the book of a unit in this round. */
void ctsar__book_range(const ctsar__pass *p, ctsar__book *b, ctsar__range range, double seconds,
                       double fixed);
/* For the report: what moving its data did, and how long it occupied the unit. */
void ctsar__book_traffic(ctsar__book *b, const ctsar__traffic *t, double busy);

#endif

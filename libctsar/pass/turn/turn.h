/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The data and the timing of one turn. */
#ifndef CTSAR_PASS_TURN_H
#define CTSAR_PASS_TURN_H

#include "pass/core/state.h"

/* Registers an array or a reduction in the turn and gives the turn's pointer to it. */
int ctsar__turn_array(ctsar__pass *p, ctsar__lane *l, void *host, const char *name,
                      const ctsar__shape *shape, size_t *strides, void **pointer) CTSAR__MUST_CHECK;
int ctsar__turn_reduction(ctsar__pass *p, ctsar__lane *l, void *result, const void *identity,
                          size_t size, ctsar_combine combine, void **pointer) CTSAR__MUST_CHECK;

/* Empties the lane's turn and gives it the unit, or none (-1). */
void ctsar__turn_open(ctsar__pass *p, ctsar__lane *l, int unit);
/* The same with a range that is fixed before ctsar_next. */
void ctsar__turn_open_ahead(ctsar__pass *p, ctsar__lane *l, int unit, ctsar__range range);
/* Opens another turn for the rest of its range; false: there is none. */
bool ctsar__turn_continue(ctsar__pass *p, ctsar__lane *l);
/* Starts the range's clock, and fetches what it needs. */
int ctsar__turn_begin(ctsar__pass *p, ctsar__lane *l) CTSAR__MUST_CHECK;
/* Delivers outputs, stops the clock, books. */
int ctsar__turn_end(ctsar__pass *p, ctsar__lane *l) CTSAR__MUST_CHECK;

#endif

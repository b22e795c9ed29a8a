/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A range's part of an array. */
#ifndef CTSAR_WINDOW_H
#define CTSAR_WINDOW_H

#include "mem/array.h"
#include "mem/transfer.h"
#include "mem/view.h"

/* In all of these a core's copy, and that of no range, is the host's. */

/* The address of the array's element 0 on the unit; reserves on first use.  strides: NULL, or where
 * _fetch stores them.  By the thread whose turn the unit's is, as all below.  ENOMEM. */
int ctsar__window_base(ctsar__array *a, const ctsar__target *target, size_t *strides, void **base,
                       ctsar__traffic *t) CTSAR__MUST_CHECK;
/* Backs what the values need with memory.  No values: nothing is held.  ENOMEM, EDEVICE. */
int ctsar__window_back(ctsar__array *a, const ctsar__target *target, ctsar__values v,
                       unsigned long pass, ctsar__traffic *t) CTSAR__MUST_CHECK;
/* The same, and copies in what is not current there; without persistence all inputs, but whole
 * ones once a pass. */
int ctsar__window_fetch(ctsar__array *a, const ctsar__target *target, ctsar__values v,
                        unsigned long pass, ctsar__traffic *t) CTSAR__MUST_CHECK;
/* They are about to be executed, and all that their turn reads has been fetched: what they write to
 * the host's memory without having read it is no accelerator's any more, or it would be brought
 * over it, where an accelerator has to give it back meanwhile. */
int ctsar__window_claim(ctsar__array *a, const ctsar__target *target,
                        ctsar__values v) CTSAR__MUST_CHECK;
/* The values have been executed.  _bring copies to the host what they own of an output, where the
 * host gets it now; _note says where outputs are current, which they are once all of the range's
 * have been brought. */
int ctsar__window_bring(ctsar__array *a, const ctsar__target *target, ctsar__values v,
                        ctsar__traffic *t) CTSAR__MUST_CHECK;
int ctsar__window_note(ctsar__array *a, const ctsar__target *target,
                       ctsar__values v) CTSAR__MUST_CHECK;
/* Makes the host's copy current of what the values own. */
int ctsar__window_home(ctsar__array *a, ctsar__values v, ctsar__traffic *t) CTSAR__MUST_CHECK;
/* The same of these positions.  Where accelerators have the array in other blocks than the shape
 * says, all of it. */
int ctsar__window_home_at(ctsar__array *a, ctsar__items at, ctsar__traffic *t) CTSAR__MUST_CHECK;
/* Copies what the values own from the unit to `packed`, where each block is as long as that; not
 * `out`: from there to the unit.  What lies between the values' items is left alone.  EDEVICE. */
int ctsar__window_copy(const ctsar__array *a, const ctsar__target *target, ctsar__values v,
                       char *packed, bool out, ctsar__traffic *t) CTSAR__MUST_CHECK;
/* The range is over, delivered or not: what it needed may go. */
void ctsar__window_release(ctsar__array *a, const ctsar__target *target);
/* As it is after _base and, on accelerators, _fetch. */
void ctsar__window_view(const ctsar__array *a, const ctsar__target *target, ctsar__view *view);
/* Bytes backed by memory on the accelerator. */
size_t ctsar__window_held(const ctsar__array *a, int acc);
/* Have ranges of all slots one window? */
bool ctsar__window_is_shared(const ctsar__array *a);
/* Bytes that values would have backed at most. */
size_t ctsar__window_bytes(const ctsar__array *a, const ctsar__device *d, ctsar__values v);

#endif

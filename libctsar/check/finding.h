/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Messages. */
#ifndef CTSAR_CHECK_FINDING_H
#define CTSAR_CHECK_FINDING_H

#include "check/state.h"

void ctsar__check_found(ctsar__check *c, ctsar__tracked *a, ctsar__mistake m, const char *format,
                        ...) __attribute__((format(printf, 4, 5)));
/* A reduction's result has been written by the body. */
void ctsar__check_found_direct(ctsar__check *c, const void *result);
/* What differed last (`differing`) does so on the same data. */
void ctsar__check_found_chance(ctsar__check *c);
/* A byte has been read or written that others declare (elsewhere.c). */
void ctsar__check_found_elsewhere(ctsar__check *c, const char *byte, bool write);
/* "a[3][4]", of a byte of the host's array; `room` bytes of `out`. */
const char *ctsar__check_element(const ctsar__tracked *a, ptrdiff_t offset, char *out, size_t room);
/* Prints what has not been told. */
void ctsar__check_tell(ctsar__check *c);

#endif

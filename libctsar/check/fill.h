/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What an execution finds and leaves. */
#ifndef CTSAR_CHECK_FILL_H
#define CTSAR_CHECK_FILL_H

#include "check/state.h"

/* Puts in what the execution is to find.  ENOMEM. */
int ctsar__check_fill(ctsar__check *c, ctsar__tracked *a) CTSAR__MUST_CHECK;
/* The pattern of a byte that is not defined; of one that is hidden on the host. */
unsigned char ctsar__check_pattern(const ctsar__check *c, const ctsar__tracked *a,
                                   const ctsar__run *r, bool second);
/* The first byte that has been written in a run, from the base; NOWHERE: none. */
ptrdiff_t ctsar__check_changed(const ctsar__check *c, const ctsar__tracked *a, const ctsar__run *r);
/* How large the numbers are that an element consists of, as far as its size tells. */
size_t ctsar__check_number_size(const ctsar__tracked *a);
/* Does the byte differ from the host's in the second execution that tells what is written? */
bool ctsar__check_differs_at(const ctsar__tracked *a, size_t host);
/* Copies owned bytes out of the space. */
void ctsar__check_save(const ctsar__tracked *a, char *to);
/* How many of the bytes from number `mark` on have the second pattern. */
size_t ctsar__check_second(const ctsar__check *c, size_t mark, size_t length);
/* Bytes of other tasks get the pattern of what is hidden; the first of them that has it no more. */
void ctsar__check_hide_bytes(const ctsar__check *c, char *at, size_t length);
size_t ctsar__check_hidden_same(const ctsar__check *c, const char *at, size_t length);
/* Outputs' own items are hidden from the body that looks for them on the host. */
void ctsar__check_hide(ctsar__check *c);
void ctsar__check_show(ctsar__check *c);
/* The first byte of the host's that has been written while it was hidden; NOWHERE. */
ptrdiff_t ctsar__check_hidden_changed(const ctsar__check *c, const ctsar__tracked *a);

#endif

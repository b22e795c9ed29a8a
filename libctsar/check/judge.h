/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a read or a write is. */
#ifndef CTSAR_CHECK_JUDGE_H
#define CTSAR_CHECK_JUDGE_H

#include "check/state.h"

/* Records it; true: `mended` has changed, so that the iteration should be executed again. */
bool ctsar__check_judge_read(ctsar__check *c, ctsar__tracked *a, ptrdiff_t at);
bool ctsar__check_judge_write(ctsar__check *c, ctsar__tracked *a, ptrdiff_t at);
/* What a byte without definition was that an output turned out to depend on. */
bool ctsar__check_judge_mark(ctsar__check *c, size_t mark);
/* Notes that an output's own item has bytes that were not written, from byte `at` of it on. */
bool ctsar__check_judge_unwritten(ctsar__check *c, ctsar__tracked *a, size_t host);

#endif

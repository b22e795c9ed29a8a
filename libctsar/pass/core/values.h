/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Whether nodes work on the same data: what turns read is compared by samples. */
#ifndef CTSAR_PASS_VALUES_H
#define CTSAR_PASS_VALUES_H

#include "node/record.h"
#include "pass/core/state.h"

/* Notes hashes of what is registered to be read, and of the reductions' results, as the host has
 * them behind a pass, where it has all that passes have written; of an array so many bytes at most
 * that this takes about a millisecond, and nothing of one that is apart.  Under the node's lock. */
void ctsar__values_describe(const ctsar__data *data, ctsar__record *r);
/* Of all bytes. */
uint64_t ctsar__values_hash(const void *at, size_t bytes);
/* Has each rank said those of rank 0?  _warn says who has not, and in what: an error of the
 * program, but for bytes that nobody looks at. */
bool ctsar__values_agree(const ctsar__node *n);
void ctsar__values_warn(const char *region, const ctsar__node *n);

#endif

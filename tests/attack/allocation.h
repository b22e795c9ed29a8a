/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Allocations that fail: the k-th one that the library or a library of its makes, counted from 1
 * through all threads. */
#ifndef CTSAR_ATTACK_ALLOCATION_H
#define CTSAR_ATTACK_ALLOCATION_H

/* From now on; 0: none fails. */
void allocation_fails_at(long k);
/* Has it failed by now? */
int allocation_failed(void);

#endif

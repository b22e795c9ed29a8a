/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Threads that are slow at any moment: a call that locks, unlocks, wakes others or reads the clock
 * may take up to a millisecond more.  So threads meet in orders that take thousands of runs
 * otherwise. */
#ifndef CTSAR_SUPPORT_DELAY_H
#define CTSAR_SUPPORT_DELAY_H

/* From now on, one in so many calls; 0: none.  Nothing under ThreadSanitizer, which has to see the
 * calls itself. */
void delay_one_in(long calls);

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CTSAR_UNEXPLAINED_H
#define CTSAR_UNEXPLAINED_H

#include <stdbool.h>

/* What a range took beyond its operations, of the time that ranges together took beyond theirs:
 * where they overlap one waits on the device for what is another one's.  Less than 0 where earlier
 * ranges had to wait for this one's operations.
 *   beyond    the time of all so far, which is the caller's, 0 at first
 *   overlaps  the range began before the one before it ended; else those before say nothing of it
 *   more      what the range's time, as far as it is no other one's, is longer than its operations
 */
double ctsar__unexplained(double *beyond, bool overlaps, double more);

#endif

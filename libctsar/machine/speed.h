/* SPDX-License-Identifier: BSD-3-Clause
 *
 * How fast this machine does what every pass consists of. */
#ifndef CTSAR_SPEED_H
#define CTSAR_SPEED_H

/* Measures, in some 100 microseconds: the seconds of a lock that nobody else wants with two
 * readings of the clock, and of one look at a barrier.  The best of several times, since whatever
 * disturbs only adds. */
void ctsar__speed_measure(double *hand_out, double *look);

#endif

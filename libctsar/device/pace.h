/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What copies of a device take. */
#ifndef CTSAR_PACE_H
#define CTSAR_PACE_H

#include "device/device.h"

/* A copy took so many seconds by the device's clock.  Longer copies count for more, and faster
 * ones.  Any thread. */
void ctsar__pace_note(ctsar__device *d, ctsar__way way, size_t bytes, double seconds);
/* Seconds that each byte of a copy takes besides copy_overhead.  Of a way that nothing went yet: as
 * on another one; the way in is timed when the device is opened (calibrate.h).  Any thread. */
double ctsar__pace_per_byte(const ctsar__device *d, ctsar__way way);

#endif

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Which copies of a device are staged, and by how many threads. */
#ifndef CTSAR_STAGING_CHOOSE_H
#define CTSAR_STAGING_CHOOSE_H

#include "device/staging.h"

/* For a device whose staging has been initialised: as `settings` say, or, where that is left to the
 * library and the device has memory of its own, by measuring.  EDEVICE, ENOMEM. */
int ctsar__staging_choose(ctsar__device *d, const ctsar__device_settings *settings,
                          bool own_memory) CTSAR__MUST_CHECK;

#endif

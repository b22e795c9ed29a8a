/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What nothing costs on a device: its overheads. */
#ifndef CTSAR_CALIBRATE_H
#define CTSAR_CALIBRATE_H

#include "device/device.h"

/* Sets the device's overheads: under the real clock the least that launches of `nothing`, an empty
 * kernel, and copies of a few bytes took until who waited for them went on; under the virtual clock
 * the model's latency.  By the backend that opens the device.  EDEVICE, ENOMEM. */
int ctsar__calibrate(ctsar__device *d, ctsar__clock clock, const ctsar__emu_spec *model,
                     const ctsar_kernel *nothing) CTSAR__MUST_CHECK;

#endif

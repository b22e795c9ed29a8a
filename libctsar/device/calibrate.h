/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What operations cost on a device before it is used: its overheads, and the pace of copies. */
#ifndef CTSAR_CALIBRATE_H
#define CTSAR_CALIBRATE_H

#include "device/device.h"

/* Sets the device's overheads, and what a byte takes on the way in, as its model has them. */
void ctsar__calibrate_by_model(ctsar__device *d, const ctsar__emu_spec *model);

/* The same, by the backend that opens the device.  Under the real clock they are the least that
 * launches of `nothing`, an empty kernel, and copies of a few bytes and of many took until who
 * waited for them went on; under the virtual clock the model's.  EDEVICE, ENOMEM. */
int ctsar__calibrate(ctsar__device *d, ctsar__clock clock, const ctsar__emu_spec *model,
                     const ctsar_kernel *nothing) CTSAR__MUST_CHECK;

#endif

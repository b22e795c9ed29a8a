/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Opening and closing an OpenCL device: as the functions of the backend, which is `self`. */
#ifndef CTSAR_OPENCL_OPEN_H
#define CTSAR_OPENCL_OPEN_H

#include "device/device.h"

int ctsar__opencl_open(const ctsar__backend *self, const ctsar__device_settings *settings,
                       int index, ctsar__device **device) CTSAR__MUST_CHECK;
void ctsar__opencl_close(ctsar__device *device);

#endif

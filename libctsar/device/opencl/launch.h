/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Running kernels on OpenCL devices. */
#ifndef CTSAR_OPENCL_LAUNCH_H
#define CTSAR_OPENCL_LAUNCH_H

#include "device/device.h"

/* As the backend's. */
int ctsar__opencl_launch(ctsar__device *device, int slot, const ctsar__launch *l,
                         ctsar__event *event) CTSAR__MUST_CHECK;

#endif

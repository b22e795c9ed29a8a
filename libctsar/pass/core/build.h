/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Building kernels for accelerators by threads of the library, for regions and tasks. */
#ifndef CTSAR_PASS_BUILD_H
#define CTSAR_PASS_BUILD_H

#include "ctsar.h"
#include "device/device.h"

/* Are all versions built that the device has a form of? */
bool ctsar__kernel_is_built(const ctsar__device *d, const ctsar_kernel *kernel);
/* Builds them; none more where the process ends.  A version that fails says so when it is launched.
 */
void ctsar__kernel_build(ctsar__device *d, const ctsar_kernel *kernel);

#endif

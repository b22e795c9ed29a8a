/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Windows on CUDA devices: as the functions of the backend. */
#ifndef CTSAR_CUDA_WINDOW_H
#define CTSAR_CUDA_WINDOW_H

#include "device/device.h"

int ctsar__cuda_reserve(ctsar__device *device, size_t bytes, ctsar__space *space) CTSAR__MUST_CHECK;
int ctsar__cuda_commit(ctsar__device *device, ctsar__space *space, size_t lo,
                       size_t hi) CTSAR__MUST_CHECK;
void ctsar__cuda_release(ctsar__device *device, ctsar__space *space);

#endif

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Copies of CUDA devices. */
#ifndef CTSAR_CUDA_COPY_H
#define CTSAR_CUDA_COPY_H

#include "device/staging.h"

/* Copies in and out, as staging needs them. */
extern const ctsar__staging_ops ctsar__cuda_staging;
/* As the backend's. */
int ctsar__cuda_copy_peer(ctsar__device *to, ctsar__device *from, int slot,
                          const ctsar__copy2d *copy, ctsar__event *event) CTSAR__MUST_CHECK;

#endif

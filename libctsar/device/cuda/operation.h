/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Operations of a CUDA device: what is enqueued in a slot, and waiting for it. */
#ifndef CTSAR_CUDA_OPERATION_H
#define CTSAR_CUDA_OPERATION_H

#include "device/cuda/context.h"

/* What is enqueued in the slot's stream until _end is one operation. */
int ctsar__cuda_begin(ctsar__cuda *c, int slot, ctsar__cu_operation **operation) CTSAR__MUST_CHECK;
/* Ends it with what enqueuing gave; `model`: seconds that it takes under the virtual clock. */
int ctsar__cuda_end(ctsar__cuda *c, const char *what, CUresult error, ctsar__cu_operation *p,
                    double model, ctsar__event *event) CTSAR__MUST_CHECK;
/* In the place of _end: enqueuing has failed half-way.  What has been enqueued is over when this
 * returns, unless the device has failed or its time is up. */
void ctsar__cuda_cancel(ctsar__cuda *c, ctsar__cu_operation *p);
/* As the backend's. */
int ctsar__cuda_wait(ctsar__device *device, ctsar__event *event) CTSAR__MUST_CHECK;

#endif

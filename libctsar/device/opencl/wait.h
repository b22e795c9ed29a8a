/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Waiting for what an OpenCL device does. */
#ifndef CTSAR_OPENCL_WAIT_H
#define CTSAR_OPENCL_WAIT_H

#include "device/opencl/context.h"

/* As the backend's. */
int ctsar__opencl_wait(ctsar__device *device, ctsar__event *event) CTSAR__MUST_CHECK;
/* Has the driver begin what has been enqueued; `what` it is, in an error.  After one the operation
 * is over, and *event none. */
int ctsar__opencl_flush(ctsar__opencl *o, const char *what, cl_command_queue queue,
                        ctsar__event *event) CTSAR__MUST_CHECK;
/* Returns when what has been enqueued in the queue is over, or after the device's timeout. EDEVICE.
 */
int ctsar__opencl_drain(ctsar__opencl *o, cl_command_queue queue) CTSAR__MUST_CHECK;

#endif

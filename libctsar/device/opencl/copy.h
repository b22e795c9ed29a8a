/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Copies of OpenCL devices. */
#ifndef CTSAR_OPENCL_COPY_H
#define CTSAR_OPENCL_COPY_H

#include "device/staging.h"

/* Copies in and out, as staging needs them. */
extern const ctsar__staging_ops ctsar__opencl_staging;

#endif

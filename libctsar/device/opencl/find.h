/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Which OpenCL devices there are. */
#ifndef CTSAR_OPENCL_FIND_H
#define CTSAR_OPENCL_FIND_H

#include <stdbool.h>

#include "device/opencl/api.h"

/* One device of one platform. */
typedef struct ctsar__cl_place {
    cl_platform_id platform;
    cl_device_id id;
    cl_device_type type;
    cl_uint vendor; /* its PCI vendor, as far as the driver says so */
} ctsar__cl_place;

/* All devices of all platforms, found once in the process.  None: *why says why. */
int ctsar__cl_places(const ctsar__cl_place **places, const char **why);
/* Has this process been forked from one that has looked for them?  Then no device can be used. */
bool ctsar__cl_inherited(void);
/* As `select` and `absent` of the backend. */
int ctsar__opencl_select(const char *kind, int *device, int room);
const char *ctsar__opencl_absent(void);

#endif

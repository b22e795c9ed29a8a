/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Programs of an OpenCL device. */
#ifndef CTSAR_OPENCL_PROGRAM_H
#define CTSAR_OPENCL_PROGRAM_H

#include "device/opencl/context.h"

/* A kernel as one slot uses it: it carries its arguments, so slots do not share it.  Ranges of
 * several regions may have the same slot at once. */
typedef struct ctsar__cl_kernel {
    cl_kernel kernel;
    pthread_mutex_t lock;    /* while arguments are set and enqueued; of all below */
    size_t local;            /* work-items in a group */
    bool warm;               /* has its code been made? */
    unsigned long signature; /* of the arguments that it was last given; 0: none */
    size_t *type;            /* per argument: bytes of what it points to, as the kernel sees it */
} ctsar__cl_kernel;

/* The kernel for a slot, built when it is first asked for.  EDEVICE: it does not build.  EINVAL:
 * the program has none of that name. */
int ctsar__opencl_kernel(ctsar__opencl *o, const ctsar_kernel *k, int slot,
                         ctsar__cl_kernel **kernel) CTSAR__MUST_CHECK;
/* EDEVICE: the process ends, so that nothing is built any more. */
int ctsar__opencl_ends(const ctsar__opencl *o, const ctsar_kernel *k) CTSAR__MUST_CHECK;
/* As `build` and `built` of the backend. */
void ctsar__opencl_build(ctsar__device *device, const ctsar_kernel *k);
bool ctsar__opencl_built(ctsar__device *device, const ctsar_kernel *k);
void ctsar__opencl_forget_programs(ctsar__opencl *o);

#endif

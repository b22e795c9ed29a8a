/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a launch gives an OpenCL kernel.  The caller has the kernel's lock. */
#ifndef CTSAR_OPENCL_ARGUMENTS_H
#define CTSAR_OPENCL_ARGUMENTS_H

#include "device/opencl/context.h"
#include "device/opencl/program.h"

/* Looks, the first time of a kernel and such arguments, whether the parameters are of their types;
 * has buffers begin where the kernel can count from.  EINVAL: they are not.  ENOMEM. */
int ctsar__opencl_suit_arguments(ctsar__opencl *o, ctsar__cl_kernel *object,
                                 const ctsar__launch *l) CTSAR__MUST_CHECK;

/* Sets the parameters for `count` iterations of the range, under the device's lock.  EINVAL: one is
 * of another size. */
int ctsar__opencl_set_arguments(ctsar__opencl *o, const ctsar__cl_kernel *object,
                                const ctsar__launch *l, long count) CTSAR__MUST_CHECK;

#endif

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Windows on OpenCL devices. */
#ifndef CTSAR_OPENCL_WINDOW_H
#define CTSAR_OPENCL_WINDOW_H

#include "device/opencl/context.h"

/* A reservation of addresses, and the buffer that holds the window in it. */
typedef struct ctsar__cl_window {
    ctsar__reserved at;
    size_t bytes;    /* asked for */
    cl_mem buffer;   /* NULL: none */
    size_t lo, hi;   /* what the buffer holds, from base */
    size_t from, to; /* the window */
    size_t elem;     /* lo is a multiple of it */
} ctsar__cl_window;

/* As the backend's. */

int ctsar__opencl_reserve(ctsar__device *device, size_t bytes,
                          ctsar__space *space) CTSAR__MUST_CHECK;
int ctsar__opencl_commit(ctsar__device *device, ctsar__space *space, size_t lo,
                         size_t hi) CTSAR__MUST_CHECK;
void ctsar__opencl_release(ctsar__device *device, ctsar__space *space);
/* The window in whose reservation the address lies, or NULL.  Under the lock. */
static inline ctsar__cl_window *ctsar__opencl_window(ctsar__opencl *o, const char *address)
{
    return (ctsar__cl_window *)ctsar__spaces_find(&o->windows, address);
}
/* Makes the window's buffer begin at a multiple of `elem` bytes.  Takes the lock for writing. */
int ctsar__opencl_align(ctsar__opencl *o, const char *address, size_t elem) CTSAR__MUST_CHECK;

#endif

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The backends.  The registry knows their tables by name alone: it includes no backend, and a
 * backend includes it for the declaration of its own table. */
#ifndef CTSAR_REGISTRY_H
#define CTSAR_REGISTRY_H

#include "device/device.h"

/* One argument is what follows it where the build has what the backend needs, the other where not.
 */
#define CTSAR__ALWAYS(built, left_out) built
#ifdef CTSAR_WITH_CUDA
#define CTSAR__WITH_CUDA(built, left_out) built
#else
#define CTSAR__WITH_CUDA(built, left_out) left_out
#endif
#ifdef CTSAR_WITH_OPENCL
#define CTSAR__WITH_OPENCL(built, left_out) built
#else
#define CTSAR__WITH_OPENCL(built, left_out) left_out
#endif

/* All backends, in the order in which they are asked for devices:
 *
 *     X(name, is it in this build, why not, the form of kernel `k` that it executes)
 *
 * The table of backend NAME, at the end of its file, is ctsar__backend_NAME, its devices are of
 * kind CTSAR_BACKEND_NAME. */
#define CTSAR__BACKEND_LIST(X)                                                                     \
    X(cuda, CTSAR__WITH_CUDA, "it was built where CMake found no CUDA toolkit", k->cuda)           \
    X(opencl, CTSAR__WITH_OPENCL, "it was built where CMake found no OpenCL headers",              \
      k->opencl_source || (k->opencl_binary && k->opencl_binary_size))                             \
    X(emu, CTSAR__ALWAYS, NULL, k->host)

#define CTSAR__BACKEND_DECLARED(name, built, why, form)                                            \
    extern const ctsar__backend ctsar__backend_##name;
CTSAR__BACKEND_LIST(CTSAR__BACKEND_DECLARED)
#undef CTSAR__BACKEND_DECLARED

/* Those of this build, NULL-terminated. */
extern const ctsar__backend *const ctsar__backends[];

/* The backend called `name`, or NULL. */
const ctsar__backend *ctsar__backend_named(const char *name);
/* The names of this build's backends for a message: "emu" or "cuda, opencl, emu". */
const char *ctsar__backend_names(void);
/* Does a backend that has devices drive all devices of this vendor? */
bool ctsar__vendor_is_driven(unsigned vendor);
/* Backends that other builds have, NULL-named at the end. */
typedef struct ctsar__left_out {
    const char *name, *why; /* this build is without it because ... */
} ctsar__left_out;
extern const ctsar__left_out ctsar__backends_left_out[];
/* Why this build is without a backend; NULL: none is called so. */
const char *ctsar__backend_left_out(const char *name);
/* Is there a form of the kernel for cores or for any backend, of this build or another? */
bool ctsar__kernel_has_form(const ctsar_kernel *kernel);

#endif

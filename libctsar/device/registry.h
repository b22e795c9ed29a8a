/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The backends of this build.  The registry knows their tables by name alone: it includes no
 * backend, and a backend includes it for the declaration of its own table. */
#ifndef CTSAR_REGISTRY_H
#define CTSAR_REGISTRY_H

#include "device/device.h"

/* NULL-terminated. */
extern const ctsar__backend *const ctsar__backends[];
extern const ctsar__backend ctsar__backend_emu;
extern const ctsar__backend ctsar__backend_opencl;
extern const ctsar__backend ctsar__backend_cuda;

/* The backend called `name`, or NULL. */
const ctsar__backend *ctsar__backend_named(const char *name);
/* The names of all backends for a message: "emu" or "emu, opencl, cuda". */
const char *ctsar__backend_names(void);
/* Backends that other builds have, NULL-named at the end. */
typedef struct ctsar__left_out {
    const char *name, *why;                       /* this build is without it because ... */
    bool (*has_form)(const ctsar_kernel *kernel); /* one that its devices could execute */
} ctsar__left_out;
extern const ctsar__left_out ctsar__backends_left_out[];
/* Why this build is without a backend; NULL: none is called so. */
const char *ctsar__backend_left_out(const char *name);
/* Is there a form of the kernel for cores or for any backend, of this build or another? */
bool ctsar__kernel_has_form(const ctsar_kernel *kernel);

#endif

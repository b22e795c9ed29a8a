/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a kernel is made of: one body, or a family of versions of it. */
#ifndef CTSAR_FAMILY_H
#define CTSAR_FAMILY_H

#include "device/device.h"

/* How many versions it has; 1: it is no family, and its own version 0. */
int ctsar__kernel_versions(const ctsar_kernel *kernel);
static inline const ctsar_kernel *ctsar__kernel_version(const ctsar_kernel *kernel, int v)
{
    return kernel->versions ? kernel->versions[v] : kernel;
}

/* EINVAL: it has no name or no form; or it is a family, and has a form of its own, no version, too
 * many, one without a name or with another's, a version that is a family, or a tolerance or
 * number that is none. */
int ctsar__kernel_check(const ctsar_kernel *kernel) CTSAR__MUST_CHECK;

/* Can the backend's devices (NULL: cores) execute the kernel: of a family, a version without a
 * guard, so that there is one for every range? */
bool ctsar__kernel_serves(const ctsar_kernel *kernel, const ctsar__backend *backend);

/* Has it, or a version, an OpenCL form that only tasks can have, since it is told no range? */
bool ctsar__kernel_for_tasks(const ctsar_kernel *kernel);
/* EINVAL: such a kernel in a region. */
int ctsar__kernel_refuse_region(const ctsar_kernel *kernel) CTSAR__MUST_CHECK;

/* Of a unit that does not serve a family because all versions that it has a form of are guarded:
 * appends "; all versions for UNIT have a guard: a, b" to `text`.  Otherwise nothing. */
void ctsar__kernel_tell_guarded(const ctsar_kernel *family, const ctsar__backend *backend,
                                const char *unit, char *text, size_t room);
/* ENODEV: none of the family's versions may be used on the unit for the call. */
int ctsar__kernel_fits_none(const ctsar_kernel *family, const char *unit,
                            const ctsar_call *call) CTSAR__MUST_CHECK;

/* "naive, tiled", the calling thread's until its next call. */
const char *ctsar__kernel_version_names(const ctsar_kernel *family);

#endif

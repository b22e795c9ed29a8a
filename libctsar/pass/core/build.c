/* SPDX-License-Identifier: BSD-3-Clause */
#include "pass/core/build.h"

#include "version/family.h"

bool ctsar__kernel_is_built(const ctsar__device *d, const ctsar_kernel *kernel)
{
    bool built = true;
    for (int v = 0; v < ctsar__kernel_versions(kernel); ++v) {
        const ctsar_kernel *version = ctsar__kernel_version(kernel, v);
        built = built && (!d->backend->executes(version, 0) ||
                          d->backend->built((ctsar__device *)d, version));
    }
    return built;
}

void ctsar__kernel_build(ctsar__device *d, const ctsar_kernel *kernel)
{
    for (int v = 0; v < ctsar__kernel_versions(kernel); ++v) {
        const ctsar_kernel *version = ctsar__kernel_version(kernel, v);
        if (d->backend->executes(version, 0))
            d->backend->build(d, version);
    }
}

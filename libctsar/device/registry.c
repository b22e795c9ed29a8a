/* SPDX-License-Identifier: BSD-3-Clause
 *
 * An explicit list: a constructor would be dropped from a static archive. */
#include "device/registry.h"

#include <string.h>

const ctsar__backend *const ctsar__backends[] = {
#ifdef CTSAR_WITH_CUDA
    &ctsar__backend_cuda,
#endif
#ifdef CTSAR_WITH_OPENCL
    &ctsar__backend_opencl,
#endif
    &ctsar__backend_emu,
    NULL,
};

#ifndef CTSAR_WITH_CUDA
static bool has_cuda(const ctsar_kernel *k)
{
    return k->cuda;
}
#endif

#ifndef CTSAR_WITH_OPENCL
static bool has_opencl(const ctsar_kernel *k)
{
    return k->opencl_source || (k->opencl_binary && k->opencl_binary_size);
}
#endif

const ctsar__left_out ctsar__backends_left_out[] = {
#ifndef CTSAR_WITH_CUDA
    {"cuda", "it was built where CMake found no CUDA toolkit", has_cuda},
#endif
#ifndef CTSAR_WITH_OPENCL
    {"opencl", "it was built where CMake found no OpenCL headers", has_opencl},
#endif
    {NULL, NULL, NULL},
};

const char *ctsar__backend_left_out(const char *name)
{
    for (const ctsar__left_out *b = ctsar__backends_left_out; b->name; ++b)
        if (!strcmp(b->name, name))
            return b->why;
    return NULL;
}

bool ctsar__kernel_has_form(const ctsar_kernel *kernel)
{
    bool has = kernel->host;
    for (const ctsar__backend *const *b = ctsar__backends; *b; ++b)
        has = has || (*b)->executes(kernel, 0);
    for (const ctsar__left_out *b = ctsar__backends_left_out; b->name; ++b)
        has = has || b->has_form(kernel);
    return has;
}

const ctsar__backend *ctsar__backend_named(const char *name)
{
    for (const ctsar__backend *const *b = ctsar__backends; *b; ++b)
        if (!strcmp((*b)->name, name))
            return *b;
    return NULL;
}

const char *ctsar__backend_names(void)
{
    static _Thread_local char names[80];
    *names = '\0';
    for (const ctsar__backend *const *b = ctsar__backends; *b; ++b) {
        if (*names)
            strncat(names, ", ", sizeof names - strlen(names) - 1);
        strncat(names, (*b)->name, sizeof names - strlen(names) - 1);
    }
    return names;
}

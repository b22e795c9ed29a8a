/* SPDX-License-Identifier: BSD-3-Clause */
#include "version/family.h"

#include <stdio.h>
#include <string.h>

#include "device/registry.h"
#include "version/learner.h"

int ctsar__kernel_versions(const ctsar_kernel *kernel)
{
    int n = 0;
    while (kernel->versions && kernel->versions[n])
        n++;
    return kernel->versions ? n : 1;
}

const char *ctsar__kernel_version_names(const ctsar_kernel *family)
{
    static _Thread_local char names[300];
    *names = '\0';
    for (int v = 0; family->versions[v]; ++v) {
        const char *name = family->versions[v]->name;
        if (v)
            strncat(names, ", ", sizeof names - strlen(names) - 1);
        strncat(names, name ? name : "?", sizeof names - strlen(names) - 1);
    }
    return names;
}

static int check_body(const ctsar_kernel *k)
{
    if (k->name && ctsar__kernel_has_form(k))
        return CTSAR_OK;
    return ctsar__error(CTSAR_EINVAL,
                        "kernel %s has no %s; it needs a name and one of host, cuda, opencl_source "
                        "and opencl_binary with its size, or versions",
                        k->name ? k->name : "without a name", k->name ? "form" : "name");
}

static int check_version(const ctsar_kernel *family, int v)
{
    const ctsar_kernel *k = family->versions[v];
    int status = k->versions ? ctsar__error(CTSAR_EINVAL,
                                            "version %s of kernel %s has versions itself; name "
                                            "those in the family",
                                            k->name ? k->name : "without a name", family->name)
                             : check_body(k);
    for (int before = 0; before < v && !status; ++before)
        if (!strcmp(family->versions[before]->name, k->name))
            status = ctsar__error(CTSAR_EINVAL,
                                  "two versions of kernel %s are called %s; give each a name of "
                                  "its own",
                                  family->name, k->name);
    return status;
}

int ctsar__kernel_check(const ctsar_kernel *k)
{
    if (!k->versions)
        return check_body(k);
    if (!k->name)
        return ctsar__error(CTSAR_EINVAL, "a family of versions has no name");
    int versions = ctsar__kernel_versions(k), status = CTSAR_OK;
    if (versions == 0 || versions > CTSAR__VERSIONS_MOST)
        return ctsar__error(CTSAR_EINVAL, "kernel %s has %d versions; it needs 1 to %d", k->name,
                            versions, (int)CTSAR__VERSIONS_MOST);
    if (!(k->tolerance >= 0))
        return ctsar__error(CTSAR_EINVAL, "kernel %s has the tolerance %g; it must be 0 or more",
                            k->name, k->tolerance);
    if (k->number < CTSAR_NUMBER_BY_SIZE || k->number > CTSAR_NUMBER_DOUBLE)
        return ctsar__error(CTSAR_EINVAL, "kernel %s has outputs of number %d; use CTSAR_NUMBER_*",
                            k->name, k->number);
    if (ctsar__kernel_has_form(k) || k->fits)
        return ctsar__error(CTSAR_EINVAL,
                            "kernel %s has versions and a form or a guard of its own; make that "
                            "one of the versions",
                            k->name);
    for (int v = 0; v < versions && !status; ++v)
        status = check_version(k, v);
    return status;
}

static bool has_form(const ctsar_kernel *version, const ctsar__backend *backend)
{
    return backend ? backend->executes(version, 0) : version->host != NULL;
}

bool ctsar__kernel_serves(const ctsar_kernel *kernel, const ctsar__backend *backend)
{
    for (int v = ctsar__kernel_versions(kernel) - 1; v >= 0; --v) {
        const ctsar_kernel *k = ctsar__kernel_version(kernel, v);
        bool guarded = kernel->versions && k->fits;
        if (!guarded && has_form(k, backend))
            return true;
    }
    return false;
}

bool ctsar__kernel_for_tasks(const ctsar_kernel *kernel)
{
    bool found = false;
    for (int v = ctsar__kernel_versions(kernel) - 1; v >= 0; --v)
        found |= ctsar__kernel_version(kernel, v)->opencl_grid != NULL;
    return found;
}

int ctsar__kernel_refuse_region(const ctsar_kernel *kernel)
{
    return ctsar__error(CTSAR_EINVAL,
                        "kernel %s has an opencl_grid, whose OpenCL form is told no range; only "
                        "tasks can have it",
                        kernel->name);
}

static void append(char *text, size_t room, const char *before, const char *what)
{
    size_t used = strlen(text);
    snprintf(text + used, room - used, "%s%s", before, what);
}

void ctsar__kernel_tell_guarded(const ctsar_kernel *family, const ctsar__backend *backend,
                                const char *unit, char *text, size_t room)
{
    bool any = false;
    for (int v = 0; family->versions && family->versions[v]; ++v) {
        const ctsar_kernel *k = family->versions[v];
        if (!k->fits || !has_form(k, backend))
            continue;
        if (!any) {
            append(text, room, "; all versions for ", unit);
            append(text, room, " have a guard: ", k->name);
        } else
            append(text, room, ", ", k->name);
        any = true;
    }
}

int ctsar__kernel_fits_none(const ctsar_kernel *family, const char *unit, const ctsar_call *call)
{
    char refused[300] = "";
    for (int v = 0; family->versions[v]; ++v) {
        const ctsar_kernel *k = family->versions[v];
        if (k->fits && !k->fits(call))
            append(refused, sizeof refused, *refused ? ", " : "", k->name);
    }
    return ctsar__error(CTSAR_ENODEV,
                        "no version of kernel %s may be used on %s for %ld iterations from %ld: "
                        "guards refuse %s; give it one for %s without a guard (fits)",
                        family->name, unit, call->count, call->start, refused, unit);
}

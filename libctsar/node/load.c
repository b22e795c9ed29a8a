/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A plugin lies beside the library, where it was installed, or where the loader looks. */
#define _GNU_SOURCE
#include "node/load.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/auxv.h>

#include "base/load.h"
#include "node/launcher.h"

static const char *const known[] = {"openmpi", "mpich", NULL};

/* The plugin in that folder; "": where the loader looks.  What MPI loads later finds MPI's own
 * symbols among the global ones. */
static void *open_in(const char *folder, const char *mpi)
{
    char path[PATH_MAX];
    int length = snprintf(path, sizeof path, "%s%slibctsar-%s.so", folder, *folder ? "/" : "", mpi);
    return length < PATH_MAX ? ctsar__load(path, RTLD_NOW | RTLD_GLOBAL) : NULL;
}

/* The folder of the file that this code is in. */
static void own_folder(char folder[static PATH_MAX])
{
    Dl_info info;
    folder[0] = '\0';
    if (getauxval(AT_SECURE)) /* of a program that is linked statically the file is argv[0] */
        return;
    if (!dladdr((const void *)known, &info) || !info.dli_fname)
        return;
    const char *slash = strrchr(info.dli_fname, '/');
    if (slash)
        snprintf(folder, PATH_MAX, "%.*s", (int)(slash - info.dli_fname), info.dli_fname);
}

static void *open_plugin(const char *mpi)
{
    char folder[PATH_MAX];
    own_folder(folder);
    void *plugin = *folder ? open_in(folder, mpi) : NULL;
    if (!plugin)
        plugin = open_in(CTSAR__PLUGINS, mpi);
    return plugin ? plugin : open_in("", mpi);
}

static int check_version(const ctsar__transport *e)
{
    if (e && !strcmp(e->version, CTSAR__TRANSPORT_VERSION))
        return CTSAR_OK;
    return ctsar__error(CTSAR_ENODEV,
                        "the MPI plugin is of version '%s', and '%s' is needed; "
                        "install both from one build",
                        e ? e->version : "none", CTSAR__TRANSPORT_VERSION);
}

int ctsar__transport_load(const ctsar__transport **transport)
{
    const char *wanted = ctsar__launcher_mpi();
    void *plugin = wanted ? open_plugin(wanted) : NULL;
    for (int i = 0; !wanted && !plugin && known[i]; ++i)
        plugin = open_plugin(known[i]);
    if (!plugin)
        return ctsar__error(CTSAR_ENODEV,
                            "there is no plugin for %s (%s); build ctsar where MPI is",
                            wanted ? wanted : "any MPI", ctsar__load_error());
    *transport = dlsym(plugin, CTSAR__TRANSPORT_SYMBOL);
    return check_version(*transport);
}

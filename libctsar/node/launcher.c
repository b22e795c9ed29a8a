/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "node/launcher.h"

#include <dlfcn.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* What launchers say in the environment: how many there are, and which one this is. */
static const struct {
    const char *size, *rank, *mpi;
} launchers[] = {
    {"OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK", "openmpi"},
    {"PMI_SIZE", "PMI_RANK", "mpich"},
    {NULL, "PMIX_RANK", "openmpi"}, /* of a resource manager */
};

enum { LAUNCHERS = sizeof launchers / sizeof *launchers };

/* The one that has started this process, or -1. */
static int launcher(void)
{
    for (int i = 0; i < LAUNCHERS; ++i)
        if (secure_getenv(launchers[i].rank))
            return i;
    return -1;
}

bool ctsar__launched(void)
{
    int i = launcher();
    const char *size = i >= 0 && launchers[i].size ? secure_getenv(launchers[i].size) : NULL;
    return i >= 0 && (!size || strcmp(size, "1") != 0);
}

bool ctsar__launched_first(void)
{
    int i = launcher();
    return i < 0 || !strcmp(secure_getenv(launchers[i].rank), "0");
}

bool ctsar__program_has_mpi(void)
{
    return dlsym(RTLD_DEFAULT, "MPI_Init") != NULL;
}

const char *ctsar__launcher_mpi(void)
{
    enum { LONGEST = 8192 + 1 }; /* MPI_MAX_LIBRARY_VERSION_STRING of either */
    static char text[LONGEST];
    int (*version)(char *, int *), length;
    void *found = dlsym(RTLD_DEFAULT, "MPI_Get_library_version");
    if (found) {
        memcpy(&version, &found, sizeof version);
        version(text, &length);
        return strstr(text, "Open MPI") ? "openmpi" : strstr(text, "MPICH") ? "mpich" : NULL;
    }
    int i = launcher();
    return i >= 0 ? launchers[i].mpi : NULL;
}

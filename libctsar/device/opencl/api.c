/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The OpenCL ICD loader's functions, and the names of its errors. */
#include "device/opencl/api.h"

#include <dlfcn.h>
#include <stdio.h>
#include <pthread.h>
#include <stdbool.h>
#include <string.h>

#include "base/load.h"

static const struct function {
    const char *name;
    size_t at;
} functions[] = {
#define FUNCTION(name) {"cl" #name, offsetof(ctsar__cl, name)},
    CTSAR__CL_FUNCTIONS(FUNCTION)
#undef FUNCTION
};

static ctsar__cl table;
static bool loaded;
static char reason[160];

static void load(void)
{
    void *library = ctsar__load("libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        snprintf(reason, sizeof reason, "there is no OpenCL loader: %s", ctsar__load_error());
        return;
    }
    for (size_t i = 0; i < sizeof functions / sizeof *functions; ++i) {
        void *address = dlsym(library, functions[i].name);
        if (!address) {
            snprintf(reason, sizeof reason, "libOpenCL.so.1 is older than OpenCL 1.2: it has no %s",
                     functions[i].name);
            return;
        }
        memcpy((char *)&table + functions[i].at, &address, sizeof address);
    }
    loaded = true;
}

const ctsar__cl *ctsar__cl_load(const char **why)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    *why = reason;
    return loaded ? &table : NULL;
}

const char *ctsar__cl_error_name(cl_int error)
{
    static _Thread_local char text[64];
    static const struct {
        cl_int error;
        const char *name;
    } names[] = {
#define NAME(error) {error, #error},
        NAME(CL_DEVICE_NOT_FOUND) NAME(CL_DEVICE_NOT_AVAILABLE)
            NAME(CL_MEM_OBJECT_ALLOCATION_FAILURE) NAME(CL_OUT_OF_RESOURCES)
                NAME(CL_OUT_OF_HOST_MEMORY) NAME(CL_BUILD_PROGRAM_FAILURE)
                    NAME(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST) NAME(CL_INVALID_VALUE)
                        NAME(CL_INVALID_BUFFER_SIZE) NAME(CL_INVALID_BINARY)
                            NAME(CL_INVALID_BUILD_OPTIONS) NAME(CL_INVALID_KERNEL_NAME)
                                NAME(CL_INVALID_ARG_VALUE) NAME(CL_INVALID_ARG_SIZE)
                                    NAME(CL_INVALID_WORK_GROUP_SIZE)
#undef NAME
    };
    const char *name = "OpenCL error";
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
        if (names[i].error == error)
            name = names[i].name;
    snprintf(text, sizeof text, "%s (%d)", name, error);
    return text;
}

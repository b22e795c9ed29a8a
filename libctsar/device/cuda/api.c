/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The CUDA driver's functions.  The driver is opened at run time: a program that is linked to it
 * does not even start where there is none. */
#include "device/cuda/api.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "base/load.h"
#include "device/owner.h"

/* The argument is expanded first, to the name of the version that is compiled. */
#define TEXT_OF(name) #name
#define NAME_OF(name) TEXT_OF(name)

static const struct function {
    const char *name;
    size_t at;
} functions[] = {
#define FUNCTION(name, function) {NAME_OF(function), offsetof(ctsar__cu, name)},
    CTSAR__CU_FUNCTIONS(FUNCTION)
#undef FUNCTION
};

static ctsar__cu table;
static bool usable;
static int devices;
static char reason[160];
static ctsar__owner owner;

static bool find_functions(void *library)
{
    for (size_t i = 0; i < sizeof functions / sizeof *functions; ++i) {
        void *address = dlsym(library, functions[i].name);
        if (!address) {
            snprintf(reason, sizeof reason, "the CUDA driver is too old: it has no %s",
                     functions[i].name);
            return false;
        }
        memcpy((char *)&table + functions[i].at, &address, sizeof address);
    }
    return true;
}

static void load(void)
{
    void *library = ctsar__load("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        snprintf(reason, sizeof reason, "there is no CUDA driver: %s", ctsar__load_error());
        return;
    }
    if (!find_functions(library))
        return;
    ctsar__own(&owner);
    CUresult error = table.Init(0);
    if (!error)
        error = table.DeviceGetCount(&devices);
    if (error)
        snprintf(reason, sizeof reason, "the CUDA driver cannot be used: %s",
                 ctsar__cu_error_name(error));
    else if (devices == 0)
        snprintf(reason, sizeof reason, "the CUDA driver finds no device");
    else
        usable = true;
}

const ctsar__cu *ctsar__cu_load(const char **why)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    bool inherited = ctsar__cu_inherited();
    if (!inherited)
        pthread_once(&once, load);
    *why = inherited ? CTSAR__INHERITED : reason;
    return usable && !inherited ? &table : NULL;
}

bool ctsar__cu_inherited(void)
{
    return ctsar__is_inherited(&owner);
}

int ctsar__cu_devices(void)
{
    const char *why;
    return ctsar__cu_load(&why) ? devices : 0;
}

const char *ctsar__cu_error_name(CUresult error)
{
    static _Thread_local char text[96];
    const char *name = NULL;
    if (!table.GetErrorName || table.GetErrorName(error, &name) || !name)
        name = "CUDA error";
    snprintf(text, sizeof text, "%s (%d)", name, (int)error);
    return text;
}

/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "base/load.h"

#include <dlfcn.h>
#include <link.h>
#include <stdbool.h>
#include <stddef.h>

/* The first object is the program.  A dynamic one names its dynamic linker. */
static int look_at_program(struct dl_phdr_info *program, size_t size, void *dynamic)
{
    (void)size;
    for (int i = 0; i < program->dlpi_phnum; ++i)
        *(bool *)dynamic |= program->dlpi_phdr[i].p_type == PT_INTERP;
    return 1;
}

static bool is_dynamic(void)
{
    bool dynamic = false;
    dl_iterate_phdr(look_at_program, &dynamic);
    return dynamic;
}

void *ctsar__load(const char *name, int flags)
{
    return is_dynamic() ? dlopen(name, flags) : NULL;
}

const char *ctsar__load_error(void)
{
    if (!is_dynamic())
        return "this program is linked statically, so it can load no library";
    const char *why = dlerror();
    return why ? why : "none was found";
}

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The backends of this build, and the width of the core they are compared with.  An explicit
 * list: a constructor would be dropped from a static archive. */
#include <string.h>

#include "device.h"

const ctsar__backend *const ctsar__backends[] = {&ctsar__backend_emu, NULL};

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

unsigned ctsar__core_simd(ctsar__clock clock)
{
    if (clock == CTSAR__CLOCK_VIRTUAL)
        return 8;
#if defined(__x86_64__) || defined(__i386__)
    if (__builtin_cpu_supports("avx512f"))
        return 16;
    if (__builtin_cpu_supports("avx"))
        return 8;
#endif
    return 4; /* SSE, NEON, VSX */
}

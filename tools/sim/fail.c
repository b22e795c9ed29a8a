/* SPDX-License-Identifier: BSD-3-Clause */
#include "fail.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

_Noreturn void sim_fail(int status, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fputs("ctsar-sim: ", stderr);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
    exit(status);
}

void *sim_alloc(size_t count, size_t size)
{
    void *room = calloc(count ? count : 1, size);
    if (!room)
        sim_fail(SIM_WRONG_INPUT, "no memory for %zu elements of %zu bytes", count, size);
    return room;
}

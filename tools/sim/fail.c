/* SPDX-License-Identifier: BSD-3-Clause */
#include "fail.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/status.h"

_Noreturn void sim_fail(int status, const char *format, ...)
{
    char line[1000];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    ctsar__plain(line);
    fprintf(stderr, "ctsar-sim: %s\n", line);
    exit(status);
}

void *sim_alloc(size_t count, size_t size)
{
    void *room = calloc(count ? count : 1, size);
    if (!room)
        sim_fail(SIM_WRONG_INPUT, "no memory for %zu elements of %zu bytes", count, size);
    return room;
}

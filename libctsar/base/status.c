/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/status.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/file_limit.h"

#undef ctsar__error /* what the analyzer sees */

enum { LINE = 512 }; /* bytes of a message, its end included */

static __thread char detail[LINE];
static char speaker[32];

const char *ctsar_strerror(int status)
{
    switch (status) {
#define STATUS_TEXT(name, value, text)                                                             \
    case value:                                                                                    \
        return text;
        CTSAR_STATUS_LIST(STATUS_TEXT)
#undef STATUS_TEXT
    }
    return "not a status of ctsar";
}

void ctsar__plain(char *text)
{
    for (char *c = text; *c; ++c)
        if ((unsigned char)*c < ' ' || *c == 0x7f)
            *c = '?';
}

/* Formats one line whatever the arguments contain; a text that does not fit ends in dots. */
static void format_line(char line[static LINE], const char *format, va_list args)
{
    int length = vsnprintf(line, LINE, format, args);
    if (length >= LINE)
        memcpy(line + LINE - 4, "...", 4);
    ctsar__plain(line);
}

int ctsar__error(int status, const char *format, ...)
{
    char line[LINE] = ""; /* apart from `detail`, which may be one of the arguments */
    va_list args;
    va_start(args, format);
    format_line(line, format, args);
    va_end(args);
    memcpy(detail, line, sizeof detail);
    return status;
}

const char *ctsar__error_detail(void)
{
    return detail;
}

void ctsar__speak_as(const char *name)
{
    snprintf(speaker, sizeof speaker, "%s", name);
}

const char *ctsar__speaker(void)
{
    return speaker;
}

void ctsar__warn(const char *format, ...)
{
    char line[LINE] = "";
    va_list args;
    va_start(args, format);
    format_line(line, format, args);
    va_end(args);
    ctsar__file_limit limit;
    ctsar__file_limit_hold(&limit);
    fprintf(stderr, "ctsar: %swarning: %s\n", speaker, line);
    ctsar__file_limit_release(&limit);
}

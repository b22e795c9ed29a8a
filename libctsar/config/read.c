/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "config/read.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

int ctsar__refuse(const ctsar__reading *r, int status, const char *format, ...)
{
    char what[300];
    va_list args;
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    return ctsar__error(status, "%s=\"%.100s\": %s", r->variable->name, r->value, what);
}

int ctsar__refuse_memory(const ctsar__reading *r)
{
    return ctsar__refuse(r, CTSAR_ENOMEM, "no memory");
}

char *ctsar__trim(char *text)
{
    while (isspace((unsigned char)*text))
        text++;
    char *end = text + strlen(text);
    while (end > text && isspace((unsigned char)end[-1]))
        end--;
    *end = '\0';
    return text;
}

char *ctsar__next_item(char **rest, const char *separator)
{
    char *item = strsep(rest, separator);
    return item ? ctsar__trim(item) : NULL;
}

int ctsar__items_in(const char *list, char separator)
{
    int count = 1;
    for (; *list; ++list)
        count += *list == separator;
    return count;
}

void ctsar__append_name(char *list, size_t room, const char *name)
{
    size_t used = strlen(list);
    snprintf(list + used, room - used, "%s%s", used ? ", " : "", name);
}

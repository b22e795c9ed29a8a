/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "support/refuse.h"

#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static atomic_long before_refusal = -1; /* allocations that are still granted; < 0: all are */
static _Thread_local bool mine;         /* what the thread allocates is not counted */

/* The linker has all of the library's calls come here (--wrap), sanitizers or not.  What GLPK and
 * jansson allocate is refused by the attack (tests/attack/allocation.c). */
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
char *__real_strdup(const char *text);
char *__real_strndup(const char *text, size_t most);

static bool refused(void)
{
    return !mine && atomic_load(&before_refusal) >= 0 && atomic_fetch_sub(&before_refusal, 1) == 0;
}

void *__wrap_malloc(size_t size)
{
    return refused() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return refused() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size)
{
    return refused() ? NULL : __real_realloc(old, size);
}

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    return refused() ? NULL : __real_aligned_alloc(alignment, size);
}

char *__wrap_strdup(const char *text)
{
    return refused() ? NULL : __real_strdup(text);
}

char *__wrap_strndup(const char *text, size_t most)
{
    return refused() ? NULL : __real_strndup(text, most);
}

int __wrap_asprintf(char **out, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    int length = refused() ? -1 : vasprintf(out, format, values);
    va_end(values);
    return length;
}

/* ---- From outside ------------------------------------------------------------------------------
 */

void refuse_allocation(long nth)
{
    atomic_store(&before_refusal, nth);
}

bool refuse_no_more(void)
{
    return atomic_exchange(&before_refusal, -1) < 0;
}

void refuse_nothing_of_mine(bool own)
{
    mine = own;
}

void *refusing_malloc(size_t size)
{
    return __wrap_malloc(size);
}

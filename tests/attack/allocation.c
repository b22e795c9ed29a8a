/* SPDX-License-Identifier: BSD-3-Clause
 *
 * glibc's own names for malloc and its like are called beneath, so that what GLPK and jansson
 * allocate for the library can fail, too.  Sanitizers have allocators of their own: there nothing
 * fails, and tests/region/test_no_memory.c has the linker redirect the library's calls. */
#define _GNU_SOURCE
#include "attack/allocation.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>

static _Atomic long left;
static _Atomic int failed;

void allocation_fails_at(long k)
{
    failed = 0;
    left = k;
}

int allocation_failed(void)
{
    return failed;
}

#ifndef ATTACK_SANITIZED
/* The OpenMP runtime and the program itself cannot go on without. */
static int is_the_library(const void *caller)
{
    static const char *const names[] = {"libctsar", "libglpk", "libjansson"};
    Dl_info info;
    if (!dladdr(caller, &info) || !info.dli_fname)
        return 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
        if (strstr(info.dli_fname, names[i]))
            return 1;
    return 0;
}

static int fails(const void *caller)
{
    if (left <= 0 || !is_the_library(caller) || atomic_fetch_sub(&left, 1) != 1)
        return 0;
    failed = 1;
    errno = ENOMEM;
    return 1;
}

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
void *malloc(size_t size);
void *calloc(size_t n, size_t size);
void *realloc(void *p, size_t size);
void *aligned_alloc(size_t alignment, size_t size);

void *malloc(size_t size)
{
    return fails(__builtin_return_address(0)) ? NULL : __libc_malloc(size);
}

void *calloc(size_t n, size_t size)
{
    return fails(__builtin_return_address(0)) ? NULL : __libc_calloc(n, size);
}

void *realloc(void *p, size_t size)
{
    return fails(__builtin_return_address(0)) ? NULL : __libc_realloc(p, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return fails(__builtin_return_address(0)) ? NULL : __libc_memalign(alignment, size);
}
#endif

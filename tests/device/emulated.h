/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Emulated accelerators for tests, and what can be found out about a device's pages
 * from outside: which may be touched, and which the system has backed. */
#ifndef TESTS_DEVICE_EMULATED_H
#define TESTS_DEVICE_EMULATED_H

#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../../libctsar/device/device.h"

static const ctsar__emu_spec plain_spec = {.speed = 1, .memory = SIZE_MAX};

static inline ctsar__device *emulated(ctsar__emu_spec spec, ctsar__clock clock)
{
    ctsar__config config = {.emu = &spec, .nemu = 1, .clock = clock};
    ctsar__device *d;
    if (ctsar__backend_emu.open(&config, 0, &d))
        abort();
    return d;
}

static inline void emulated_close(ctsar__device *d)
{
    d->backend->close(d);
}

static inline size_t page_size(void)
{
    return (size_t)sysconf(_SC_PAGESIZE);
}

static inline size_t round_down(size_t x, size_t to)
{
    return x / to * to;
}

static inline size_t round_up(size_t x, size_t to)
{
    return (x + to - 1) / to * to;
}

/* May this byte be read?  The system looks, so that nothing faults. */
static inline bool readable(const char *at)
{
    int ends[2];
    char c;
    if (pipe(ends))
        abort();
    bool yes = write(ends[1], at, 1) == 1 && read(ends[0], &c, 1) == 1;
    close(ends[0]);
    close(ends[1]);
    return yes;
}

/* Bytes of a space that the system has backed with memory. */
static inline size_t resident(const ctsar__space *s)
{
    size_t page = page_size(), pages = round_up(s->bytes, page) / page, sum = 0;
    unsigned char *in = malloc(pages);
    if (!in || mincore(s->base, pages * page, in))
        abort();
    for (size_t i = 0; i < pages; ++i)
        sum += in[i] & 1 ? page : 0;
    free(in);
    return sum;
}

/* Does writing this byte end a process with SIGSEGV? */
static inline bool write_faults(char *at)
{
    pid_t child = fork();
    if (child == 0) {
        struct rlimit none = {0, 0};
        setrlimit(RLIMIT_CORE, &none);
        signal(SIGSEGV, SIG_DFL);
        *(volatile char *)at = 1;
        _exit(0);
    }
    int status;
    if (child < 0 || waitpid(child, &status, 0) != child)
        abort();
    return WIFSIGNALED(status) && WTERMSIG(status) == SIGSEGV;
}

#endif

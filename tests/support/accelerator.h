/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Emulated accelerators for tests of what lies below a region, and what may be touched of
 * their memory; devices of the backend that TEST_ACCELERATOR names where it does.  Include after
 * cmocka. */
#ifndef CTSAR_TESTS_ACCELERATOR_H
#define CTSAR_TESTS_ACCELERATOR_H

#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "device/registry.h"
#include "environment.h"
#include "mem/target.h"
#include "mirror.h"

/* Powers of two, so that sums and quotients of model times are exact. */
#define LATENCY 0x1p-10
#define BANDWIDTH 0x1p20

/* OpenCL's buffers are no memory of the host's: tests touch a mirror of them. */
static inline bool is_mirrored(void)
{
    return !is_emulated() && !strcmp(test_accelerator(), "opencl");
}

/* An accelerator under the virtual clock with `memory` bytes, whose memory the host may touch. */
static inline ctsar__device *accelerator(size_t memory)
{
    const char *pinned = getenv("TEST_PINNED");
    ctsar__emu_spec spec = {
        .speed = 2, .latency = LATENCY, .bandwidth = BANDWIDTH, .memory = memory};
    ctsar__device_choice choice = {0, 0, 1, 0};
    ctsar__device_settings settings = {.emu = &spec,
                                       .nemu = 1,
                                       .clock = CTSAR__CLOCK_VIRTUAL,
                                       .choice = &choice,
                                       .nchoices = 1,
                                       .memory = memory,
                                       .pinned = pinned ? atoi(pinned) : 0};
    const ctsar__backend *b = ctsar__backend_named(is_emulated() ? "emu" : test_accelerator());
    ctsar__device *d = NULL;
    assert_non_null(b);
    assert_int_equal(b->open(&settings, 0, &d), CTSAR_OK);
    d->groups = 1; /* what is not emulated has more */
    if (is_mirrored())
        mirror(d);
    return d;
}

static inline size_t page_size(void)
{
    return (size_t)sysconf(_SC_PAGESIZE);
}

/* [lo, hi) rounded out to pages. */
static inline size_t in_pages(size_t lo, size_t hi)
{
    size_t page = page_size();
    return lo < hi ? (hi + page - 1) / page * page - lo / page * page : 0;
}

/* The most that a window of [lo, hi) may take. */
static inline size_t most_committed(size_t lo, size_t hi)
{
    return is_mirrored() && lo < hi ? hi - lo + page_size() : in_pages(lo, hi);
}

/* The least. */
static inline size_t least_committed(size_t lo, size_t hi)
{
    return is_mirrored() ? hi - lo : in_pages(lo, hi);
}

/* The least memory that has room for a window of so many bytes, up to a page. */
static inline size_t room_for(size_t bytes)
{
    return is_mirrored() ? bytes : page_size();
}

/* Can the byte be read and written?  Asks the kernel, which answers without a signal. */
static inline bool accessible(char *at)
{
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    bool yes = write(ends[1], at, 1) == 1;
    if (yes)
        yes = read(ends[0], at, 1) == 1;
    else
        assert_int_equal(errno, EFAULT);
    close(ends[0]);
    close(ends[1]);
    return yes;
}

enum { FAULTED = 42, FAULTED_OTHERWISE, NO_FAULT };

static inline void note_fault(int signal, siginfo_t *info, void *context)
{
    (void)signal, (void)context;
    _exit(info->si_code == SEGV_ACCERR ? FAULTED : FAULTED_OTHERWISE);
}

/* Does host code that touches the byte die of SIGSEGV, for want of permission? */
static inline bool faults(volatile char *at, bool writing)
{
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        struct sigaction action = {.sa_sigaction = note_fault, .sa_flags = SA_SIGINFO};
        sigaction(SIGSEGV, &action, NULL);
        if (writing)
            *at = 1;
        else
            (void)*at;
        _exit(NO_FAULT);
    }
    int status = 0;
    assert_true(waitpid(child, &status, 0) == child);
    assert_true(WIFEXITED(status));
    assert_int_not_equal(WEXITSTATUS(status), FAULTED_OTHERWISE);
    return WEXITSTATUS(status) == FAULTED;
}

/* A unit of a region, for what moves data. */
#define AT(acc_, device_) (&(const ctsar__target){.acc = (acc_), .device = (device_)})

#endif

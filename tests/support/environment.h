/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Units for a test: the environment is read when the first region opens. */
#ifndef CTSAR_TESTS_ENVIRONMENT_H
#define CTSAR_TESTS_ENVIRONMENT_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Whether ThreadSanitizer looks on.  What threads do together takes many times as long then. */
#if defined(__SANITIZE_THREAD__)
#define THREADS_WATCHED true
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define THREADS_WATCHED true
#endif
#endif
#ifndef THREADS_WATCHED
#define THREADS_WATCHED false
#endif

/* ThreadSanitizer cannot go on after a fork. */
#define FORKS (!THREADS_WATCHED)

/* Whether AddressSanitizer looks on. */
#if defined(__SANITIZE_ADDRESS__)
#define ADDRESSES_WATCHED true
#else
#define ADDRESSES_WATCHED false
#endif

/* How many of `all` rounds are executed, which differ in numbers alone. All of them say whether
 * results are right; a checker, under which a round takes several times as long, sees the same
 * accesses in a few. */
static inline int rounds_of(int all)
{
    return ADDRESSES_WATCHED || THREADS_WATCHED ? (all + 5) / 6 : all;
}

/* Whether a child of fork may allocate memory, whatever other threads do meanwhile: gcc's
 * AddressSanitizer leaves the locks of its allocator as they were, and nobody in the child opens
 * them. */
#define FORKS_BESIDE_THREADS (FORKS && !ADDRESSES_WATCHED)

/* TEST_CHECK: in check mode, where right programs give the same results.  No device takes part
 * there, and of tasks one is executed at a time, by who waits. */
static inline bool is_checked(void)
{
    return getenv("TEST_CHECK");
}

/* Forgets what earlier tests set. */
static inline void units_default(void)
{
    static const char *const names[] = {
        "CTSAR_DEVICES", "CTSAR_EMU",          "CTSAR_POLICY",    "CTSAR_DIV",
        "CTSAR_CHUNK",   "CTSAR_RATIO",        "CTSAR_BACKOFF",   "CTSAR_HISTORY",
        "CTSAR_CLOCK",   "CTSAR_VIRTUAL_ITER", "CTSAR_REPORT",    "CTSAR_TIMEOUT",
        "CTSAR_CACHE",   "CTSAR_INFLIGHT",     "CTSAR_DEDICATED", "CTSAR_MEMORY",
        "CTSAR_CHECK",   "CTSAR_PINNED",       "CTSAR_VERSIONS",  "CTSAR_VIRTUAL_VERSIONS",
        "CTSAR_TRACE",   "CTSAR_SCHEDULE",     "CTSAR_PREFETCH",  "CTSAR_PROGRESS"};
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
        unsetenv(names[i]);
    if (getenv("TEST_PINNED")) /* all copies are staged, where there are any */
        setenv("CTSAR_PINNED", getenv("TEST_PINNED"), 1);
    if (is_checked())
        setenv("CTSAR_CHECK", "1", 1);
}

/* What takes the place of emulated accelerators: TEST_ACCELERATOR has the name of a backend with a
 * device, or is not set.  Tests that run with either launch kernels, which have all forms. */
static inline const char *test_accelerator(void)
{
    return getenv("TEST_ACCELERATOR");
}

static inline bool is_emulated(void)
{
    return !test_accelerator();
}

/* Writes `devices` with each emu:N replaced by as many units of the backend's first device. */
static inline void replace_emulated(const char *devices, char *out, size_t room)
{
    size_t used = 0;
    for (const char *c = devices; *c && used + 1 < room;)
        if (!strncmp(c, "emu", 3)) {
            long n = c[3] == ':' ? strtol(c + 4, NULL, 10) : 1;
            used += (size_t)snprintf(out + used, room - used, "%s:0*%ld", test_accelerator(), n);
            c += strcspn(c, ",");
        } else
            out[used++] = *c++;
    out[used] = '\0';
}

/* CTSAR_DEVICES, CTSAR_EMU and CTSAR_CLOCK; NULL leaves one unset.  Under the real clock no
 * accelerator is left out. */
static inline void units(const char *devices, const char *emu, const char *clock)
{
    char replaced[200];
    units_default();
    if (devices && !is_emulated()) {
        replace_emulated(devices, replaced, sizeof replaced);
        devices = replaced;
    }
    if (devices)
        setenv("CTSAR_DEVICES", devices, 1);
    if (emu)
        setenv("CTSAR_EMU", emu, 1);
    if (clock)
        setenv("CTSAR_CLOCK", clock, 1);
    if (clock && !strcmp(clock, "real")) /* all take part, however short a pass is */
        setenv("CTSAR_BACKOFF", "0", 1);
}

#endif

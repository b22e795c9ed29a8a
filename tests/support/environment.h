/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Units for a test: the environment is read when the first region opens. */
#ifndef CTSAR_TESTS_ENVIRONMENT_H
#define CTSAR_TESTS_ENVIRONMENT_H

#include <stdlib.h>

/* Forgets what earlier tests set. */
static inline void units_default(void)
{
    static const char *const names[] = {
        "CTSAR_DEVICES", "CTSAR_EMU",     "CTSAR_POLICY",  "CTSAR_DIV",   "CTSAR_CHUNK",
        "CTSAR_RATIO",   "CTSAR_BACKOFF", "CTSAR_HISTORY", "CTSAR_CLOCK", "CTSAR_VIRTUAL_ITER",
        "CTSAR_REPORT",  "CTSAR_TIMEOUT", "CTSAR_CACHE",   "CTSAR_CHECK"};
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
        unsetenv(names[i]);
}

/* CTSAR_DEVICES, CTSAR_EMU and CTSAR_CLOCK; NULL leaves one unset. */
static inline void units(const char *devices, const char *emu, const char *clock)
{
    units_default();
    if (devices)
        setenv("CTSAR_DEVICES", devices, 1);
    if (emu)
        setenv("CTSAR_EMU", emu, 1);
    if (clock)
        setenv("CTSAR_CLOCK", clock, 1);
}

#endif

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What must hold when a loop is reached, so that it may be split. */
#include "ctsar.h"
#include "observe/report.h"

/* OpenMP's runtime is the program's. */
extern int omp_get_max_threads(void) __attribute__((weak));
extern int omp_get_active_level(void) __attribute__((weak));
extern int omp_get_max_active_levels(void) __attribute__((weak));

bool ctsar_cores_share(void)
{
    if (!omp_get_max_threads || !omp_get_active_level || !omp_get_max_active_levels)
        return true;
    return omp_get_max_threads() > 1 && omp_get_active_level() < omp_get_max_active_levels();
}

bool ctsar_guard(bool holds, const char *where)
{
    if (!holds)
        ctsar__report_serial(where ? where : "loop");
    return holds;
}

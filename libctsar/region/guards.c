/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What must hold when a loop is reached, so that it may be split. */
#include "ctsar.h"
#include "observe/report.h"

bool ctsar_guard(bool holds, const char *where)
{
    if (!holds)
        ctsar__report_serial(where ? where : "loop");
    return holds;
}

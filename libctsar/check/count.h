/* SPDX-License-Identifier: BSD-3-Clause
 *
 * How many mistakes have been told, which the process says at exit. */
#ifndef CTSAR_CHECK_COUNT_H
#define CTSAR_CHECK_COUNT_H

#include <stdbool.h>

/* One more mistake; `first`: of its region, or of its kernel of tasks. */
void ctsar__check_count(bool first, bool of_tasks);

#endif

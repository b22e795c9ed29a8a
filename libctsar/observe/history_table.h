/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What is known of units, by region: JSON objects of the form that the history's "regions" has
 * (history.h). */
#ifndef CTSAR_HISTORY_TABLE_H
#define CTSAR_HISTORY_TABLE_H

#include <jansson.h>
#include <stdbool.h>

#include "sched/sched.h"

/* Has it that form, with times and numbers that can be?  Else `wrong`, of `room` bytes, has what is
 * wrong where, and what would be right. */
bool ctsar__history_valid(json_t *regions, char *wrong, size_t room);
/* Zeroes for what is not there. */
ctsar__measured ctsar__history_known(const json_t *regions, const char *region, const char *unit);
/* Merges what was measured of a unit into the table.  False without memory. */
bool ctsar__history_merge(json_t *regions, const char *region, const char *unit, ctsar__measured m);
bool ctsar__history_merge_all(json_t *into, json_t *from);

#endif

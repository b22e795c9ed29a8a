/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The variables of the environment. */
#ifndef CTSAR_CONFIG_VARIABLES_H
#define CTSAR_CONFIG_VARIABLES_H

#include "config/read.h"

/* In the order of reading, a NULL name behind the last one. */
extern const ctsar__variable ctsar__variables[];
/* The names of all variables, in the order of reading, NULL behind the last one. */
const char *ctsar__variable_name(int index);

#endif

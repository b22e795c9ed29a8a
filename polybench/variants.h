/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Ways to execute the loops of one program, to be compared within one run.  A program that plain
 * cc compiled has one, "default". */
#ifndef CTSAR_SUITE_VARIANTS_H
#define CTSAR_SUITE_VARIANTS_H

#include <stdbool.h>

bool suite_variant_exists(const char *name);
/* From now on, between executions only. */
void suite_variant_select(const char *name);
/* The names, for messages. */
const char *suite_variants_help(void);

#endif

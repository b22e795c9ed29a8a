/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What was understood of the environment, in words. */
#ifndef CTSAR_CONFIG_SHOW_H
#define CTSAR_CONFIG_SHOW_H

#include "config/state.h"

/* What was understood of variable `name`, whose value is `value` (NULL: it is not set), in words.
 */
void ctsar__config_show(const ctsar__config *c, const char *name, const char *value, char *text,
                        size_t room);

#endif

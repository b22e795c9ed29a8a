/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Which settings are in force: the code's, or the environment's where that says something. */
#ifndef CTSAR_REGION_IN_FORCE_H
#define CTSAR_REGION_IN_FORCE_H

#include "region/state.h"

ctsar__settings ctsar__settings_in_force(const ctsar *s);
bool ctsar__settings_same(const ctsar__settings *a, const ctsar__settings *b);
/* The names of the variables that go before the code, NULL behind the last one, at most
 * CTSAR__OVERRIDES. */
void ctsar__settings_overriding(const ctsar__config *c, const char **name);

#endif

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Reading the environment. */
#ifndef CTSAR_CONFIG_H
#define CTSAR_CONFIG_H

#include "base/status.h"
#include "config/state.h"

/* Reads the environment into *c.  A name with the prefix CTSAR_ that is no variable is an error,
 * but for CTSAR_ROOT, which tells CMake where the package is.  On error (CTSAR_ECONFIG,
 * CTSAR_ENODEV, CTSAR_ENOMEM) *c needs no freeing. */
int ctsar__config_read(ctsar__config *c) CTSAR__MUST_CHECK;
void ctsar__config_free(ctsar__config *c);
/* Does it ask for check mode?  For who has no region yet; what is no right value counts, and is an
 * error where a region opens. */
bool ctsar__config_checks(void);

#endif

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Names in the environment. */
#ifndef CTSAR_CONFIG_NAMES_H
#define CTSAR_CONFIG_NAMES_H

#include "base/status.h"

/* A name with the prefix that is no variable is an error, but for CTSAR_ROOT, which tells CMake
 * where the package is. */
int ctsar__check_names(void) CTSAR__MUST_CHECK;

#endif

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What CTSAR_VERSIONS names and no kernel has.  Kernels are known when they are executed, so that
 * is told when the process ends, by one line for each. */
#ifndef CTSAR_VERSION_NAMED_H
#define CTSAR_VERSION_NAMED_H

#include "ctsar.h"
#include "version/settings.h"

/* Regions or tasks are opened with these.  Any thread. */
void ctsar__named_expect(const ctsar__version_settings *s);
/* The family is executed.  Any thread. */
void ctsar__named_family(const ctsar_kernel *family);
/* It has been told that a family has no version of that name.  Any thread. */
void ctsar__named_told(const char *version);

#endif

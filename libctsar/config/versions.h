/* SPDX-License-Identifier: BSD-3-Clause
 *
 * CTSAR_VERSIONS and CTSAR_VIRTUAL_VERSIONS. */
#ifndef CTSAR_CONFIG_VERSIONS_H
#define CTSAR_CONFIG_VERSIONS_H

#include "config/read.h"

int ctsar__parse_versions(const ctsar__reading *r, char *text);
int ctsar__parse_virtual_versions(const ctsar__reading *r, char *text);
void ctsar__versions_settings_free(ctsar__version_settings *s);

#endif

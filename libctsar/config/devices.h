/* SPDX-License-Identifier: BSD-3-Clause
 *
 * CTSAR_DEVICES. */
#ifndef CTSAR_CONFIG_DEVICES_H
#define CTSAR_CONFIG_DEVICES_H

#include "config/read.h"

int ctsar__parse_devices(const ctsar__reading *r, char *text) CTSAR__MUST_CHECK;
/* The accelerators that are used where CTSAR_DEVICES is not set. */
int ctsar__default_devices(ctsar__config *c) CTSAR__MUST_CHECK;

#endif

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * CTSAR_EMU. */
#ifndef CTSAR_CONFIG_EMU_H
#define CTSAR_CONFIG_EMU_H

#include "config/read.h"

extern const ctsar__emu_spec ctsar__default_emu;
int ctsar__parse_emu(const ctsar__reading *r, char *text) CTSAR__MUST_CHECK;

#endif

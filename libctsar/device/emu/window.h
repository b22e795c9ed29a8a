/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Memory of an emulated accelerator: pages of the process, which fault outside of the window. */
#ifndef CTSAR_EMU_WINDOW_H
#define CTSAR_EMU_WINDOW_H

#include "device/device.h"

/* As `reserve`, `commit` and `release` of the backend. */
int ctsar__emu_reserve(ctsar__device *device, size_t bytes, ctsar__space *space) CTSAR__MUST_CHECK;
int ctsar__emu_commit(ctsar__device *device, ctsar__space *space, size_t lo,
                      size_t hi) CTSAR__MUST_CHECK;
void ctsar__emu_release(ctsar__device *device, ctsar__space *space);

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
#include "device/settings.h"

const char *const ctsar__emu_call_names[CTSAR__EMU_CALLS] = {"nothing",
#define EMU_CALL_NAME(name, text) text,
                                                             CTSAR__EMU_CALL_LIST(EMU_CALL_NAME)
#undef EMU_CALL_NAME
};

/* SPDX-License-Identifier: BSD-3-Clause */
#include "device/emu/context.h"

int ctsar__emu_check(ctsar__emu *e, ctsar__emu_call call)
{
    int number = ++e->calls[call];
    if (e->spec.fails == call && number >= e->spec.fails_at)
        e->dead = true;
    if (!e->dead)
        return CTSAR_OK;
    return ctsar__error(CTSAR_EDEVICE, "%s: %s number %d failed, as CTSAR_EMU says", e->base.name,
                        ctsar__emu_call_names[call], number);
}

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What operations take under the virtual clock, on every kind of accelerator. */
#ifndef CTSAR_MODEL_H
#define CTSAR_MODEL_H

#include "device/settings.h"

/* The model of a backend's device number `index`: its group of CTSAR_EMU, the last one repeated. */
static inline const ctsar__emu_spec *ctsar__model_of(const ctsar__device_settings *s, int index)
{
    return &s->emu[index < s->nemu ? index : s->nemu - 1];
}

static inline double ctsar__model_copy(const ctsar__emu_spec *m, double bytes)
{
    return m->latency + (m->bandwidth > 0 ? bytes / m->bandwidth : 0);
}

/* `seconds` is what a core takes. */
static inline double ctsar__model_launch(const ctsar__emu_spec *m, double seconds)
{
    return m->latency + seconds / m->speed;
}

#endif

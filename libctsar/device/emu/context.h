/* SPDX-License-Identifier: BSD-3-Clause
 *
 * An emulated accelerator, as the files of this folder see it. */
#ifndef CTSAR_EMU_CONTEXT_H
#define CTSAR_EMU_CONTEXT_H

#include <pthread.h>
#include <stdatomic.h>

#include "device/device.h"
#include "device/emu/build.h"
#include "device/engines.h"

/* Real clock: does so many operations at a time. */
typedef struct ctsar__emu_engine {
    pthread_mutex_t lock;
    pthread_cond_t vacant;
    int free;
} ctsar__emu_engine;

typedef struct ctsar__emu {
    ctsar__device base;
    ctsar__emu_spec spec;
    ctsar__clock clock;
    size_t page;
    _Atomic size_t used; /* bytes committed in all spaces */
    ctsar__emu_engine engine[CTSAR__ENGINES];
    _Atomic int calls[CTSAR__EMU_CALLS]; /* of each kind that may fail */
    _Atomic bool dead;                   /* one has */
    _Atomic int waits, bodies;           /* so far */
    ctsar__emu_builds builds;
    struct ctsar__emu *next; /* of those open */
} ctsar__emu;

static inline ctsar__emu *ctsar__emu_of(ctsar__device *d)
{
    return (ctsar__emu *)d;
}

/* Does this call fail?  From the one on that CTSAR_EMU names, all do. */
int ctsar__emu_check(ctsar__emu *e, ctsar__emu_call call) CTSAR__MUST_CHECK;

#endif

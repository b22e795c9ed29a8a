/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Kernels that are to be built before an emulated accelerator can launch them, as CTSAR_EMU says:
 * each, by its name, once. */
#ifndef CTSAR_EMU_BUILD_H
#define CTSAR_EMU_BUILD_H

#include <pthread.h>
#include <stdbool.h>

typedef struct ctsar__emu_builds {
    pthread_mutex_t lock;
    char **name; /* of the kernels that are built */
    size_t count, room;
} ctsar__emu_builds;

void ctsar__emu_builds_init(ctsar__emu_builds *b);
void ctsar__emu_builds_free(ctsar__emu_builds *b);

/* In a child of the process: whoever held the lock is not there. */
void ctsar__emu_builds_forked(ctsar__emu_builds *b);

bool ctsar__emu_has_built(ctsar__emu_builds *b, const char *kernel);
/* Takes so many seconds of the real clock, unless it is built. */
void ctsar__emu_build(ctsar__emu_builds *b, const char *kernel, double seconds);

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
#include "device/emu/build.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/grow.h"

void ctsar__emu_builds_init(ctsar__emu_builds *b)
{
    *b = (ctsar__emu_builds){0};
    pthread_mutex_init(&b->lock, NULL);
}

void ctsar__emu_builds_free(ctsar__emu_builds *b)
{
    while (b->count > 0)
        free(b->name[--b->count]);
    free(b->name);
    pthread_mutex_destroy(&b->lock);
}

/* What it was about to note is built again. */
void ctsar__emu_builds_forked(ctsar__emu_builds *b)
{
    if (pthread_mutex_trylock(&b->lock))
        ctsar__emu_builds_init(b);
    else
        pthread_mutex_unlock(&b->lock);
}

static bool has(const ctsar__emu_builds *b, const char *kernel)
{
    for (size_t i = 0; i < b->count; ++i)
        if (!strcmp(b->name[i], kernel))
            return true;
    return false;
}

bool ctsar__emu_has_built(ctsar__emu_builds *b, const char *kernel)
{
    pthread_mutex_lock(&b->lock);
    bool built = has(b, kernel);
    pthread_mutex_unlock(&b->lock);
    return built;
}

/* Where there is no memory to note it, it is built again. */
static void note(ctsar__emu_builds *b, const char *kernel)
{
    pthread_mutex_lock(&b->lock);
    char *name = has(b, kernel) ? NULL : strdup(kernel);
    char **grown = name ? ctsar__grow(b->name, &b->room, b->count + 1, sizeof *grown) : NULL;
    if (grown) {
        b->name = grown;
        grown[b->count++] = name;
    } else {
        free(name);
    }
    pthread_mutex_unlock(&b->lock);
}

void ctsar__emu_build(ctsar__emu_builds *b, const char *kernel, double seconds)
{
    if (ctsar__emu_has_built(b, kernel))
        return;
    ctsar__wait_until(ctsar__now() + seconds);
    note(b, kernel);
}

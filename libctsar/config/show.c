/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What was understood of the environment, in words. */
#include "config/show.h"

#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/quantity.h"
#include "device/registry.h"
#include "sched/sched.h"

/* A text that grows at its end, as far as there is room. */
typedef struct words {
    char *text;
    size_t room;
} words;

static void say(words *w, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void say(words *w, const char *format, ...)
{
    size_t used = strlen(w->text);
    va_list args;
    va_start(args, format);
    vsnprintf(w->text + used, w->room - used, format, args);
    va_end(args);
}

static void show_devices(const ctsar__config *c, char *text, size_t room)
{
    words w = {text, room};
    say(&w,
        !c->cores                 ? "no cores"
        : c->core_cap == LONG_MAX ? "all cores"
                                  : "at most %ld core%s",
        c->core_cap, c->core_cap == 1 ? "" : "s");
    for (int i = 0; i < c->nrequests; ++i) {
        const ctsar__device_request *r = &c->requests[i];
        say(&w, "; %s:", r->backend);
        for (int k = 0; k < r->count; ++k) {
            bool found = ctsar__backend_named(r->backend)->select; /* ... and not made up */
            const ctsar__device_choice *d = found ? &c->devices.choice[r->first + k] : NULL;
            say(&w, " %d", d ? d->device : r->first + k);
            if (d && d->parts > 1)
                say(&w, "/%d", d->part);
            if (d && d->twin)
                say(&w, "*%d", d->twin);
        }
    }
}

static void show_emu(const ctsar__config *c, char *text, size_t room)
{
    words w = {text, room};
    char latency[CTSAR__SHOWN], bytes[CTSAR__SHOWN];
    for (int i = 0; i < c->devices.nemu; ++i) {
        const ctsar__emu_spec *e = &c->devices.emu[i];
        say(&w, "%sspeed %g, latency %s", i ? "; " : "", e->speed,
            ctsar__show_seconds(latency, e->latency));
        if (e->bandwidth > 0)
            say(&w, ", %s/s", ctsar__show_bytes(bytes, (size_t)e->bandwidth));
        if (e->memory != SIZE_MAX)
            say(&w, ", memory %s", ctsar__show_bytes(bytes, e->memory));
        if (e->build > 0)
            say(&w, ", kernels built in %s", ctsar__show_seconds(latency, e->build));
        if (e->simd)
            say(&w, ", width %u", e->simd);
        if (e->kernels > 1)
            say(&w, ", %d kernels at once", e->kernels);
    }
}

static void show_memory(const ctsar__config *c, char *text, size_t room)
{
    char bytes[CTSAR__SHOWN];
    snprintf(text, room, "%s",
             c->devices.memory == SIZE_MAX ? "all that devices have"
                                           : ctsar__show_bytes(bytes, c->devices.memory));
}

static void show_policy(const ctsar__config *c, char *text, size_t room)
{
    const char *name = "as the code says";
    for (const ctsar__sched_ops *const *p = ctsar__policies; *p; ++p)
        if ((int)(*p)->policy == c->policy)
            name = (*p)->name;
    snprintf(text, room, "%s", c->policy == (int)CTSAR_POLICY_DEFAULT ? "the default" : name);
}

static void show_clock(const ctsar__config *c, char *text, size_t room)
{
    snprintf(text, room, "%s", c->devices.clock == CTSAR__CLOCK_REAL ? "real" : "virtual");
}

static void show_virtual_iter(const ctsar__config *c, char *text, size_t room)
{
    char time[CTSAR__SHOWN];
    snprintf(text, room, "%s", ctsar__show_seconds(time, c->virtual_iter));
}

static void show_timeout(const ctsar__config *c, char *text, size_t room)
{
    snprintf(text, room, "%g s", c->timeout);
}

static void show_cache(const ctsar__config *c, char *text, size_t room)
{
    snprintf(text, room, "%s",
             c->cache == CTSAR__CACHE_WRITEBACK      ? "writeback"
             : c->cache == CTSAR__CACHE_WRITETHROUGH ? "writethrough"
                                                     : "nocache");
}

static void show_inflight(const ctsar__config *c, char *text, size_t room)
{
    snprintf(text, room, "%d", c->inflight);
}

static void show_prefetch(const ctsar__config *c, char *text, size_t room)
{
    snprintf(text, room, "%d", c->prefetch < 0 ? c->inflight - 1 : c->prefetch);
}

static void show_dedicated(const ctsar__config *c, char *text, size_t room)
{
    bool real = c->devices.clock == CTSAR__CLOCK_REAL;
    snprintf(text, room, "%d", c->dedicated < 0 ? real : c->dedicated);
}

static void show_overlap(const ctsar__config *c, char *text, size_t room)
{
    snprintf(text, room, "%d", c->overlap);
}

static void show_direct(const ctsar__config *c, char *text, size_t room)
{
    if (c->direct < 0)
        snprintf(text, room, "emulated accelerators' only");
    else
        snprintf(text, room, "%d", c->direct);
}

static void show_code(const ctsar__config *c, char *text, size_t room)
{
    (void)c;
    snprintf(text, room, "as the code says");
}

static void show_backoff(const ctsar__config *c, char *text, size_t room)
{
    static const char *const rules[] = {"fill", "paper", "never"};
    if (c->backoff < 0)
        show_code(c, text, room);
    else if (c->backoff_passes)
        snprintf(text, room, "%s, after %d passes", rules[c->backoff], c->backoff_passes);
    else
        snprintf(text, room, "%s", rules[c->backoff]);
}

/* Those whose value as it stands does not say all; of the others, what holds when they are unset.
 */
static const struct {
    const char *name, *unset;
    void (*show)(const ctsar__config *c, char *text, size_t room);
} shown[] = {
    {"CTSAR_EMU", NULL, show_emu},
    {"CTSAR_DEVICES", NULL, show_devices},
    {"CTSAR_MEMORY", NULL, show_memory},
    {"CTSAR_CACHE_DIR", "the user's cache folder", NULL},
    {"CTSAR_POLICY", NULL, show_policy},
    {"CTSAR_BACKOFF", NULL, show_backoff},
    {"CTSAR_HISTORY", "none is kept", NULL},
    {"CTSAR_CACHE", NULL, show_cache},
    {"CTSAR_CLOCK", NULL, show_clock},
    {"CTSAR_VIRTUAL_ITER", NULL, show_virtual_iter},
    {"CTSAR_VERSIONS", "as measured", NULL},
    {"CTSAR_VIRTUAL_VERSIONS", "all take what iterations take", NULL},
    {"CTSAR_CHECK", "off", NULL},
    {"CTSAR_REPORT", "none", NULL},
    {"CTSAR_SCHEDULE", "neither recorded nor repeated", NULL},
    {"CTSAR_TRACE", "none", NULL},
    {"CTSAR_PROGRESS", "not shown", NULL},
    {"CTSAR_NODES", "those that a launcher has started", NULL},
    {"CTSAR_OVERLAP", NULL, show_overlap},
    {"CTSAR_DIRECT", NULL, show_direct},
    {"CTSAR_INFLIGHT", NULL, show_inflight},
    {"CTSAR_PREFETCH", NULL, show_prefetch},
    {"CTSAR_DEDICATED", NULL, show_dedicated},
    {"CTSAR_PINNED", "where copies are measured to be faster so", NULL},
    {"CTSAR_TIMEOUT", NULL, show_timeout},
};

void ctsar__config_show(const ctsar__config *c, const char *name, const char *value, char *text,
                        size_t room)
{
    const char *unset = NULL;
    *text = '\0';
    for (size_t i = 0; i < sizeof shown / sizeof *shown; ++i)
        if (!strcmp(shown[i].name, name)) {
            unset = shown[i].unset;
            if (shown[i].show)
                shown[i].show(c, text, room);
        }
    if (!*text && (value || unset))
        snprintf(text, room, "%s", value ? value : unset);
    if (!*text)
        show_code(c, text, room);
}

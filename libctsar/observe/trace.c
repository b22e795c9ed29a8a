/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The list of traced regions, the names of what events are about, and writing the trace however the
 * process ends. */
#define _GNU_SOURCE
#include "observe/trace.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/status.h"
#include "observe/json_file.h"
#include "observe/signals.h"
#include "observe/trace_file.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* Under the lock until it is set up; then a handler reads it. */
static struct {
    pid_t owner; /* the process that traces; 0: none yet */
    char *file, *temporary;
    const char *clock;
    double start;
    ctsar__traced_region *_Atomic first;
} trace;

enum { NAMES = 4096 };
static ctsar__trace_text known[NAMES]; /* touched as they come */
static _Atomic unsigned names;         /* whole ones */

static _Atomic bool writing; /* somebody does, or has done */
static _Atomic bool written; /* it is over */
static double virtual_now;   /* under the lock */

/* ---- Writing ------------------------------------------------------------------------------ */

static int write_trace(uint64_t *dropped)
{
    const ctsar__trace_form form = {.file = trace.file,
                                    .temporary = trace.temporary,
                                    .clock = trace.clock,
                                    .start = trace.start,
                                    .first = trace.first,
                                    .name = known,
                                    .names = names};
    int error = ctsar__trace_write(&form, dropped);
    written = true;
    return error;
}

static struct sigaction replaced[CTSAR__SIGNALS]; /* what ours has taken the place of */

/* The thread that writes may be another one: then the process ends when that is done. */
static void write_on_signal(int number)
{
    enum { LOOKS = 3000 };
    const struct timespec a_while = {0, 10000000};
    int error = errno;
    uint64_t dropped;
    if (trace.owner == getpid() && !atomic_exchange(&writing, true))
        write_trace(&dropped);
    for (int look = 0; trace.owner == getpid() && !written && look < LOOKS; ++look)
        nanosleep(&a_while, NULL);
    ctsar__signals_give_back(number, replaced);
    errno = error;
    raise(number); /* pending until the handler returns, and then what it does without ours */
}

static void tell(int error, uint64_t dropped)
{
    if (error)
        ctsar__warn("the trace could not be written to %s: %s", trace.file, strerror(error));
    else if (dropped)
        ctsar__warn("the trace in %s lacks %llu events: each thread keeps its last %d", trace.file,
                    (unsigned long long)dropped, CTSAR__TRACE_KEPT);
}

/* A forked child inherits all this, which is its parent's.  A signal must not come to this thread
 * in the middle of the file: its handler would wait for it. */
static void write_at_exit(void)
{
    if (trace.owner != getpid() || atomic_exchange(&writing, true))
        return;
    sigset_t held, before;
    sigemptyset(&held);
    for (int i = 0; i < CTSAR__SIGNALS; ++i)
        sigaddset(&held, ctsar__signal[i]);
    pthread_sigmask(SIG_BLOCK, &held, &before);
    uint64_t dropped = 0;
    int error = write_trace(&dropped);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    tell(error, dropped);
}

/* Once.  False without memory. */
static bool start(const ctsar__config *config)
{
    bool real = config->devices.clock == CTSAR__CLOCK_REAL;
    trace.clock = real ? "real" : "virtual";
    trace.start = real ? ctsar__now() : 0;
    trace.file = ctsar__absolute_path(config->trace_file);
    if (!trace.file || asprintf(&trace.temporary, "%s.%ld.tmp", trace.file, (long)getpid()) < 0 ||
        atexit(write_at_exit))
        return false;
    trace.owner = getpid();
    ctsar__signals_take(0, write_on_signal, replaced);
    ctsar__trace_flag = true;
    return true;
}

/* ---- Names -------------------------------------------------------------------------------- */

/* `text` as a string of JSON may have it; false: it is too long, and nothing is there. */
static bool set_name(char *to, size_t room, const char *as)
{
    json_t *string = ctsar__json_text(as);
    char *text = string ? json_dumps(string, JSON_ENCODE_ANY) : NULL;
    json_decref(string);
    size_t length = text ? strlen(text) - 2 : room; /* without its quotation marks */
    bool whole = length < room;
    snprintf(to, room, "%.*s", whole ? (int)length : 0, text ? text + 1 : "");
    free(text);
    return whole;
}

/* Under the lock. */
static uint16_t find_name(const char *as)
{
    char *fresh = known[names].json;
    if (names == NAMES - 1 || !set_name(fresh, sizeof known->json, as))
        return 0;
    for (unsigned i = 0; i < names; ++i)
        if (!strcmp(known[i].json, fresh))
            return (uint16_t)(i + 1);
    return (uint16_t)++names;
}

uint16_t ctsar__trace_name(const char *as)
{
    pthread_mutex_lock(&lock);
    uint16_t number = find_name(as);
    pthread_mutex_unlock(&lock);
    return number;
}

/* ---- Regions ------------------------------------------------------------------------------ */

static void name_region(char *as, size_t size, unsigned number, const char *name)
{
    if (!set_name(as, size, name))
        snprintf(as, size, "region %u", number);
}

/* Has it ended, and is it what `like` is under that name? */
static bool is_like(const ctsar__traced_region *r, const ctsar__traced_region *like,
                    const char *name)
{
    bool same = !r->open && !strcmp(r->name, name) && r->tasks == like->tasks &&
                r->accs == like->accs && r->slots == like->slots;
    for (int a = 0; same && a < r->accs; ++a)
        same = !strcmp(r->acc_name[a], like->acc_name[a]);
    return same;
}

static void free_region(ctsar__traced_region *r)
{
    if (r)
        free(r->acc_name);
    free(r);
}

static ctsar__traced_region *make(const ctsar__trace_about *about)
{
    ctsar__traced_region *r = calloc(1, sizeof *r);
    if (r)
        r->acc_name = calloc((size_t)about->accs + 1, sizeof *r->acc_name);
    if (!r || !r->acc_name) {
        free_region(r);
        return NULL;
    }
    r->accs = about->accs;
    r->slots = about->slots;
    r->tasks = about->tasks;
    r->open = true;
    for (int a = 0; a < r->accs; ++a)
        if (!set_name(r->acc_name[a], sizeof *r->acc_name, about->acc_name[a]))
            snprintf(r->acc_name[a], sizeof *r->acc_name, "accelerator %d", a);
    name_region(r->name, sizeof r->name, r->number, about->name);
    return r;
}

static ctsar__traced_region *take_up(ctsar__traced_region *r)
{
    r->open = true;
    r->left = false;
    return r;
}

/* One that has ended takes it in, or it is put at the end of the list, where the handler finds it
 * whole.  NULL: there are too many. */
static ctsar__traced_region *enter(ctsar__traced_region *r)
{
    ctsar__traced_region *last = NULL;
    unsigned number = 1;
    for (ctsar__traced_region *old = trace.first; old; old = old->next) {
        if (is_like(old, r, r->name)) {
            free_region(r);
            return take_up(old);
        }
        number = old->number + 1u;
        last = old;
    }
    if (number > UINT16_MAX) {
        free_region(r);
        return NULL;
    }
    r->number = (uint16_t)number;
    if (last)
        last->next = r;
    else
        trace.first = r;
    return r;
}

ctsar__traced_region *ctsar__trace_open(const ctsar__config *config,
                                        const ctsar__trace_about *about)
{
    if (!config->trace_file)
        return NULL;
    pthread_mutex_lock(&lock);
    bool ready = trace.owner || start(config);
    ctsar__traced_region *r = ready ? make(about) : NULL;
    if (r)
        r = enter(r);
    pthread_mutex_unlock(&lock);
    if (!r)
        ctsar__warn("no memory to trace region %s", about->name);
    return r;
}

/* Under the lock. */
static ctsar__traced_region *rename_to(ctsar__traced_region *r, const char *name)
{
    char as[sizeof r->name];
    name_region(as, sizeof as, r->number, name);
    for (ctsar__traced_region *old = trace.first; old; old = old->next)
        if (old != r && is_like(old, r, as)) {
            r->left = true;
            r->open = false;
            return take_up(old);
        }
    memcpy(r->name, as, sizeof as);
    return r;
}

ctsar__traced_region *ctsar__trace_rename(ctsar__traced_region *r, const char *name)
{
    if (!r)
        return NULL;
    pthread_mutex_lock(&lock);
    r = rename_to(r, name);
    pthread_mutex_unlock(&lock);
    return r;
}

void ctsar__trace_close(ctsar__traced_region *r)
{
    if (r)
        r->open = false;
}

/* ---- Virtual time ------------------------------------------------------------------------- */

double ctsar__trace_present(void)
{
    pthread_mutex_lock(&lock);
    double now = virtual_now;
    pthread_mutex_unlock(&lock);
    return now;
}

void ctsar__trace_advance(double to)
{
    pthread_mutex_lock(&lock);
    virtual_now = to > virtual_now ? to : virtual_now;
    pthread_mutex_unlock(&lock);
}

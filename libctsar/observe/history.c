/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The process's history.  Its tables are of the form that the file's "regions" has. */
#include "observe/history.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "observe/history_file.h"
#include "observe/history_table.h"
#include "observe/json_file.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* Under the lock. */
static struct {
    pid_t owner; /* the process that keeps it; 0: none yet */
    char *file;
    bool told;     /* that the file is of no use */
    json_t *known; /* the file's, and this process's merged into it */
    json_t *own;   /* this process's, not yet in the file */
    ctsar__history_region *live;
} history;

/* Where the list points to the region; NULL: it is not in it. */
static ctsar__history_region **place_of(const ctsar__history_region *r)
{
    ctsar__history_region **place = &history.live;
    while (*place && *place != r)
        place = &(*place)->next;
    return *place ? place : NULL;
}

static void tell(ctsar__history_contents c, const char *why)
{
    if (c == CTSAR__HISTORY_USABLE || history.told)
        return;
    history.told = true;
    if (c == CTSAR__HISTORY_DAMAGED)
        ctsar__warn("CTSAR_HISTORY: %s is ignored: %s; it will be moved to %s.damaged",
                    history.file, why, history.file);
    else if (c == CTSAR__HISTORY_UNREAD)
        ctsar__warn("CTSAR_HISTORY: %s is ignored: %s", history.file, why);
    else
        ctsar__warn("CTSAR_HISTORY: %s is ignored and left as it is: %s; no times are kept",
                    history.file, why);
}

static void merge_measured(const json_t *region, const char *key, ctsar__measured m)
{
    const char *name = json_string_value(region);
    (void)!ctsar__history_merge(history.own, name, key, m); /* without memory it is not noted */
    (void)!ctsar__history_merge(history.known, name, key, m);
}

/* ---- Versions ----------------------------------------------------------------------------- */

enum { CLASS_OF_ONE = 8 };

void ctsar__history_about(char about[static CTSAR__HISTORY_ABOUT], const char *family,
                          const char *version, int class)
{
    snprintf(about, CTSAR__HISTORY_ABOUT, "%.80s/%.80s 2^%d", family, version,
             class - CLASS_OF_ONE);
}

void ctsar__history_clock(const ctsar__config *config, char text[static CTSAR__HISTORY_CLOCK])
{
    snprintf(text, CTSAR__HISTORY_CLOCK, "real clock");
    if (config->devices.clock == CTSAR__CLOCK_VIRTUAL)
        snprintf(text, CTSAR__HISTORY_CLOCK, "virtual clock, %g s an iteration",
                 config->virtual_iter);
}

/* A new reference; NULL without memory. */
static json_t *version_key(const ctsar__history_region *r, int unit, const char *about)
{
    char key[CTSAR__HISTORY_ABOUT + CTSAR__UNIT_KEY];
    snprintf(key, sizeof key, "%s, %s", about, r->key[unit]);
    return ctsar__json_text(key);
}

/* Where something about a region is said. */
typedef struct listener {
    const ctsar__history_region *region;
    const json_t *name;
} listener;

static void hear(void *to, int unit, const char *about, ctsar__measured m)
{
    const listener *l = to;
    json_t *key = version_key(l->region, unit, about);
    if (key)
        merge_measured(l->name, json_string_value(key), m);
    json_decref(key);
}

/* Under the lock. */
static ctsar__measured recall(const ctsar__history_region *r, const json_t *name, int unit,
                              const char *about)
{
    ctsar__measured known = {0};
    json_t *key = version_key(r, unit, about);
    if (key)
        known =
            ctsar__history_known(history.known, json_string_value(name), json_string_value(key));
    json_decref(key);
    return known;
}

ctsar__measured ctsar__history_recall_about(const ctsar__history_region *r, int unit,
                                            const char *about)
{
    ctsar__measured known = {0};
    pthread_mutex_lock(&lock);
    json_t *name = place_of(r) ? ctsar__json_text(r->name) : NULL;
    if (name)
        known = recall(r, name, unit, about);
    json_decref(name);
    pthread_mutex_unlock(&lock);
    return known;
}

void ctsar__history_recall_version(const ctsar__history_region *r, int unit, const char *family,
                                   const char *version, ctsar__measured *known, int classes)
{
    memset(known, 0, (size_t)classes * sizeof *known);
    pthread_mutex_lock(&lock);
    json_t *name = place_of(r) ? ctsar__json_text(r->name) : NULL;
    for (int c = 0; name && c < classes; ++c) {
        char about[CTSAR__HISTORY_ABOUT];
        ctsar__history_about(about, family, version, c);
        known[c] = recall(r, name, unit, about);
    }
    json_decref(name);
    pthread_mutex_unlock(&lock);
}

/* ---- What regions measure ------------------------------------------------------------------- */

static void note_units(const ctsar__history_region *r, const json_t *name)
{
    ctsar__measured *unit = r->sched ? malloc((size_t)r->units * sizeof *unit) : NULL;
    if (!unit)
        return;
    ctsar__sched_times(r->sched, unit);
    for (int i = 0; i < r->units; ++i)
        if (unit[i].ranges > 0)
            merge_measured(name, r->key[i], unit[i]);
    free(unit);
}

static void note(const ctsar__history_region *r)
{
    json_t *name = history.own ? ctsar__json_text(r->name) : NULL;
    listener l = {r, name};
    if (name)
        note_units(r, name);
    if (name && r->versions)
        r->versions(r->versions_of, hear, &l);
    json_decref(name);
}

static bool ours(void)
{
    return history.owner == getpid();
}

static void write_own(void)
{
    char why[CTSAR__HISTORY_WHY];
    ctsar__history_contents found;
    int error = ctsar__history_write(history.file, history.own, &found, why);
    bool unread = found == CTSAR__HISTORY_UNREAD;
    if (!unread)
        tell(found, why);
    if (unread)
        ctsar__warn("CTSAR_HISTORY: %s could not be written: %s", history.file, why);
    else if (error)
        ctsar__warn("CTSAR_HISTORY: %s could not be written: %s", history.file,
                    error == ELOOP ? "its lock is a link; remove that" : strerror(error));
}

static void flush(void)
{
    for (const ctsar__history_region *r = history.live; r; r = r->next)
        note(r);
    if (json_object_size(history.own) > 0)
        write_own();
    json_object_clear(history.own);
}

static void forget(void)
{
    json_decref(history.known);
    json_decref(history.own);
    free(history.file);
    history.known = history.own = NULL;
    history.file = NULL;
    history.told = false;
}

/* A forked child inherits the handler and the tables, which are its parent's. */
static void at_exit(void)
{
    if (!ours()) /* the lock is as some thread of the parent's left it */
        return;
    pthread_mutex_lock(&lock);
    flush();
    forget();
    pthread_mutex_unlock(&lock);
}

static bool read_known(void)
{
    char why[CTSAR__HISTORY_WHY];
    tell(ctsar__history_read(history.file, &history.known, why), why);
    if (!history.known)
        history.known = json_object();
    history.own = json_object();
    return history.known && history.own;
}

/* Makes `file` the process's history, if it is not yet.  False without memory. */
static bool start(const char *file)
{
    char *path = ctsar__absolute_path(file);
    if (!path)
        return false;
    if (history.file && !strcmp(history.file, path)) {
        free(path);
        return true;
    }
    if (history.owner)
        flush();
    else if (atexit(at_exit)) {
        free(path);
        return false;
    }
    forget();
    history.owner = getpid();
    history.file = path;
    return read_known();
}

void ctsar__history_add(const ctsar__config *config, ctsar__history_region *r)
{
    if (!config->history_file)
        return;
    pthread_mutex_lock(&lock);
    if (!history.owner || ours()) {
        if (start(config->history_file)) {
            r->next = history.live;
            history.live = r;
        } else {
            ctsar__warn("CTSAR_HISTORY: no memory to keep the times of region %s", r->name);
        }
    }
    pthread_mutex_unlock(&lock);
}

void ctsar__history_recall(const ctsar__history_region *r, ctsar__measured *unit)
{
    memset(unit, 0, (size_t)r->units * sizeof *unit);
    pthread_mutex_lock(&lock);
    json_t *name = place_of(r) ? ctsar__json_text(r->name) : NULL;
    for (int i = 0; name && i < r->units; ++i)
        unit[i] = ctsar__history_known(history.known, json_string_value(name), r->key[i]);
    json_decref(name);
    pthread_mutex_unlock(&lock);
}

void ctsar__history_note(const ctsar__history_region *r)
{
    pthread_mutex_lock(&lock);
    if (ours() && place_of(r))
        note(r);
    pthread_mutex_unlock(&lock);
}

void ctsar__history_end(ctsar__history_region *r)
{
    pthread_mutex_lock(&lock);
    ctsar__history_region **place = place_of(r);
    if (place && ours())
        note(r);
    if (place)
        *place = r->next;
    pthread_mutex_unlock(&lock);
}

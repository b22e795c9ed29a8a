/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The process's history.  Its tables are JSON objects of the form that the file's "regions"
 * has. */
#define _GNU_SOURCE
#include "history.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "json_file.h"

enum { VERSION = 1, MOST_KEPT = 10, WHY = 160 };

#define HISTORY "ctsar_history"
#define TIME "time_per_iteration_s"
#define OVERHEAD "overhead_s"
#define OBSERVATIONS "observations"

static const long most_observations = 1000000000;
static const double lock_seconds = 5, retry_seconds = 1e-3;

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

/* ---- Tables -------------------------------------------------------------------- */

static const json_t *entry_of(const json_t *regions, const char *region, const char *unit)
{
    return json_object_get(json_object_get(regions, region), unit);
}

/* Zeroes for what is not there. */
static ctsar__measured measured_of(const json_t *entry)
{
    return (ctsar__measured){json_number_value(json_object_get(entry, OVERHEAD)),
                             json_number_value(json_object_get(entry, TIME)),
                             json_integer_value(json_object_get(entry, OBSERVATIONS))};
}

static bool valid_entry(const json_t *entry)
{
    ctsar__measured m = measured_of(entry);
    return json_is_number(json_object_get(entry, OVERHEAD)) && isfinite(m.overhead) &&
           m.overhead >= 0 && isfinite(m.time) && m.time > 0 && m.ranges > 0 &&
           m.ranges <= most_observations;
}

static bool valid_units(json_t *units)
{
    if (!json_is_object(units))
        return false;
    for (void *u = json_object_iter(units); u; u = json_object_iter_next(units, u))
        if (!valid_entry(json_object_iter_value(u)))
            return false;
    return true;
}

static bool valid_regions(json_t *regions)
{
    if (!json_is_object(regions))
        return false;
    for (void *r = json_object_iter(regions); r; r = json_object_iter_next(regions, r))
        if (!valid_units(json_object_iter_value(r)))
            return false;
    return true;
}

static ctsar__measured merged(ctsar__measured kept, ctsar__measured new)
{
    double old_weight = (double)(kept.ranges < MOST_KEPT ? kept.ranges : MOST_KEPT);
    double weight = (double)new.ranges, sum = old_weight + weight;
    long ranges = kept.ranges + new.ranges;
    return (ctsar__measured){(old_weight * kept.overhead + weight * new.overhead) / sum,
                             exp((old_weight * log(kept.time) + weight * log(new.time)) / sum),
                             ranges < most_observations ? ranges : most_observations};
}

/* Merges what was measured of a unit into the table.  False without memory. */
static bool merge(json_t *regions, const char *region, const char *unit, ctsar__measured m)
{
    json_t *units = json_object_get(regions, region);
    if (!units && json_object_set_new(regions, region, units = json_object()))
        return false;
    const json_t *kept = json_object_get(units, unit);
    if (kept)
        m = merged(measured_of(kept), m);
    return !json_object_set_new(units, unit,
                                json_pack("{s:f, s:f, s:I}", TIME, m.time, OVERHEAD, m.overhead,
                                          OBSERVATIONS, (json_int_t)m.ranges));
}

static bool merge_units(json_t *into, const char *region, json_t *units)
{
    for (void *u = json_object_iter(units); u; u = json_object_iter_next(units, u))
        if (!merge(into, region, json_object_iter_key(u), measured_of(json_object_iter_value(u))))
            return false;
    return true;
}

static bool merge_all(json_t *into, json_t *from)
{
    for (void *r = json_object_iter(from); r; r = json_object_iter_next(from, r))
        if (!merge_units(into, json_object_iter_key(r), json_object_iter_value(r)))
            return false;
    return true;
}

/* ---- Reading the file -------------------------------------------------------------- */

typedef enum contents {
    USABLE,  /* a history, or no file yet */
    DAMAGED, /* it was a history */
    FOREIGN  /* not to be touched */
} contents;

/* Does the text begin as a history does? */
static bool has_mark(FILE *in)
{
    char head[64] = "";
    rewind(in);
    size_t length = fread(head, 1, sizeof head - 1, in);
    return length == 0 || memmem(head, length, "\"" HISTORY "\"", sizeof HISTORY + 1);
}

/* What is wrong with a file that is JSON, in `why`; takes its regions if nothing is. */
static contents judge(const json_t *root, json_t **regions, char *why)
{
    const json_t *version = json_object_get(root, HISTORY);
    if (!json_is_integer(version) || json_integer_value(version) < 1) {
        snprintf(why, WHY, "it is not a history");
        return FOREIGN;
    }
    if (json_integer_value(version) != VERSION) {
        snprintf(why, WHY, "it has version %lld of the format, and this library reads %d",
                 (long long)json_integer_value(version), VERSION);
        return FOREIGN;
    }
    json_t *found = json_object_get(root, "regions");
    if (!valid_regions(found)) {
        snprintf(why, WHY, "it is damaged: a time or number of observations is none");
        return DAMAGED;
    }
    *regions = json_incref(found);
    return USABLE;
}

static contents parse(FILE *in, json_t **regions, char *why)
{
    json_error_t error;
    json_t *root = json_loadf(in, JSON_REJECT_DUPLICATES, &error);
    if (root) {
        contents c = judge(root, regions, why);
        json_decref(root);
        return c;
    }
    if (has_mark(in)) {
        snprintf(why, WHY, "it is damaged: line %d: %.100s", error.line, error.text);
        return DAMAGED;
    }
    snprintf(why, WHY, "it is not a history: line %d: %.100s", error.line, error.text);
    return FOREIGN;
}

static FILE *open_regular(const char *file)
{
    struct stat status;
    int fd = open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0)
        return NULL;
    bool regular = !fstat(fd, &status) && S_ISREG(status.st_mode);
    FILE *in = regular ? fdopen(fd, "r") : NULL;
    if (!in) {
        close(fd);
        errno = regular ? ENOMEM : EINVAL;
    }
    return in;
}

/* The file's table, a new reference; an empty one where there is no file.  NULL unless USABLE,
 * with the reason in `why`. */
static contents read_regions(json_t **regions, char *why)
{
    *regions = NULL;
    FILE *in = open_regular(history.file);
    if (in) {
        contents c = parse(in, regions, why);
        fclose(in);
        return c;
    }
    if (errno != ENOENT) {
        snprintf(why, WHY, "it cannot be read: %s", strerror(errno));
        return FOREIGN;
    }
    *regions = json_object();
    return USABLE;
}

static void tell(contents c, const char *why)
{
    if (c == USABLE || history.told)
        return;
    history.told = true;
    if (c == DAMAGED)
        ctsar__warn("CTSAR_HISTORY: %s is ignored: %s; it will be moved to %s.damaged",
                    history.file, why, history.file);
    else
        ctsar__warn("CTSAR_HISTORY: %s is ignored and left as it is: %s; no times are kept",
                    history.file, why);
}

/* ---- Writing the file ---------------------------------------------------------------- */

/* Waits for other processes' updates.  The descriptor whose closing ends the lock, or -1 with
 * errno.  A file system without locks does without: an update may then be lost, no more. */
static int lock_file(const char *name)
{
    int fd = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    double limit = ctsar__now() + lock_seconds;
    while (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB)) {
        if (errno != EWOULDBLOCK && errno != EINTR)
            break;
        if (ctsar__now() > limit) {
            close(fd);
            errno = EWOULDBLOCK;
            return -1;
        }
        ctsar__wait_until(ctsar__now() + retry_seconds);
    }
    return fd;
}

/* `tail` appended to the file's name, to be freed; NULL without memory. */
static char *beside(const char *tail)
{
    char *name = NULL;
    return asprintf(&name, "%s%s", history.file, tail) < 0 ? NULL : name;
}

static int move_aside(void)
{
    char *name = beside(".damaged");
    int error = !name ? ENOMEM : rename(history.file, name) ? errno : 0;
    free(name);
    return error;
}

/* Reads, merges and writes, under the file's lock.  0 or an errno value. */
static int update(void)
{
    char why[WHY];
    json_t *regions;
    contents c = read_regions(&regions, why);
    tell(c, why);
    if (c == FOREIGN)
        return 0;
    int error = c == DAMAGED ? move_aside() : 0;
    if (c == DAMAGED)
        regions = json_object();
    if (!error && (!regions || !merge_all(regions, history.own)))
        error = ENOMEM;
    json_t *root = json_pack("{s:i, s:o}", HISTORY, (int)VERSION, "regions", regions);
    if (!error)
        error = root ? ctsar__json_replace(history.file, root) : ENOMEM;
    json_decref(root);
    return error;
}

static void write_own(void)
{
    char *name = beside(".lock");
    int fd = name ? lock_file(name) : -1;
    int error = fd < 0 ? errno : update();
    if (error)
        ctsar__warn("CTSAR_HISTORY: %s could not be written: %s", history.file, strerror(error));
    if (fd >= 0)
        close(fd);
    free(name);
}

/* ---- The process's history --------------------------------------------------------------- */

static void note(const ctsar__history_region *r)
{
    size_t bytes = (size_t)r->units * sizeof(ctsar__measured);
    ctsar__measured *unit = r->sched && history.own ? malloc(bytes) : NULL;
    json_t *name = unit ? ctsar__json_text(r->name) : NULL;
    if (name) {
        ctsar__sched_times(r->sched, unit);
        for (int i = 0; i < r->units; ++i)
            if (unit[i].ranges > 0) { /* without memory it is not noted */
                (void)!merge(history.own, json_string_value(name), r->key[i], unit[i]);
                (void)!merge(history.known, json_string_value(name), r->key[i], unit[i]);
            }
    }
    json_decref(name);
    free(unit);
}

static bool ours(void)
{
    return history.owner == getpid();
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
    pthread_mutex_lock(&lock);
    if (ours()) {
        flush();
        forget();
    }
    pthread_mutex_unlock(&lock);
}

static bool read_known(void)
{
    char why[WHY];
    tell(read_regions(&history.known, why), why);
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

/* Where the list points to the region; NULL: it is not in it. */
static ctsar__history_region **place_of(const ctsar__history_region *r)
{
    ctsar__history_region **place = &history.live;
    while (*place && *place != r)
        place = &(*place)->next;
    return *place ? place : NULL;
}

void ctsar__history_recall(const ctsar__history_region *r, ctsar__measured *unit)
{
    memset(unit, 0, (size_t)r->units * sizeof *unit);
    pthread_mutex_lock(&lock);
    json_t *name = place_of(r) ? ctsar__json_text(r->name) : NULL;
    for (int i = 0; name && i < r->units; ++i)
        unit[i] = measured_of(entry_of(history.known, json_string_value(name), r->key[i]));
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

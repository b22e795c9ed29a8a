/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The process's list of regions, and writing it when the process ends. */
#define _GNU_SOURCE
#include "observe/report.h"

#include <errno.h>
#include <locale.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file_limit.h"
#include "config/config.h"
#include "observe/interrupt.h"
#include "observe/json_file.h"
#include "observe/report_json.h"
#include "observe/report_table.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* Under the lock. */
static struct {
    pid_t owner; /* the process that reports; 0: none yet */
    bool written;
    char *file; /* NULL: a table on stderr */
    ctsar__report_lists lists;
} report;

/* In a child nobody has what its parent's threads held. */
static void forked(void)
{
    pthread_mutex_init(&lock, NULL);
}

__attribute__((constructor)) static void watch_forks(void)
{
    pthread_atfork(NULL, NULL, forked);
}

/* ---- Writing ------------------------------------------------------------- */

/* In one piece, so that several processes' reports do not interleave. */
static int write_table(const ctsar__report_lists *lists)
{
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    if (!out)
        return errno;
    ctsar__report_table(out, lists);
    int error = fclose(out) == EOF ? errno : 0;
    ctsar__file_limit limit;
    ctsar__file_limit_hold(&limit);
    if (!error && fwrite(text, 1, length, stderr) != length)
        error = errno;
    ctsar__file_limit_release(&limit);
    free(text);
    return error;
}

static void write_report(void)
{
    /* Numbers look the same whatever locale the program has chosen. */
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    locale_t programs = c ? uselocale(c) : (locale_t)0;
    int error =
        report.file ? ctsar__report_json(report.file, &report.lists) : write_table(&report.lists);
    if (error)
        ctsar__warn("the report could not be written to %s: %s",
                    report.file ? report.file : "stderr", strerror(error));
    if (c) {
        uselocale(programs);
        freelocale(c);
    }
}

static void forget_all(void)
{
    while (report.lists.first) {
        ctsar__report_entry *e = report.lists.first;
        report.lists.first = e->next;
        if (!e->live)
            ctsar__stats_free(&e->ended);
        free(e);
    }
    while (report.lists.serial) {
        ctsar__serial_entry *e = report.lists.serial;
        report.lists.serial = e->next;
        free(e);
    }
    free(report.file);
    report.file = NULL;
}

/* At exit.  A forked child inherits the handler and the list, which are its parent's. */
static void write_at_exit(void)
{
    if (report.owner != getpid())
        return;
    pthread_mutex_lock(&lock);
    if (!report.written)
        write_report();
    report.written = true;
    forget_all();
    pthread_mutex_unlock(&lock);
}

/* What has been noted so far.  Nothing is freed: the program still runs. */
static void write_now(void)
{
    pthread_mutex_lock(&lock);
    if (!report.written)
        write_report();
    report.written = true;
    pthread_mutex_unlock(&lock);
}

void ctsar__report_hold(void)
{
    pthread_mutex_lock(&lock);
}

void ctsar__report_release(void)
{
    pthread_mutex_unlock(&lock);
}

/* ---- The list ------------------------------------------------------------ */

/* Takes note of the configuration, once.  False without memory. */
static bool start(const ctsar__config *config)
{
    bool json = config->report == CTSAR__REPORT_JSON;
    report.file = json ? ctsar__absolute_path(config->report_file) : NULL;
    if ((json && !report.file) || atexit(write_at_exit)) {
        free(report.file);
        report.file = NULL;
        return false;
    }
    report.owner = getpid();
    ctsar__interrupt_watch(write_now);
    return true;
}

static bool append(ctsar__region_stats *live)
{
    ctsar__report_entry *e = calloc(1, sizeof *e), **end = &report.lists.first;
    if (!e)
        return false;
    e->live = live;
    e->opened = 1;
    while (*end)
        end = &(*end)->next;
    *end = e;
    return true;
}

void ctsar__report_add(const ctsar__config *config, ctsar__region_stats *live)
{
    if (config->report == CTSAR__REPORT_OFF)
        return;
    pthread_mutex_lock(&lock);
    bool added = report.owner || start(config);
    bool ours = added && report.owner == getpid() && !report.written;
    if (ours)
        added = append(live);
    pthread_mutex_unlock(&lock);
    if (!added)
        ctsar__warn("no memory to report region %s", live->name);
}

/* The entry of that name, a new one if there is none yet; NULL without memory. */
static ctsar__serial_entry *serial_entry(const char *name)
{
    ctsar__serial_entry **place = &report.lists.serial;
    while (*place && strcmp((*place)->name, name) != 0)
        place = &(*place)->next;
    if (!*place && (*place = calloc(1, sizeof **place)))
        strcpy((*place)->name, name);
    return *place;
}

/* Whether the report is on, for a loop that may be executed before any region is opened.  An
 * environment that no region could be opened under is silent here. */
static bool wanted(void)
{
    static bool asked; /* under the lock */
    ctsar__config config;
    if (report.owner || asked)
        return report.owner;
    asked = true;
    if (ctsar__config_read(&config))
        return false;
    bool on = config.report != CTSAR__REPORT_OFF && start(&config);
    ctsar__config_free(&config);
    return on;
}

void ctsar__report_serial(const char *name)
{
    char plain[sizeof((ctsar__serial_entry *)0)->name];
    snprintf(plain, sizeof plain, "%s", name);
    ctsar__plain(plain);
    pthread_mutex_lock(&lock);
    bool ours = wanted() && report.owner == getpid() && !report.written;
    ctsar__serial_entry *e = ours ? serial_entry(plain) : NULL;
    if (e)
        e->times++;
    pthread_mutex_unlock(&lock);
    if (ours && !e)
        ctsar__warn("no memory to report loop %s", plain);
}

static ctsar__report_entry *entry_of(const ctsar__region_stats *live)
{
    ctsar__report_entry *e = report.lists.first;
    while (e && e->live != live)
        e = e->next;
    return e;
}

/* Merges the entry after `into` that is the same, if there is one and both have ended. */
static void merge_later(ctsar__report_entry *into)
{
    for (ctsar__report_entry **place = &into->next; *place; place = &(*place)->next) {
        ctsar__report_entry *e = *place;
        if (e->live || !ctsar__stats_same(&into->ended, &e->ended))
            continue;
        ctsar__stats_merge(&into->ended, &e->ended);
        into->opened += e->opened;
        *place = e->next;
        free(e);
        return;
    }
}

/* A program that opens and frees a region in a loop must not make the list grow: what has ended
 * merges into its like.  All others being merged already, `ended` has one like at most. */
static void merge_ended(ctsar__report_entry *ended)
{
    ctsar__report_entry *e = report.lists.first;
    while (e != ended && (e->live || !ctsar__stats_same(&e->ended, &ended->ended)))
        e = e->next;
    merge_later(e);
}

void ctsar__report_end(ctsar__region_stats *live)
{
    pthread_mutex_lock(&lock);
    ctsar__report_entry *e = entry_of(live);
    if (e) {
        e->ended = *live;
        e->live = NULL;
        *live = (ctsar__region_stats){0};
        merge_ended(e);
    }
    pthread_mutex_unlock(&lock);
    if (!e)
        ctsar__stats_free(live);
}

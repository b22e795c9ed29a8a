/* SPDX-License-Identifier: BSD-3-Clause */
#include "observe/replay.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "observe/json_file.h"
#include "observe/replay_file.h"

enum { MOST = 1 << 24 }; /* ranges that a process records */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* Under the lock. */
static struct {
    pid_t owner; /* the process that records; 0: none */
    char *file;  /* recorded to, or read from */
    bool reading;
    bool over;         /* nothing is recorded any more: it is written, or it lacks something: */
    const char *lacks; /* why it is not written, or NULL */
    long recorded;     /* ranges */
    ctsar__replay_region *first;
    const ctsar__replay_region *next; /* that no region has opened yet */
} recording;

static long ranges_of(const ctsar__replay_shape *shape, const ctsar__ranges *unit)
{
    long count = 0;
    for (long u = 0; u < ctsar__replay_lists(shape); ++u)
        count += unit[u].count;
    return count;
}

bool ctsar__replay_record(ctsar__replay_region *record, const ctsar__replay_shape *shape,
                          ctsar__ranges *unit)
{
    pthread_mutex_lock(&lock);
    long count = unit ? ranges_of(shape, unit) : 0, passes = record->count;
    bool fits = recording.recorded <= MOST - count;
    if (!recording.over && (!unit || !fits || ctsar__replay_append(record, shape, unit))) {
        recording.over = true;
        recording.lacks = fits ? "there is no memory for its ranges" : "it has too many ranges";
    }
    if (record->count > passes)
        recording.recorded += count;
    bool more = !recording.over;
    pthread_mutex_unlock(&lock);
    return more;
}

/* At exit.  A forked child inherits the handler and the list, which are its parent's. */
static void write_at_exit(void)
{
    if (recording.owner != getpid())
        return;
    pthread_mutex_lock(&lock);
    recording.over = true;
    if (recording.lacks)
        ctsar__warn("the schedule is not written to %s: %s (at most %d)", recording.file,
                    recording.lacks, MOST);
    int error = recording.lacks ? 0 : ctsar__replay_write(recording.file, recording.first);
    if (error)
        ctsar__warn("the schedule could not be written to %s: %s", recording.file, strerror(error));
    pthread_mutex_unlock(&lock);
}

static int no_memory(void)
{
    return ctsar__error(CTSAR_ENOMEM, "no memory for a schedule");
}

static int record_next(const ctsar__config *config, const char *name, ctsar__replay_region **record)
{
    ctsar__replay_region *r = calloc(1, sizeof *r), **end = &recording.first;
    if (!recording.file && r) {
        recording.file = ctsar__absolute_path(config->schedule_file);
        recording.owner = recording.file && !atexit(write_at_exit) ? getpid() : 0;
    }
    if (!r || !recording.owner) {
        free(r);
        return no_memory();
    }
    snprintf(r->name, sizeof r->name, "%s", name);
    while (*end)
        end = &(*end)->next;
    *end = *record = r;
    return CTSAR_OK;
}

static int read_file(const char *file)
{
    char why[CTSAR__REPLAY_WHY];
    if (!ctsar__replay_read(file, &recording.first, why))
        return ctsar__error(CTSAR_ECONFIG, "CTSAR_SCHEDULE: %s cannot be repeated: %s", file, why);
    recording.reading = true;
    recording.next = recording.first;
    return CTSAR_OK;
}

/* A region beyond those of the file has no pass to repeat. */
static int replay_next(const ctsar__config *config, const ctsar__replay_region **replay)
{
    static const ctsar__replay_region none;
    int status = recording.reading ? CTSAR_OK : read_file(config->schedule_file);
    if (status)
        return status;
    *replay = recording.next ? recording.next : &none;
    recording.next = recording.next ? recording.next->next : NULL;
    return CTSAR_OK;
}

int ctsar__replay_open(const ctsar__config *config, const char *name, ctsar__replay_region **record,
                       const ctsar__replay_region **replay)
{
    int status = CTSAR_OK;
    *record = NULL;
    *replay = NULL;
    pthread_mutex_lock(&lock);
    if (config->schedule == CTSAR__SCHEDULE_RECORD)
        status = record_next(config, name, record);
    else if (config->schedule != CTSAR__SCHEDULE_FREE)
        status = replay_next(config, replay);
    pthread_mutex_unlock(&lock);
    return status;
}

void ctsar__replay_rename(ctsar__replay_region *record, const char *name)
{
    if (record)
        snprintf(record->name, sizeof record->name, "%s", name);
}

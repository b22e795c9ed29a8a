/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "observe/history_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/status.h"
#include "observe/history_table.h"
#include "observe/json_file.h"

enum { VERSION = 1 };

#define HISTORY "ctsar_history"

static const double lock_seconds = 5, retry_seconds = 1e-3;

/* ---- Reading ------------------------------------------------------------------------- */

/* Does the text begin as a history does? */
static bool has_mark(FILE *in)
{
    char head[64] = "";
    rewind(in);
    size_t length = fread(head, 1, sizeof head - 1, in);
    return length == 0 || memmem(head, length, "\"" HISTORY "\"", sizeof HISTORY + 1);
}

/* What is wrong with a file that is JSON, in `why`; takes its regions if nothing is. */
static ctsar__history_contents judge(const json_t *root, json_t **regions, char *why)
{
    const json_t *version = json_object_get(root, HISTORY);
    if (!json_is_integer(version) || json_integer_value(version) < 1) {
        snprintf(why, CTSAR__HISTORY_WHY, "it is not a history");
        return CTSAR__HISTORY_FOREIGN;
    }
    if (json_integer_value(version) != VERSION) {
        snprintf(why, CTSAR__HISTORY_WHY,
                 "it has version %lld of the format, and this library reads %d",
                 (long long)json_integer_value(version), VERSION);
        return CTSAR__HISTORY_FOREIGN;
    }
    json_t *found = json_object_get(root, "regions");
    char wrong[CTSAR__HISTORY_WHY - 20];
    if (!ctsar__history_valid(found, wrong, sizeof wrong)) {
        snprintf(why, CTSAR__HISTORY_WHY, "it is damaged: %s", wrong);
        return CTSAR__HISTORY_DAMAGED;
    }
    *regions = json_incref(found);
    return CTSAR__HISTORY_USABLE;
}

/* Is there memory for all that a file of that size has? */
static bool has_room_for(FILE *in)
{
    enum { TIMES = 16, BESIDES = 1 << 16 }; /* a value of a byte is an entry of a table */
    struct stat about;
    void *room = fstat(fileno(in), &about) ? NULL : malloc((size_t)about.st_size * TIMES + BESIDES);
    free(room);
    return room;
}

static ctsar__history_contents parse_once(FILE *in, json_t **regions, char *why)
{
    json_error_t error;
    json_t *root = json_loadf(in, JSON_REJECT_DUPLICATES, &error);
    if (ferror(in)) { /* what has been read is not all */
        json_decref(root);
        snprintf(why, CTSAR__HISTORY_WHY, "it cannot be read: %s", strerror(errno));
        return CTSAR__HISTORY_UNREAD;
    }
    if (root) {
        ctsar__history_contents c = judge(root, regions, why);
        json_decref(root);
        return c;
    }
    if (has_mark(in)) {
        snprintf(why, CTSAR__HISTORY_WHY, "it is damaged: line %d: %.100s", error.line, error.text);
        return CTSAR__HISTORY_DAMAGED;
    }
    snprintf(why, CTSAR__HISTORY_WHY, "it is not a history: line %d: %.100s", error.line,
             error.text);
    return CTSAR__HISTORY_FOREIGN;
}

/* Jansson takes an allocation that fails for a mistake in the text, or leaves part of that out.  So
 * what is not usable is read once more, when there is memory. */
ctsar__history_contents ctsar__history_parse(FILE *in, json_t **regions, char *why)
{
    *regions = NULL;
    ctsar__history_contents c = parse_once(in, regions, why);
    if (c == CTSAR__HISTORY_USABLE || c == CTSAR__HISTORY_UNREAD)
        return c;
    if (!has_room_for(in)) {
        snprintf(why, CTSAR__HISTORY_WHY, "there is no memory to read it");
        return CTSAR__HISTORY_UNREAD;
    }
    rewind(in);
    return parse_once(in, regions, why);
}

ctsar__history_contents ctsar__history_read(const char *file, json_t **regions, char *why)
{
    *regions = NULL;
    FILE *in = ctsar__json_open(file);
    if (in) {
        ctsar__history_contents c = ctsar__history_parse(in, regions, why);
        fclose(in);
        return c;
    }
    if (errno != ENOENT) {
        snprintf(why, CTSAR__HISTORY_WHY, "it cannot be read: %s", strerror(errno));
        return CTSAR__HISTORY_FOREIGN;
    }
    *regions = json_object();
    return CTSAR__HISTORY_USABLE;
}

/* ---- Writing ------------------------------------------------------------------------- */

/* Lustre, for one, mounted without its option flock. */
static bool has_no_locks(int error)
{
    return error == ENOSYS || error == EOPNOTSUPP || error == ENOLCK;
}

/* Of the file as it is: each update makes another one. */
static ino_t inode(const char *file)
{
    struct stat s;
    return stat(file, &s) ? 0 : s.st_ino;
}

/* Waits for other processes' updates, as long as there are some: the disk may take a second for
 * each.  The descriptor whose closing ends the lock, or -1 with
 * errno.  A file system without locks does without and says so: an update may then be lost, no
 * more.  A link is not followed (ELOOP): the file would be made wherever it leads. */
static int lock_file(const char *name, const char *file)
{
    ino_t found = inode(file);
    int fd = open(name, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0666);
    double limit = ctsar__now() + lock_seconds;
    while (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB)) {
        int error = errno;
        if (has_no_locks(error)) {
            ctsar__warn("CTSAR_HISTORY: %s cannot be locked: %s; of processes that end at once, "
                        "one's times may be lost",
                        name, strerror(error));
            break;
        }
        if ((error != EWOULDBLOCK && error != EINTR) || ctsar__now() > limit) {
            close(fd);
            errno = error;
            return -1;
        }
        ctsar__wait_until(ctsar__now() + retry_seconds);
        ino_t other = inode(file);
        limit = other == found ? limit : ctsar__now() + lock_seconds;
        found = other;
    }
    return fd;
}

/* `tail` appended to the file's name, to be freed; NULL without memory. */
static char *beside(const char *file, const char *tail)
{
    char *name = NULL;
    return asprintf(&name, "%s%s", file, tail) < 0 ? NULL : name;
}

static int move_aside(const char *file)
{
    char *name = beside(file, ".damaged");
    int error = !name ? ENOMEM : rename(file, name) ? errno : 0;
    free(name);
    return error;
}

/* Under the file's lock.  0 or an errno value. */
static int update(const char *file, json_t *own, ctsar__history_contents *found, char *why)
{
    json_t *regions;
    *found = ctsar__history_read(file, &regions, why);
    if (*found == CTSAR__HISTORY_FOREIGN)
        return 0;
    if (*found == CTSAR__HISTORY_UNREAD)
        return ENOMEM;
    int error = *found == CTSAR__HISTORY_DAMAGED ? move_aside(file) : 0;
    if (*found == CTSAR__HISTORY_DAMAGED)
        regions = json_object();
    if (!error && (!regions || !ctsar__history_merge_all(regions, own)))
        error = ENOMEM;
    json_t *root = json_pack("{s:i, s:o}", HISTORY, (int)VERSION, "regions", regions);
    if (!error)
        error = root ? ctsar__json_replace(file, root) : ENOMEM;
    json_decref(root);
    return error;
}

int ctsar__history_write(const char *file, json_t *own, ctsar__history_contents *found, char *why)
{
    char *name = beside(file, ".lock");
    int fd = name ? lock_file(name, file) : -1;
    *found = CTSAR__HISTORY_USABLE;
    int error = fd < 0 ? errno : update(file, own, found, why);
    if (fd >= 0)
        close(fd);
    free(name);
    return error;
}

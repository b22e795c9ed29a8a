/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "observe/json_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file_limit.h"

json_t *ctsar__json_text(const char *text)
{
    json_t *string = json_string(text);
    if (string)
        return string;
    char *ascii = strdup(text);
    for (char *c = ascii; c && *c; ++c)
        if ((unsigned char)*c >= 0x80)
            *c = '?';
    string = ascii ? json_string(ascii) : NULL;
    free(ascii);
    return string;
}

FILE *ctsar__json_open(const char *file)
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

/* Creates `name` anew with the permissions that the process gives its files; a leftover of that
 * name is removed, a link not followed. */
static FILE *create(const char *name)
{
    unlink(name);
    int fd = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    FILE *out = fd < 0 ? NULL : fdopen(fd, "w");
    if (fd >= 0 && !out)
        close(fd);
    return out;
}

/* To the disk: else a system that goes down may have the new name without what stands under it. */
static bool is_on_disk(FILE *out)
{
    return fflush(out) == 0 && (fsync(fileno(out)) == 0 || errno == EINVAL || errno == ENOTSUP);
}

static int write_file(const char *name, const json_t *root, bool lasting)
{
    FILE *out = create(name);
    if (!out)
        return errno;
    errno = 0;
    bool failed = json_dumpf(root, out, JSON_INDENT(1) | JSON_REAL_PRECISION(15)) != 0;
    failed |= fputc('\n', out) == EOF;
    failed |= lasting && !is_on_disk(out);
    failed |= fclose(out) == EOF;
    return failed ? (errno ? errno : EIO) : 0;
}

static int replace_file(const char *file, const json_t *root, bool lasting)
{
    char *temporary = NULL;
    if (asprintf(&temporary, "%s.%ld.tmp", file, (long)getpid()) < 0)
        return ENOMEM;
    ctsar__file_limit limit;
    ctsar__file_limit_hold(&limit);
    int error = write_file(temporary, root, lasting);
    ctsar__file_limit_release(&limit);
    if (!error && rename(temporary, file))
        error = errno;
    if (error)
        unlink(temporary);
    free(temporary);
    return error;
}

int ctsar__json_replace(const char *file, const json_t *root)
{
    return replace_file(file, root, true);
}

int ctsar__json_refresh(const char *file, const json_t *root)
{
    return replace_file(file, root, false);
}

char *ctsar__absolute_path(const char *file)
{
    char *directory = *file == '/' ? NULL : getcwd(NULL, 0);
    char *path = NULL;
    if (!directory)
        return strdup(file);
    if (asprintf(&path, "%s/%s", directory, file) < 0)
        path = NULL;
    free(directory);
    return path;
}

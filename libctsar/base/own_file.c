/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "base/own_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

/* What is wrong with what has been opened, into `why`; true: nothing is. */
static bool is_own(int fd, mode_t kind, char why[static CTSAR__OWN_WHY])
{
    struct stat about;
    if (fstat(fd, &about))
        snprintf(why, CTSAR__OWN_WHY, "it cannot be looked at");
    else if ((about.st_mode & S_IFMT) != kind)
        snprintf(why, CTSAR__OWN_WHY, "it is no %s", kind == S_IFDIR ? "folder" : "regular file");
    else if (about.st_uid != geteuid())
        snprintf(why, CTSAR__OWN_WHY, "it belongs to user %ld", (long)about.st_uid);
    else if (about.st_mode & (S_IWGRP | S_IWOTH))
        snprintf(why, CTSAR__OWN_WHY, "others may write to it (mode %04o)",
                 (unsigned)about.st_mode & 07777);
    return !*why;
}

static int open_own(int folder, const char *name, mode_t kind, char why[static CTSAR__OWN_WHY])
{
    *why = '\0';
    /* O_NONBLOCK: opening a pipe would wait for who writes to it. */
    int fd = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0 && errno == ELOOP)
        snprintf(why, CTSAR__OWN_WHY, "it is a link");
    if (fd < 0 || is_own(fd, kind, why))
        return fd;
    close(fd);
    return -1;
}

int ctsar__own_folder(const char *path, char why[static CTSAR__OWN_WHY])
{
    return open_own(AT_FDCWD, path, S_IFDIR, why);
}

int ctsar__own_file(int folder, const char *name, char why[static CTSAR__OWN_WHY])
{
    return open_own(folder, name, S_IFREG, why);
}

int ctsar__own_create(int folder, const char *name)
{
    return openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
}

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A file for each program, named by its key's hash: a line with sizes and the program's sum, the
 * key, the program.  It is written beside and renamed, so that readers see all of it or none.  What
 * somebody else may have written is neither read nor written to: programs are executed. */
#define _GNU_SOURCE
#include "device/opencl/program_cache.h"

#include <errno.h>
#include <inttypes.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file_limit.h"
#include "base/hash.h"
#include "base/own_file.h"

#define MAGIC "ctsar-program-1"

enum { PATH = 4096, HEAD = 128, NAME = 32 };

char *ctsar__program_cache_dir(const char *setting)
{
    const char *xdg = secure_getenv("XDG_CACHE_HOME"), *home = secure_getenv("HOME");
    char path[PATH];
    int length;
    if (setting && !strcmp(setting, "0"))
        return NULL;
    if (setting)
        length = snprintf(path, sizeof path, "%s", setting);
    else if (xdg && *xdg == '/') /* XDG: others are to be ignored */
        length = snprintf(path, sizeof path, "%s/ctsar", xdg);
    else if (home && *home)
        length = snprintf(path, sizeof path, "%s/.cache/ctsar", home);
    else
        return NULL;
    return length < PATH - 64 ? strdup(path) : NULL;
}

static void name_of(char name[static NAME], const char *key)
{
    snprintf(name, NAME, "%016" PRIx64 ".program", ctsar__hash(0, key, strlen(key)));
}

static void head_of(char head[static HEAD], const char *key, const void *program, size_t size)
{
    snprintf(head, HEAD, MAGIC " %zu %zu %016" PRIx64 "\n", strlen(key), size,
             ctsar__hash(0, program, size));
}

static atomic_flag told = ATOMIC_FLAG_INIT; /* one message a process */

/* Says what is not used; nothing where `why` is empty. */
static void tell(const char *dir, const char *name, const char *why)
{
    if (*why && !atomic_flag_test_and_set(&told))
        ctsar__warn("%s%s%s is not used: %s; compiled programs are kept in a folder of your own "
                    "that nobody else may write to, see CTSAR_CACHE_DIR",
                    dir, *name ? "/" : "", name, why);
}

static void tell_not_kept(const char *dir, int error)
{
    if (!atomic_flag_test_and_set(&told))
        ctsar__warn("compiled programs cannot be kept in %s: %s; every run compiles them anew, see "
                    "CTSAR_CACHE_DIR",
                    dir, strerror(error));
}

static int open_folder(const char *dir)
{
    char why[CTSAR__OWN_WHY];
    int folder = ctsar__own_folder(dir, why);
    tell(dir, "", why);
    return folder;
}

/* All that the file has and a 0, to be freed, or NULL. */
static char *read_all(FILE *f, size_t *size)
{
    struct stat about;
    char *text = fstat(fileno(f), &about) ? NULL : malloc((size_t)about.st_size + 1);
    if (text) {
        *size = fread(text, 1, (size_t)about.st_size, f);
        text[*size] = '\0';
    }
    return text;
}

static char *read_file(const char *dir, const char *name, size_t *size)
{
    char why[CTSAR__OWN_WHY];
    int folder = open_folder(dir), fd = folder < 0 ? -1 : ctsar__own_file(folder, name, why);
    if (folder < 0)
        return NULL;
    close(folder);
    tell(dir, name, why);
    FILE *f = fd < 0 ? NULL : fdopen(fd, "rb");
    if (!f && fd >= 0)
        close(fd);
    char *text = f ? read_all(f, size) : NULL;
    if (f)
        fclose(f);
    return text;
}

void *ctsar__program_cache_load(const char *dir, const char *key, size_t *size)
{
    char name[NAME], head[HEAD];
    size_t length = strlen(key), total = 0;
    if (!dir)
        return NULL;
    name_of(name, key);
    char *text = read_file(dir, name, &total);
    const char *end = text ? strchr(text, '\n') : NULL;
    size_t before = end ? (size_t)(end - text) + 1 + length : SIZE_MAX;
    void *program = NULL;
    if (before < total && !memcmp(end + 1, key, length)) {
        *size = total - before;
        head_of(head, key, text + before, *size);
        if (!strncmp(text, head, strlen(head)))
            program = malloc(*size);
        if (program)
            memcpy(program, text + before, *size);
    }
    free(text);
    return program;
}

/* `mkdir -p`. */
static void make_folders(const char *dir)
{
    char path[PATH];
    snprintf(path, sizeof path, "%s", dir);
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(path, 0700);
        *slash = '/';
    }
    mkdir(path, 0700);
}

/* Writes the file of that name beside its place, then puts it there. */
static void write_file(const char *dir, int folder, const char *name, const char *head,
                       const char *key, const void *program, size_t size)
{
    static _Atomic unsigned number;
    char beside[2 * NAME];
    snprintf(beside, sizeof beside, "%s.%ld.%u", name, (long)getpid(), number++);
    unlinkat(folder, beside, 0); /* of a process of that number that was ended */
    int fd = ctsar__own_create(folder, beside);
    FILE *f = fd < 0 ? NULL : fdopen(fd, "wb");
    if (!f) {
        tell_not_kept(dir, errno);
        if (fd >= 0)
            close(fd);
        return;
    }
    bool written = fputs(head, f) >= 0 && fputs(key, f) >= 0 && fwrite(program, size, 1, f) == 1;
    written = !fclose(f) && written;
    if (!written || renameat(folder, beside, folder, name)) {
        tell_not_kept(dir, errno);
        unlinkat(folder, beside, 0);
    }
}

void ctsar__program_cache_store(const char *dir, const char *key, const void *program, size_t size)
{
    char name[NAME], head[HEAD];
    if (!dir)
        return;
    make_folders(dir);
    int folder = open_folder(dir);
    if (folder < 0) {
        tell_not_kept(dir, errno);
        return;
    }
    ctsar__file_limit limit;
    name_of(name, key);
    head_of(head, key, program, size);
    ctsar__file_limit_hold(&limit);
    write_file(dir, folder, name, head, key, program, size);
    ctsar__file_limit_release(&limit);
    close(folder);
}

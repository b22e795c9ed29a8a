/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A file for each program, named by its key's hash: a line with sizes and the program's sum, the
 * key, the program.  It is written beside and renamed, so that readers see all of it or none. */
#define _GNU_SOURCE
#include "program_cache.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAGIC "ctsar-program-1"

enum { PATH = 4096, HEAD = 128 };

/* FNV-1a. */
static uint64_t sum_of(const void *data, size_t size)
{
    const unsigned char *byte = data;
    uint64_t sum = 0xcbf29ce484222325u;
    for (size_t i = 0; i < size; ++i)
        sum = (sum ^ byte[i]) * 0x100000001b3u;
    return sum;
}

char *ctsar__program_cache_dir(const char *setting)
{
    const char *xdg = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
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

static void path_of(char path[static PATH], const char *dir, const char *key)
{
    snprintf(path, PATH, "%s/%016" PRIx64 ".program", dir, sum_of(key, strlen(key)));
}

static void head_of(char head[static HEAD], const char *key, const void *program, size_t size)
{
    snprintf(head, HEAD, MAGIC " %zu %zu %016" PRIx64 "\n", strlen(key), size,
             sum_of(program, size));
}

/* The whole file and a 0, to be freed, or NULL. */
static char *read_file(const char *path, size_t *size)
{
    struct stat about;
    char *text = NULL;
    FILE *f = fopen(path, "rb");
    if (!f)
        return NULL;
    if (!fstat(fileno(f), &about) && S_ISREG(about.st_mode))
        text = malloc((size_t)about.st_size + 1);
    if (text) {
        *size = fread(text, 1, (size_t)about.st_size, f);
        text[*size] = '\0';
    }
    fclose(f);
    return text;
}

void *ctsar__program_cache_load(const char *dir, const char *key, size_t *size)
{
    char path[PATH], head[HEAD];
    size_t length = strlen(key), total = 0;
    if (!dir)
        return NULL;
    path_of(path, dir, key);
    char *text = read_file(path, &total);
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

void ctsar__program_cache_store(const char *dir, const char *key, const void *program, size_t size)
{
    char path[PATH], beside[PATH + 8], head[HEAD];
    if (!dir)
        return;
    make_folders(dir);
    path_of(path, dir, key);
    snprintf(beside, sizeof beside, "%s.XXXXXX", path);
    head_of(head, key, program, size);
    int fd = mkstemp(beside);
    FILE *f = fd < 0 ? NULL : fdopen(fd, "wb");
    if (!f)
        return;
    bool written = fputs(head, f) >= 0 && fputs(key, f) >= 0 && fwrite(program, size, 1, f) == 1;
    written = !fclose(f) && written;
    if (!written || rename(beside, path))
        unlink(beside);
}

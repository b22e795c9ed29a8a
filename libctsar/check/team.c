/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "check/team.h"

#include <dirent.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/grow.h"

/* Weak: zero where the program brings no OpenMP runtime. */
extern void omp_set_schedule(int kind, int chunk) __attribute__((weak));
extern void omp_get_schedule(int *kind, int *chunk) __attribute__((weak));

enum { STATIC = 1, MARK = 15485863 };

/* Numbers of threads, and 0 of what else the folder has.  Which are larger says nothing, since the
 * system begins anew once it has counted far. */
static struct {
    pthread_mutex_t mutex;
    long *number;
    size_t count, room;
} older = {.mutex = PTHREAD_MUTEX_INITIALIZER};

void ctsar__team_mark_own(ctsar__team_mark *m)
{
    *m = (ctsar__team_mark){0};
    if (!omp_set_schedule || !omp_get_schedule)
        return;
    omp_get_schedule(&m->kind, &m->chunk);
    omp_set_schedule(STATIC, MARK);
}

/* The body may have set another one, which stays. */
void ctsar__team_unmark(const ctsar__team_mark *m)
{
    if (omp_set_schedule && ctsar__team_is_marked())
        omp_set_schedule(m->kind, m->chunk);
}

bool ctsar__team_is_marked(void)
{
    int kind, chunk = 0;
    if (omp_get_schedule)
        omp_get_schedule(&kind, &chunk);
    return chunk == MARK;
}

static bool note(long number)
{
    long *grown = ctsar__grow(older.number, &older.room, older.count + 1, sizeof *grown);
    if (!grown)
        return false;
    older.number = grown;
    older.number[older.count++] = number;
    return true;
}

/* Without memory none is newer, as where the system does not say. */
void ctsar__team_note_threads(void)
{
    pthread_mutex_lock(&older.mutex);
    older.count = 0;
    DIR *threads = opendir("/proc/self/task");
    for (const struct dirent *e; threads && (e = readdir(threads));)
        if (!note(strtol(e->d_name, NULL, 10))) {
            older.count = 0;
            break;
        }
    if (threads)
        closedir(threads);
    pthread_mutex_unlock(&older.mutex);
}

bool ctsar__team_is_newer(void)
{
    long own = syscall(SYS_gettid);
    pthread_mutex_lock(&older.mutex);
    bool newer = older.count > 0;
    for (size_t i = 0; i < older.count && newer; ++i)
        newer = older.number[i] != own;
    pthread_mutex_unlock(&older.mutex);
    return newer;
}

/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "task/team.h"

#include <dirent.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Weak: zero where the program brings no OpenMP runtime. */
extern void omp_set_schedule(int kind, int chunk) __attribute__((weak));
extern void omp_get_schedule(int *kind, int *chunk) __attribute__((weak));

enum { STATIC = 1, MARK = 15485863 };

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

long ctsar__team_newest(void)
{
    long newest = 0;
    DIR *threads = opendir("/proc/self/task");
    for (const struct dirent *e; threads && (e = readdir(threads));) {
        long number = strtol(e->d_name, NULL, 10);
        newest = number > newest ? number : newest;
    }
    if (threads)
        closedir(threads);
    return newest;
}

bool ctsar__team_is_newer(long newest)
{
    return newest && syscall(SYS_gettid) > newest;
}

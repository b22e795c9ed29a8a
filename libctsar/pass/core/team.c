/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "pass/core/team.h"

#include <link.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/status.h"

/* Weak: zero where the program brings no OpenMP runtime. */
extern int omp_get_thread_num(void) __attribute__((weak));
extern int omp_get_num_threads(void) __attribute__((weak));
extern void omp_set_num_threads(int threads) __attribute__((weak));
extern int omp_get_level(void) __attribute__((weak));
extern int omp_get_ancestor_thread_num(int level) __attribute__((weak));

/* Not small: h ^ x of two small numbers is soon that of two others. */
#define SEED 0x6A09E667F3BCC909u

static uint64_t mix(uint64_t h, int x)
{
    h = (h ^ (uint64_t)(unsigned)x) * 0x9E3779B97F4A7C15u;
    return h ^ h >> 29;
}

ctsar__member ctsar__team_member(void)
{
    if (!omp_get_thread_num || !omp_get_num_threads)
        return (ctsar__member){0, 1, 1};
    ctsar__member m = {omp_get_thread_num(), omp_get_num_threads(), 1};
    int level = omp_get_level ? omp_get_level() : 0;
    m.team = mix(mix(SEED, m.threads), level);
    /* Teams nested side by side differ in the threads that they hang on. */
    for (int l = 1; omp_get_ancestor_thread_num && l < level; ++l)
        m.team = mix(m.team, omp_get_ancestor_thread_num(l));
    m.team |= 1;
    return m;
}

void ctsar__team_limit(int threads)
{
    if (omp_set_num_threads)
        omp_set_num_threads(threads);
}

typedef struct runtimes {
    const char *name[4];
    int count;
} runtimes;

static int note_runtime(struct dl_phdr_info *info, size_t size, void *data)
{
    static const char *const known[] = {"libgomp.so", "libomp.so", "libiomp5.so"};
    runtimes *r = data;
    (void)size;
    const char *slash = strrchr(info->dlpi_name, '/');
    const char *base = slash ? slash + 1 : info->dlpi_name;
    for (size_t i = 0; i < sizeof known / sizeof *known; ++i)
        if (!strncmp(base, known[i], strlen(known[i])) && r->count < 4)
            r->name[r->count++] = known[i];
    return 0;
}

static void look_for_two_runtimes(void)
{
    runtimes r = {.count = 0};
    dl_iterate_phdr(note_runtime, &r);
    if (r.count > 1)
        ctsar__warn("two OpenMP runtimes are loaded, %s and %s; thread numbers may be wrong: link "
                    "the program with one of them only",
                    r.name[0], r.name[1]);
}

void ctsar__team_warn_of_two_runtimes(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, look_for_two_runtimes);
}

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The ways that a translated program has: ctsar's policies, and OpenMP's schedules over the very
 * same kernels.
 *
 * The linker leads the program's calls of ctsar through the functions here (--wrap).  A policy has
 * regions of its own, so that each learns undisturbed whatever is run between.  With an OpenMP
 * schedule the calls do without ctsar: pointers are the host's, and the kernel's host form is
 * called with the ranges that the OpenMP runtime hands out. */
#include "variants.h"

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ctsar.h>

#include "../apps/common/app.h"

static const struct {
    const char *name;
    int policy;      /* a ctsar_policy; CTSAR_POLICY_DEFAULT: the program's own */
    omp_sched_t omp; /* or, where this is not 0, a schedule */
} ways[] = {{"default", CTSAR_POLICY_DEFAULT, 0},
#define POLICY(constant, name, number, what) {#name, constant, 0},
            CTSAR_POLICY_LIST(POLICY)
#undef POLICY
                {"omp:static", 0, omp_sched_static},
            {"omp:dynamic", 0, omp_sched_dynamic},
            {"omp:guided", 0, omp_sched_guided}};
enum { WAYS = sizeof ways / sizeof *ways };

/* WAY[-unpadded][-copied][:DIVISION][@cpu|@gpu] */
typedef struct variant {
    const char *name; /* all of it, as it was given */
    int way, div;     /* div 0: the policy's own */
    bool unpadded;    /* rows as they lie on the host, to see what padding gains */
    bool copied;      /* persist is void: every pass copies everything */
    unsigned units;   /* CTSAR_DEV_*; 0: those that the program asks for */
} variant;

enum { MAX_VARIANTS = 64 };
static variant variants[MAX_VARIANTS]; /* those that were selected */
static int variant_count;
static const variant *selected;

/* Whether `*rest` begins with `word`, which is then skipped. */
static bool skip(const char **rest, const char *word)
{
    size_t length = strlen(word);

    if (strncmp(*rest, word, length) != 0)
        return false;
    *rest += length;
    return true;
}

/* The longest name that `name` begins with, which is then skipped; WAYS if there is none. */
static int find_way(const char **rest)
{
    int found = WAYS;

    for (int w = 0; w < WAYS; ++w)
        if (!strncmp(*rest, ways[w].name, strlen(ways[w].name)) &&
            (found == WAYS || strlen(ways[w].name) > strlen(ways[found].name)))
            found = w;
    if (found < WAYS)
        *rest += strlen(ways[found].name);
    return found;
}

static bool parse(const char *name, variant *v)
{
    const char *rest = name;

    *v = (variant){.name = name, .way = find_way(&rest)};
    if (v->way == WAYS)
        return false;
    if (ways[v->way].omp)
        return !*rest;
    v->unpadded = skip(&rest, "-unpadded");
    v->copied = skip(&rest, "-copied");
    if (skip(&rest, ":")) {
        char *end;
        long div = strtol(rest, &end, 10);
        if (end == rest || div < 1 || div > 1000000)
            return false;
        v->div = (int)div;
        rest = end;
    }
    v->units = skip(&rest, "@cpu") ? CTSAR_DEV_CPU : skip(&rest, "@gpu") ? CTSAR_DEV_GPU : 0;
    return !*rest;
}

bool suite_variant_exists(const char *name)
{
    variant v;

    return parse(name, &v);
}

void suite_variant_select(const char *name)
{
    int v = 0;

    while (v < variant_count && strcmp(variants[v].name, name) != 0)
        ++v;
    if (v == MAX_VARIANTS || !parse(name, &variants[v]))
        app_fail("no variant '%s', or more than %d", name, MAX_VARIANTS);
    variant_count += v == variant_count;
    selected = &variants[v];
    if (ways[selected->way].omp)
        omp_set_schedule(ways[selected->way].omp, 0);
}

const char *suite_variants_help(void)
{
    static char text[300];

    if (!*text) {
        for (int w = 0; w < WAYS; ++w)
            strcat(strcat(text, w ? ", " : ""), ways[w].name);
        strcat(text, "; a policy may be followed by -unpadded, -copied (as without persist), "
                     ":DIVISION, @cpu or @gpu");
    }
    return text;
}

static unsigned flags_of(unsigned flags)
{
    if (selected->unpadded)
        flags &= ~CTSAR_MEM_PAD;
    return selected->copied ? flags & ~CTSAR_MEM_PERSIST : flags;
}

static bool by_openmp(void)
{
    return ways[selected->way].omp != 0;
}

/* ---- One region for each loop and variant ---------------------------------------------------- */

int __real_ctsar_init_at(ctsar **s, size_t iterations, ctsar_policy policy, unsigned devices,
                         const double *time_per_iter, const int *div, const char *where);

enum { MAX_REGIONS = 512 };
static struct {
    ctsar **site;
    const variant *variant;
    ctsar *region;
    char name[80]; /* in reports: "FILE:LINE VARIANT" */
} regions[MAX_REGIONS];
static int region_count;

static int region_of(ctsar **site, const char *where)
{
    int at = 0;

    while (at < region_count && (regions[at].site != site || regions[at].variant != selected))
        ++at;
    if (at == MAX_REGIONS)
        app_fail("more than %d regions", MAX_REGIONS);
    if (at == region_count) {
        regions[at].site = site;
        regions[at].variant = selected;
        snprintf(regions[at].name, sizeof regions[at].name, "%s %s", where, selected->name);
        region_count++;
    }
    return at;
}

int __wrap_ctsar_init_at(ctsar **s, size_t iterations, ctsar_policy policy, unsigned devices,
                         const double *time_per_iter, const int *div, const char *where)
{
    int at = region_of(s, where), own = ways[selected->way].policy;

    int status = __real_ctsar_init_at(&regions[at].region, iterations,
                                      own == CTSAR_POLICY_DEFAULT ? policy : (ctsar_policy)own,
                                      selected->units ? selected->units : devices, time_per_iter,
                                      selected->div ? &selected->div : div, regions[at].name);
    *s = regions[at].region;
    return status;
}

/* ---- A turn by OpenMP ------------------------------------------------------------------------ */

enum { MAX_ARGS = 64, COPY_SIZE = 64 };

/* An array or a reduction that the thread has registered. */
typedef struct entry {
    void *host;
    size_t strides[CTSAR_MAX_DIMS - 1];
    ctsar_combine combine; /* NULL: an array */
    _Alignas(COPY_SIZE) char copy[COPY_SIZE];
} entry;

static __thread struct {
    entry entry[MAX_ARGS];
    int count;
    long lo, hi, step;
} turn;

static entry *note(void *host)
{
    if (turn.count == MAX_ARGS)
        app_fail("more than %d arrays in a loop", MAX_ARGS);
    entry *e = &turn.entry[turn.count++];
    e->host = host;
    e->combine = NULL;
    return e;
}

void *__real_ctsar_reg_mem(ctsar *s, void *host, size_t item_size, size_t items, unsigned flags);
void *__wrap_ctsar_reg_mem(ctsar *s, void *host, size_t item_size, size_t items, unsigned flags)
{
    if (!by_openmp())
        return __real_ctsar_reg_mem(s, host, item_size, items, flags_of(flags));
    return note(host)->host;
}

void *__real_ctsar_reg_mem_2d(ctsar *s, void *host, size_t elem_size, size_t rows, size_t cols,
                              size_t row_halo, size_t col_halo, unsigned flags, size_t *pitch);
void *__wrap_ctsar_reg_mem_2d(ctsar *s, void *host, size_t elem_size, size_t rows, size_t cols,
                              size_t row_halo, size_t col_halo, unsigned flags, size_t *pitch)
{
    if (!by_openmp())
        return __real_ctsar_reg_mem_2d(s, host, elem_size, rows, cols, row_halo, col_halo,
                                       flags_of(flags), pitch);
    note(host)->strides[0] = cols;
    if (pitch)
        *pitch = cols;
    return host;
}

/* What the kernel gets under OpenMP: the host's distances. */
static void *host_strides(void *host, int ndim, const ctsar_dim *dims, size_t *strides)
{
    entry *e = note(host);
    size_t distance = 1;
    for (int d = ndim - 1; d > 0; --d) {
        distance *= dims[d].extent;
        e->strides[d - 1] = distance;
        if (strides)
            strides[d - 1] = distance;
    }
    return host;
}

void *__real_ctsar_reg_mem_nd(ctsar *s, void *host, size_t elem_size, int ndim,
                              const ctsar_dim *dims, unsigned flags, size_t *strides);
void *__wrap_ctsar_reg_mem_nd(ctsar *s, void *host, size_t elem_size, int ndim,
                              const ctsar_dim *dims, unsigned flags, size_t *strides)
{
    if (!by_openmp())
        return __real_ctsar_reg_mem_nd(s, host, elem_size, ndim, dims, flags_of(flags), strides);
    return host_strides(host, ndim, dims, strides);
}

void *__real_ctsar_reg_mem_map(ctsar *s, void *host, size_t elem_size, int ndim,
                               const ctsar_dim *dims, const ctsar_map *map, unsigned flags,
                               size_t *strides);
void *__wrap_ctsar_reg_mem_map(ctsar *s, void *host, size_t elem_size, int ndim,
                               const ctsar_dim *dims, const ctsar_map *map, unsigned flags,
                               size_t *strides)
{
    if (!by_openmp())
        return __real_ctsar_reg_mem_map(s, host, elem_size, ndim, dims, map, flags_of(flags),
                                        strides);
    return host_strides(host, ndim, dims, strides);
}

void *__real_ctsar_reg_reduc(ctsar *s, void *result, const void *identity, size_t item_size,
                             ctsar_combine combine);
void *__wrap_ctsar_reg_reduc(ctsar *s, void *result, const void *identity, size_t item_size,
                             ctsar_combine combine)
{
    if (!by_openmp())
        return __real_ctsar_reg_reduc(s, result, identity, item_size, combine);
    if (item_size > COPY_SIZE)
        app_fail("a reduction of more than %d bytes", COPY_SIZE);
    entry *e = note(result);
    e->combine = combine;
    return memcpy(e->copy, identity, item_size);
}

int __real_ctsar_next_range(ctsar *s, long lo, long hi, long step);
int __wrap_ctsar_next_range(ctsar *s, long lo, long hi, long step)
{
    if (!by_openmp())
        return __real_ctsar_next_range(s, lo, hi, step);
    turn.lo = lo;
    turn.hi = hi;
    turn.step = step;
    return CTSAR_OK;
}

/* What compilers make of a loop with schedule(runtime); both OpenMP runtimes have them. */
bool GOMP_loop_runtime_start(long lo, long hi, long step, long *start, long *end);
bool GOMP_loop_runtime_next(long *start, long *end);
void GOMP_loop_end(void);

static entry *registered(const void *host)
{
    for (int i = 0; i < turn.count; ++i)
        if (turn.entry[i].host == host)
            return &turn.entry[i];
    app_fail("a kernel's argument that its loop has not registered");
}

int __real_ctsar_launch(ctsar *s, const ctsar_kernel *kernel, const ctsar_arg *args, int nargs);
int __wrap_ctsar_launch(ctsar *s, const ctsar_kernel *kernel, const ctsar_arg *args, int nargs)
{
    void *pointer[MAX_ARGS];
    const size_t *strides[MAX_ARGS];
    ctsar_call call = {.step = turn.step, .groups = 1, .arg = pointer, .strides = strides};

    if (!by_openmp())
        return __real_ctsar_launch(s, kernel, args, nargs);
    for (int i = 0; i < nargs; ++i) {
        entry *e = args[i].kind == CTSAR_ARG_IS_VALUE ? NULL : registered(args[i].pointer);
        pointer[i] = e && e->combine ? e->copy : (void *)args[i].pointer;
        strides[i] = e && !e->combine ? e->strides : NULL;
    }
    if (GOMP_loop_runtime_start(turn.lo, turn.hi, turn.step, &call.start, &call.end))
        do {
            call.count = (call.end - call.start + turn.step - 1) / turn.step;
            kernel->host(&call);
        } while (GOMP_loop_runtime_next(&call.start, &call.end));
    GOMP_loop_end();
    return CTSAR_OK;
}

bool __real_ctsar_loop(ctsar *s);
bool __wrap_ctsar_loop(ctsar *s)
{
    if (!by_openmp())
        return __real_ctsar_loop(s);
    for (int i = 0; i < turn.count; ++i)
        if (turn.entry[i].combine) {
#pragma omp critical(suite_reduction)
            turn.entry[i].combine(turn.entry[i].host, turn.entry[i].copy);
        }
    turn.count = 0;
    return false;
}

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Random worlds against a naive model: arrays of one to four dimensions that several regions share,
 * each in its own way, with what the host may do between passes in any order.  The model is an
 * array on the host and a serial loop; the library has to agree whatever the units, policies, cache
 * modes and association, and in check mode, where it also has to keep silent.  Worlds of stencils
 * are mostly passes in turns, so that halos of persisted arrays come again and again. */
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ctsar.h"
#include "support/environment.h"
#include "support/random.h"
#include "support/world.h"

enum { LARGEST = 9, STEPS = 14, STENCIL_STEPS = 30 };

static void note(world *w, const char *what, int which)
{
    size_t used = strlen(w->log);
    snprintf(w->log + used, sizeof w->log - used, " %s%d", what, which);
}
static void run_pass(world *w, region *g)
{
    if (!world_pass(w, g))
        fail_msg("%s:%s", ctsar_last_error(g->s), w->log);
}

static void compare(world *w, int k)
{
    array *a = &w->array[k];
    if (a->away)
        ctsar_sync_mem(NULL, a->host);
    a->away = false;
    if (!world_agrees(w, k))
        fail_msg("array %d has other values:%s", k, w->log);
}

/* ---- What a world is made of ----------------------------------------------------------------- */

static bool once_in(world *w, long n)
{
    return random_long(&w->r, 1, n) == 1;
}

static void random_use(world *w, use *u, bool output, int array)
{
    *u = (use){.array = array, .persists = once_in(w, 2), .strides = once_in(w, 2)};
    u->pads = u->strides && once_in(w, 3);
    u->dim = (int)random_long(&w->r, 0, w->ndim - 1);
    if (output) {
        u->inout = once_in(w, 2);
    } else if (!(u->whole = once_in(w, 5))) {
        u->below = (size_t)random_long(&w->r, 0, 3);
        u->above = (size_t)random_long(&w->r, 0, 3);
    }
}

static long least(long a, long b)
{
    return a < b ? a : b;
}

/* Which items an iteration has: mostly item i. */
static void random_map(world *w, use *u, bool output, long step)
{
    static const long strides[] = {1, 1, -1, 2, 3, -2};
    u->stride = once_in(w, 2) ? 1 : strides[random_long(&w->r, 0, 5)];
    long apart = (u->stride < 0 ? -u->stride : u->stride) * step, most = output ? apart : 4;
    u->width = (size_t)(once_in(w, 2) ? 1 : random_long(&w->r, 1, most));
    u->width = (size_t)least((long)u->width, (long)w->extent[u->dim]);
}

/* How many iterations have items of the array. */
static long iterations(const world *w, const use *u, long step)
{
    long rest = (long)(w->extent[u->dim] - u->width);
    return u->whole ? LONG_MAX : rest / (step * (u->stride < 0 ? -u->stride : u->stride)) + 1;
}

/* Somewhere in the array; iterations begin at 0 or elsewhere. */
static void random_offset(world *w, use *u, const region *g, long count)
{
    long last = g->lo + (count - 1) * g->step, first = u->stride < 0 ? last : g->lo;
    long beyond = (u->stride < 0 ? g->lo : last) * u->stride;
    u->offset = -u->stride * first;
    u->offset += random_long(&w->r, 0, (long)(w->extent[u->dim] - u->width) - (beyond + u->offset));
}

/* Rows that persist, with those before and behind them. */
static void stencil_use(world *w, region *g)
{
    g->in.whole = g->out.inout = false;
    g->in.persists = g->out.persists = true;
    g->in.dim = g->out.dim = once_in(w, 6) ? g->in.dim : 0;
    g->in.below = (size_t)random_long(&w->r, 0, 2);
    g->in.above = (size_t)random_long(&w->r, 1, 3);
}

static void random_uses(world *w, int which)
{
    region *g = &w->region[which];
    bool stencil = w->swaps && which < 2;
    int from = stencil ? which : (int)random_long(&w->r, 0, ARRAYS - 1);
    int to = stencil ? !which : (from + (int)random_long(&w->r, 1, ARRAYS - 1)) % ARRAYS;
    random_use(w, &g->in, false, from);
    random_use(w, &g->out, true, to);
    if (stencil)
        stencil_use(w, g);
}

static void open_region(world *w, int which)
{
    region *g = &w->region[which];
    *g = (region){.threads = (int)random_long(&w->r, 1, 3), .step = random_long(&w->r, 1, 3)};
    random_uses(w, which);
    if (w->swaps && which < 2) {
        g->step = 1;
        g->in.stride = g->out.stride = 1;
        g->in.width = g->out.width = 1;
    } else if (w->plain) {
        g->step = 1;
        g->in.persists = g->out.persists = !once_in(w, 4);
        g->in.stride = g->out.stride = 1;
        g->in.width = g->out.width = 1;
    } else {
        random_map(w, &g->in, false, g->step);
        random_map(w, &g->out, true, g->step);
    }
    long most = least(iterations(w, &g->in, g->step), iterations(w, &g->out, g->step));
    long count = w->swaps && which < 2 ? most : random_long(&w->r, 0, most);
    g->lo = random_long(&w->r, -5, 9);
    g->hi = g->lo + (count ? (count - 1) * g->step + 1 : 0);
    if (count && !g->in.whole)
        random_offset(w, &g->in, g, count);
    if (count)
        random_offset(w, &g->out, g, count);
    ctsar_init(&g->s, (size_t)count, (ctsar_policy)random_long(&w->r, 0, CTSAR_AUTO), CTSAR_DEV_ALL,
               NULL, NULL);
    g->launches = once_in(w, 2) || !is_emulated();
    if (g->launches && (once_in(w, 2) || !is_emulated()))
        ctsar_set_kernel(g->s, world_kernel(w));
}

/* Of several nodes, under the virtual clock, some are slower, so that parts change hands. */
static void unlike_nodes(world *w)
{
    char iteration[32];
    long slower = once_in(w, 2) ? random_long(&w->r, 1, 4) : 0;
    snprintf(iteration, sizeof iteration, "%ldus", 1 + slower * ctsar_node());
    setenv("CTSAR_VIRTUAL_ITER", iteration, 1);
}

static void random_machine(world *w)
{
    static const char *const devices[] = {"cpu:1,emu:1", "emu:1", "cpu:2,emu:2", "emu:3",
                                          "cpu,emu:1"};
    static const char *const cache[] = {"writeback", "writeback", "writethrough", "nocache"};
    long c = random_long(&w->r, 0, w->swaps ? 1 : 3);
    static const char *const emu[] = {"speed=3,latency=1us;speed=1", "speed=2,memory=48KiB",
                                      "speed=1"};
    const char *chosen = devices[random_long(&w->r, 0, 4)];
    w->cores = !strncmp(chosen, "cpu", 3);
    units(chosen, emu[random_long(&w->r, 0, 2)], once_in(w, 4) ? "real" : "virtual");
    setenv("CTSAR_CACHE", cache[c], 1);
    setenv("CTSAR_BACKOFF", "0", 1);
    if (!is_emulated() && once_in(w, 3))
        setenv("CTSAR_MEMORY", "48KiB", 1);
    setenv("CTSAR_CHECK", w->checked ? "1" : "0", 1);
    w->cached = c < 2;
    unlike_nodes(w);
}

static void open_world(world *w, uint64_t seed, bool checked, bool swaps)
{
    *w = (world){.r = {seed}, .checked = checked, .swaps = swaps, .elements = 1};
    w->ndim = (int)random_long(&w->r, 1, MOST_DIMS);
    for (int k = 0; k < w->ndim; ++k) {
        w->extent[k] = (size_t)random_long(&w->r, 1,
                                           w->ndim == 1   ? 1500
                                           : w->ndim == 2 ? 60
                                                          : LARGEST);
        w->elements *= w->extent[k];
    }
    world_fill(w);
    random_machine(w);
    w->plain = once_in(w, 3); /* mostly in parts, where there are several nodes */
    for (int k = 0; k < REGIONS; ++k)
        open_region(w, k);
}

static void close_world(world *w)
{
    for (int k = 0; k < REGIONS; ++k)
        ctsar_free(&w->region[k].s);
    for (int k = 0; k < ARRAYS; ++k) {
        w->array[k].away = false; /* a region's end brings it */
        compare(w, k);
    }
    world_free(w);
}

/* ---- What happens in it ---------------------------------------------------------------------- */

/* The host writes some elements, after it has got the array, or all of them. */
static void write_by_host(world *w, int k)
{
    array *a = &w->array[k];
    bool all = once_in(w, 2);
    if (!all)
        compare(w, k);
    for (size_t i = 0; i < w->elements; ++i)
        if (all || once_in(w, 4))
            a->host[i] = a->model[i] = (number)random_bits(&w->r);
    ctsar_host_modified(once_in(w, 2) ? w->region[0].s : NULL, a->host);
    a->away = false;
}

static void retarget(world *w, region *g)
{
    int from = once_in(w, 2) ? g->in.array : g->out.array;
    int to = (int)random_long(&w->r, 0, ARRAYS - 1);
    ctsar_set_error_mode(CTSAR_ERRORS_RETURN);
    int status = ctsar_retarget_mem(g->s, w->array[from].host, w->array[to].host);
    ctsar_set_error_mode(CTSAR_ERRORS_ABORT);
    assert_true(status == CTSAR_OK || status == CTSAR_ENOTREG);
    if (status)
        return;
    if (to != g->in.array && to != g->out.array)
        *(from == g->in.array ? &g->in.array : &g->out.array) = to;
    else if (to != from) { /* they swap */
        int in = g->in.array;
        g->in.array = g->out.array;
        g->out.array = in;
    }
}

static void unregister(world *w, region *g)
{
    int k = once_in(w, 2) ? g->in.array : g->out.array;
    ctsar_set_error_mode(CTSAR_ERRORS_RETURN);
    int status = ctsar_unreg_mem(g->s, w->array[k].host);
    ctsar_set_error_mode(CTSAR_ERRORS_ABORT);
    assert_true(status == CTSAR_OK || status == CTSAR_ENOTREG);
    if (!status) {
        w->array[k].away = false;
        compare(w, k);
    }
}

static void reopen(world *w, int which)
{
    ctsar_free(&w->region[which].s);
    open_region(w, which);
}

static void mix(const ctsar_call *c)
{
    const number *from = c->arg[0];
    number *to = c->arg[1];
    for (long i = c->start; i < c->end; ++i)
        to[i] = to[i] * 7 + from[i];
}

/* Two tasks, each of a half, of arrays that regions may have somewhere. */
static void run_task(world *w, int from, int to)
{
    static const ctsar_kernel kernel = {.name = "mix", .host = mix};
    const number *x = w->array[from].host;
    number *y = w->array[to].host;
    size_t half[] = {0, w->elements / 2, w->elements};
    ctsar_tasks *t = NULL;
    ctsar_tasks_init(&t, is_emulated() ? CTSAR_DEV_ALL : CTSAR_DEV_CPU, CTSAR_PLACEMENT_DEFAULT);
    for (int k = 0; k < 2; ++k) {
        size_t n = half[k + 1] - half[k];
        const ctsar_access parts[] = {CTSAR_IN(x + half[k], n * sizeof *x),
                                      CTSAR_INOUT(y + half[k], n * sizeof *y)};
        if (n)
            ctsar_task(t, &kernel, 0, (long)n, parts, 2, 0);
    }
    ctsar_tasks_free(&t);
    for (size_t i = 0; i < w->elements; ++i)
        w->array[to].model[i] = w->array[to].model[i] * 7 + w->array[from].model[i];
    compare(w, to);
}

static void step(world *w)
{
    int k = (int)random_long(&w->r, 0, ARRAYS - 1), g = (int)random_long(&w->r, 0, REGIONS - 1);
    switch (random_long(&w->r, 0, 15)) {
    case 0:
        note(w, "compare", k);
        compare(w, k);
        break;
    case 1:
        note(w, "write", k);
        write_by_host(w, k);
        break;
    case 2:
        note(w, "depersist", k);
        ctsar_depersist(w->array[k].host);
        w->array[k].away = false;
        compare(w, k);
        break;
    case 3:
        note(w, "retarget", g);
        retarget(w, &w->region[g]);
        break;
    case 4:
        note(w, "unregister", g);
        unregister(w, &w->region[g]);
        break;
    case 5:
        note(w, "reopen", g);
        reopen(w, g);
        break;
    case 6:
        note(w, "task", g);
        if (w->cores) /* an accelerator may be too small for a task */
            run_task(w, w->region[g].in.array, w->region[g].out.array);
        break;
    case 7:
        note(w, "policy", g);
        ctsar_set_policy(w->region[g].s, (ctsar_policy)random_long(&w->r, 0, CTSAR_AUTO));
        break;
    default:
        note(w, "pass", g);
        run_pass(w, &w->region[g]);
    }
}

static void stencil_step(world *w)
{
    int g = w->turn % 2;
    if (once_in(w, 8)) {
        step(w);
        return;
    }
    note(w, "turn", g);
    run_pass(w, &w->region[g]);
    w->turn++;
}

static void live(uint64_t seed, bool checked, bool swaps)
{
    world w;
    open_world(&w, seed, checked, swaps);
    note(&w, "seed ", (int)seed);
    for (int i = 0; i < (swaps ? STENCIL_STEPS : STEPS); ++i)
        (swaps ? stencil_step : step)(&w);
    close_world(&w);
}

static long from_environment(const char *name, long otherwise)
{
    const char *n = getenv(name);
    return n ? strtol(n, NULL, 10) : otherwise;
}

/* WORLDS of them from seed FIRST on, or STENCILS, in check mode fewer: there nodes have nothing in
 * common. */
static void live_all(bool checked, bool swaps)
{
    const char *which = checked ? "CHECKED" : swaps ? "STENCILS" : "WORLDS";
    long first = from_environment("FIRST", 1);
    long worlds = from_environment(which, is_emulated() ? 120 : 60);
    for (long seed = first; seed < first + worlds; ++seed)
        live((uint64_t)seed, checked, swaps);
}

static void random_worlds_agree_with_the_naive_model(void **state)
{
    (void)state;
    live_all(false, false);
}

static void random_stencils_agree_with_the_naive_model(void **state)
{
    (void)state;
    live_all(false, true);
}

static void random_worlds_agree_in_check_mode_too(void **state)
{
    (void)state;
    live_all(true, false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_worlds_agree_with_the_naive_model),
        cmocka_unit_test(random_stencils_agree_with_the_naive_model),
        cmocka_unit_test(random_worlds_agree_in_check_mode_too),
    };
    return cmocka_run_group_tests_name("worlds", tests, NULL, NULL);
}

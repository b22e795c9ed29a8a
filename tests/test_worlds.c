/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Random worlds against a naive model: arrays of one to four dimensions that several regions share,
 * each in its own way, with what the host may do between passes in any order.  The model is an
 * array on the host and a serial loop; the library has to agree whatever the units, policies, cache
 * modes and association, and in check mode, where it also has to keep silent. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ctsar.h"
#include "support/environment.h"
#include "support/fake_cuda.h"
#include "support/random.h"

enum { ARRAYS = 4, REGIONS = 3, LARGEST = 9, STEPS = 14 };

typedef uint32_t number; /* wraps, so that all orders of operations are exact */

/* ---- Arrays ------------------------------------------------------------------------------ */

/* All arrays of a world have the same extents. */
typedef struct array {
    number *host, *model;
    bool away; /* persisted outputs may be elsewhere: to be synced before the host looks */
} array;

/* How a region registers one of them. */
typedef struct use {
    int array;
    bool whole, inout, persists, strides, pads;
    int dim;
    size_t below, above;
} use;

typedef struct region {
    ctsar *s;
    use in, out;
    long lo, hi, step;
    int threads;
    bool launches;
} region;

typedef struct world {
    random_state r;
    int ndim;
    size_t extent[CTSAR_MAX_DIMS], elements;
    array array[ARRAYS];
    region region[REGIONS];
    bool cached, checked;
    char log[2000];
} world;

static void note(world *w, const char *what, int which)
{
    size_t used = strlen(w->log);
    snprintf(w->log + used, sizeof w->log - used, " %s%d", what, which);
}

/* ---- The loop: each iteration hashes items of `in` into its item of `out` -------------------- */

/* Where elements lie: strides of all dimensions, the innermost one's is 1. */
static size_t place(const world *w, const size_t *at, const size_t *stride)
{
    size_t p = 0;
    for (int k = 0; k < w->ndim; ++k)
        p += at[k] * stride[k];
    return p;
}

static void host_strides(const world *w, size_t *stride)
{
    stride[w->ndim - 1] = 1;
    for (int k = w->ndim - 1; k > 0; --k)
        stride[k - 1] = stride[k] * w->extent[k];
}

/* The next index with index `item` in dimension `dim` (< 0: any); false: there is none. */
static bool next_index(const world *w, size_t *at, int dim)
{
    for (int k = w->ndim - 1; k >= 0; --k) {
        if (k == dim)
            continue;
        if (++at[k] < w->extent[k])
            return true;
        at[k] = 0;
    }
    return false;
}

static number hash_item(const world *w, const number *x, const size_t *stride, int dim, size_t item,
                        number sum)
{
    size_t at[CTSAR_MAX_DIMS] = {0};
    if (dim >= 0)
        at[dim] = item;
    do
        sum = sum * 31 + x[place(w, at, stride)];
    while (next_index(w, at, dim));
    return sum;
}

static void iteration(const world *w, const region *g, const number *x, const size_t *xs, number *y,
                      const size_t *ys, long i)
{
    const use *in = &g->in, *out = &g->out;
    number sum = (number)i;
    if (in->whole) {
        sum = hash_item(w, x, xs, -1, 0, sum);
    } else {
        size_t item = (size_t)i, from = item > in->below ? item - in->below : 0;
        for (size_t j = from; j <= item + in->above && j < w->extent[in->dim]; ++j)
            sum = hash_item(w, x, xs, in->dim, j, sum);
    }
    size_t at[CTSAR_MAX_DIMS] = {0};
    at[out->dim] = (size_t)i;
    do {
        number *e = &y[place(w, at, ys)];
        *e = (out->inout ? *e * 5 : 0) + sum++;
    } while (next_index(w, at, out->dim));
}

/* ---- Passes --------------------------------------------------------------------------------- */

static number *register_use(const world *w, const region *g, const use *u, size_t *strides)
{
    ctsar_dim dims[CTSAR_MAX_DIMS];
    unsigned flags = u == &g->in ? CTSAR_MEM_INPUT : u->inout ? CTSAR_MEM_INOUT : CTSAR_MEM_OUTPUT;
    for (int k = 0; k < w->ndim; ++k)
        dims[k] = (ctsar_dim){.extent = w->extent[k]};
    if (!u->whole)
        dims[u->dim] = (ctsar_dim){w->extent[u->dim], true, u->below, u->above};
    flags |= u->persists ? CTSAR_MEM_PERSIST : 0;
    flags |= u->pads ? CTSAR_MEM_PAD : 0;
    host_strides(w, strides);
    return ctsar_reg_mem_nd(g->s, w->array[u->array].host, sizeof(number), w->ndim, dims, flags,
                            u->strides ? strides : NULL);
}

/* What is launched gets the distances of all dimensions but the innermost one. */
static void all_strides(const world *w, const size_t *given, size_t *strides)
{
    for (int k = 0; k + 1 < w->ndim; ++k)
        strides[k] = given[k];
    strides[w->ndim - 1] = 1;
}

static void host_form(const ctsar_call *c)
{
    const world *w = *(world *const *)c->arg[2];
    const region *g = *(region *const *)c->arg[3];
    size_t xs[CTSAR_MAX_DIMS], ys[CTSAR_MAX_DIMS];
    all_strides(w, c->strides[0], xs);
    all_strides(w, c->strides[1], ys);
    for (long i = c->start; i < c->end; i += c->step)
        iteration(w, g, c->arg[0], xs, c->arg[1], ys, i);
}

static void in_stream(void *call)
{
    host_form(call);
}

static int cuda_form(const ctsar_call *call, void *stream)
{
    return fake_cuda_launch(stream, in_stream, call);
}

/* What a kernel that knows nothing of the host's memory has to know. */
typedef struct facts {
    long extent[CTSAR_MAX_DIMS];
    long ndim, in_dim, out_dim; /* in_dim < 0: all of it */
    long below, above, inout;
} facts;

static facts facts_of(const world *w, const region *g)
{
    facts f = {.ndim = w->ndim,
               .in_dim = g->in.whole ? -1 : g->in.dim,
               .out_dim = g->out.dim,
               .below = (long)g->in.below,
               .above = (long)g->in.above,
               .inout = g->out.inout};
    for (int k = 0; k < w->ndim; ++k)
        f.extent[k] = (long)w->extent[k];
    return f;
}

/* `iteration` in OpenCL C, for arrays of any number of dimensions. */
#define LOOP                                                                                       \
    "typedef struct { long extent[4], ndim, in_dim, out_dim, below, above, inout; } facts;\n"      \
    "static long place(const facts *f, const long *at, const long *stride)\n"                      \
    "{\n"                                                                                          \
    "    long p = 0;\n"                                                                            \
    "    for (int k = 0; k < f->ndim; ++k) p += at[k] * stride[k];\n"                              \
    "    return p;\n"                                                                              \
    "}\n"                                                                                          \
    "static bool next_index(const facts *f, long *at, long dim)\n"                                 \
    "{\n"                                                                                          \
    "    for (int k = f->ndim - 1; k >= 0; --k) {\n"                                               \
    "        if (k == dim) continue;\n"                                                            \
    "        if (++at[k] < f->extent[k]) return true;\n"                                           \
    "        at[k] = 0;\n"                                                                         \
    "    }\n"                                                                                      \
    "    return false;\n"                                                                          \
    "}\n"                                                                                          \
    "static uint hash(const facts *f, __global const uint *x, const long *stride, long dim,\n"     \
    "                 long item, uint sum)\n"                                                      \
    "{\n"                                                                                          \
    "    long at[4] = {0, 0, 0, 0};\n"                                                             \
    "    if (dim >= 0) at[dim] = item;\n"                                                          \
    "    do sum = sum * 31 + x[place(f, at, stride)];\n"                                           \
    "    while (next_index(f, at, dim));\n"                                                        \
    "    return sum;\n"                                                                            \
    "}\n"                                                                                          \
    "static void iteration(const facts *f, __global const uint *x, const long *xs,\n"              \
    "                      __global uint *y, const long *ys, long i)\n"                            \
    "{\n"                                                                                          \
    "    uint sum = i;\n"                                                                          \
    "    long at[4] = {0, 0, 0, 0};\n"                                                             \
    "    if (f->in_dim < 0) sum = hash(f, x, xs, -1, 0, sum);\n"                                   \
    "    else\n"                                                                                   \
    "        for (long j = max(i - f->below, 0L);\n"                                               \
    "             j <= i + f->above && j < f->extent[f->in_dim]; ++j)\n"                           \
    "            sum = hash(f, x, xs, f->in_dim, j, sum);\n"                                       \
    "    at[f->out_dim] = i;\n"                                                                    \
    "    do {\n"                                                                                   \
    "        __global uint *e = &y[place(f, at, ys)];\n"                                           \
    "        *e = (f->inout ? *e * 5 : 0) + sum++;\n"                                              \
    "    } while (next_index(f, at, f->out_dim));\n"                                               \
    "}\n"

/* A form for so many dimensions: the parameters that are strides, and all distances. */
#define FORM(ndim, x_parameters, y_parameters, x_strides, y_strides)                               \
    {                                                                                              \
        .name = "world" #ndim, .host = host_form, .cuda = cuda_form,                               \
        .opencl_source =                                                                           \
            LOOP "__kernel void world" #ndim "(long start, long step, long count,\n"               \
                 "    __global const uint *x, long x_bias" x_parameters ",\n"                      \
                 "    __global uint *y, long y_bias" y_parameters ", ulong w, ulong g, facts f)\n" \
                 "{\n"                                                                             \
                 "    long xs[] = {" x_strides "1}, ys[] = {" y_strides "1};\n"                    \
                 "    for (long k = get_global_id(0); k < count; k += get_global_size(0))\n"       \
                 "        iteration(&f, x - x_bias, xs, y - y_bias, ys, start + k * step);\n"      \
                 "}\n"                                                                             \
    }
static const ctsar_kernel kernels[CTSAR_MAX_DIMS] = {
    FORM(1, "", "", "", ""),
    FORM(2, ", long x0", ", long y0", "x0, ", "y0, "),
    FORM(3, ", long x0, long x1", ", long y0, long y1", "x0, x1, ", "y0, y1, "),
    FORM(4, ", long x0, long x1, long x2", ", long y0, long y1, long y2", "x0, x1, x2, ",
         "y0, y1, y2, "),
};

static const ctsar_kernel *kernel_of(const world *w)
{
    return &kernels[w->ndim - 1];
}

static void launch(const world *w, const region *g)
{
    const facts f = facts_of(w, g);
    const ctsar_arg args[] = {CTSAR_ARG_MEM(w->array[g->in.array].host),
                              CTSAR_ARG_MEM(w->array[g->out.array].host),
                              CTSAR_ARG_VALUE(&w, sizeof w), CTSAR_ARG_VALUE(&g, sizeof g),
                              CTSAR_ARG_VALUE(&f, sizeof f)};
    ctsar_launch(g->s, kernel_of(w), args, 5);
}

static void run_pass(world *w, region *g)
{
    int failed = 0;
#pragma omp parallel num_threads(g->threads) reduction(+ : failed)
    do {
        size_t xs[CTSAR_MAX_DIMS], ys[CTSAR_MAX_DIMS];
        const number *x = register_use(w, g, &g->in, xs);
        number *y = register_use(w, g, &g->out, ys);
        failed += !x || !y;
        ctsar_next_range(g->s, g->lo, g->hi, g->step);
        if (g->launches)
            launch(w, g);
        for (long i = CSTART(g->s); !g->launches && i < CEND(g->s); i += g->step)
            iteration(w, g, x, xs, y, ys, i);
    } while (ctsar_loop(g->s));
    if (failed) /* other errors abort */
        fail_msg("%s:%s", ctsar_last_error(g->s), w->log);
    size_t stride[CTSAR_MAX_DIMS];
    host_strides(w, stride);
    for (long i = g->lo; i < g->hi; i += g->step)
        iteration(w, g, w->array[g->in.array].model, stride, w->array[g->out.array].model, stride,
                  i);
    w->array[g->out.array].away |= g->out.persists && w->cached;
}

static void compare(world *w, int k)
{
    array *a = &w->array[k];
    if (a->away)
        ctsar_sync_mem(NULL, a->host);
    a->away = false;
    if (memcmp(a->host, a->model, w->elements * sizeof *a->host) != 0)
        fail_msg("array %d has other values:%s", k, w->log);
}

/* ---- What a world is made of --------------------------------------------------------------------
 */

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

static size_t items(const world *w, const use *u)
{
    return u->whole ? SIZE_MAX : w->extent[u->dim];
}

static void open_region(world *w, int which)
{
    region *g = &w->region[which];
    int from = (int)random_long(&w->r, 0, ARRAYS - 1);
    int to = (from + (int)random_long(&w->r, 1, ARRAYS - 1)) % ARRAYS;
    *g = (region){.threads = (int)random_long(&w->r, 1, 3), .step = random_long(&w->r, 1, 3)};
    random_use(w, &g->in, false, from);
    random_use(w, &g->out, true, to);
    size_t in = items(w, &g->in), out = items(w, &g->out);
    g->hi = random_long(&w->r, 0, (long)(in < out ? in : out));
    g->lo = random_long(&w->r, 0, g->hi);
    ctsar_init(&g->s, (size_t)g->hi, (ctsar_policy)random_long(&w->r, 0, CTSAR_AUTO), CTSAR_DEV_ALL,
               NULL, NULL);
    g->launches = once_in(w, 2) || !is_emulated();
    if (g->launches && (once_in(w, 2) || !is_emulated()))
        ctsar_set_kernel(g->s, kernel_of(w));
}

static void random_machine(world *w)
{
    static const char *const devices[] = {"cpu:1,emu:1", "emu:1", "cpu:2,emu:2", "emu:3",
                                          "cpu,emu:1"};
    static const char *const cache[] = {"writeback", "writeback", "writethrough", "nocache"};
    long c = random_long(&w->r, 0, 3);
    static const char *const emu[] = {"speed=3,latency=1us;speed=1", "speed=2,memory=48KiB",
                                      "speed=1"};
    units(devices[random_long(&w->r, 0, 4)], emu[random_long(&w->r, 0, 2)],
          once_in(w, 4) ? "real" : "virtual");
    setenv("CTSAR_CACHE", cache[c], 1);
    setenv("CTSAR_BACKOFF", "0", 1);
    if (!is_emulated() && once_in(w, 3))
        setenv("CTSAR_MEMORY", "48KiB", 1);
    setenv("CTSAR_CHECK", w->checked ? "1" : "0", 1);
    w->cached = c < 2;
}

static void open_world(world *w, uint64_t seed, bool checked)
{
    *w = (world){.r = {seed}, .checked = checked, .elements = 1};
    w->ndim = (int)random_long(&w->r, 1, CTSAR_MAX_DIMS);
    for (int k = 0; k < w->ndim; ++k) {
        w->extent[k] = (size_t)random_long(&w->r, 1,
                                           w->ndim == 1   ? 1500
                                           : w->ndim == 2 ? 60
                                                          : LARGEST);
        w->elements *= w->extent[k];
    }
    for (int k = 0; k < ARRAYS; ++k) {
        array *a = &w->array[k];
        a->host = malloc(w->elements * sizeof *a->host);
        a->model = malloc(w->elements * sizeof *a->model);
        for (size_t i = 0; i < w->elements; ++i)
            a->host[i] = a->model[i] = (number)random_bits(&w->r);
    }
    random_machine(w);
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
        free(w->array[k].host);
        free(w->array[k].model);
    }
}

/* ---- What happens in it -------------------------------------------------------------------------
 */

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

static void step(world *w)
{
    int k = (int)random_long(&w->r, 0, ARRAYS - 1), g = (int)random_long(&w->r, 0, REGIONS - 1);
    switch (random_long(&w->r, 0, 13)) {
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
        note(w, "policy", g);
        ctsar_set_policy(w->region[g].s, (ctsar_policy)random_long(&w->r, 0, CTSAR_AUTO));
        break;
    default:
        note(w, "pass", g);
        run_pass(w, &w->region[g]);
    }
}

static void live(uint64_t seed, bool checked)
{
    world w;
    open_world(&w, seed, checked);
    note(&w, "seed ", (int)seed);
    for (int i = 0; i < STEPS; ++i)
        step(&w);
    close_world(&w);
}

static long worlds(void)
{
    const char *n = getenv("WORLDS");
    return n ? strtol(n, NULL, 10) : is_emulated() ? 120 : 60; /* opening others takes its time */
}

static void random_worlds_agree_with_the_naive_model(void **state)
{
    (void)state;
    for (long seed = 1; seed <= worlds(); ++seed)
        live((uint64_t)seed, false);
}

static void random_worlds_agree_in_check_mode_too(void **state)
{
    (void)state;
    for (long seed = 1; seed <= worlds(); ++seed)
        live((uint64_t)seed, true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_worlds_agree_with_the_naive_model),
        cmocka_unit_test(random_worlds_agree_in_check_mode_too),
    };
    return cmocka_run_group_tests_name("worlds", tests, NULL, NULL);
}

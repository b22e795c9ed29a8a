/* SPDX-License-Identifier: BSD-3-Clause */
#include "support/world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/fake_cuda.h"

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
    size_t at[MOST_DIMS] = {0};
    if (dim >= 0)
        at[dim] = item;
    do
        sum = sum * 31 + x[place(w, at, stride)];
    while (next_index(w, at, dim));
    return sum;
}

static size_t first_item(const use *u, long i)
{
    return (size_t)(u->stride * i + u->offset);
}

static void iteration(const world *w, const region *g, const number *x, const size_t *xs, number *y,
                      const size_t *ys, long i)
{
    const use *in = &g->in, *out = &g->out;
    number sum = (number)i;
    if (in->whole) {
        sum = hash_item(w, x, xs, -1, 0, sum);
    } else {
        size_t item = first_item(in, i), from = item > in->below ? item - in->below : 0;
        for (size_t j = from; j < item + in->width + in->above && j < w->extent[in->dim]; ++j)
            sum = hash_item(w, x, xs, in->dim, j, sum);
    }
    for (size_t j = first_item(out, i); j < first_item(out, i) + out->width; ++j) {
        size_t at[MOST_DIMS] = {0};
        at[out->dim] = j;
        do {
            number *e = &y[place(w, at, ys)];
            *e = (out->inout ? *e * 5 : 0) + sum++;
        } while (next_index(w, at, out->dim));
    }
}

/* ---- Passes --------------------------------------------------------------------------------- */

static number *register_use(const world *w, const region *g, const use *u, size_t *strides)
{
    ctsar_dim dims[MOST_DIMS];
    unsigned flags = u == &g->in ? CTSAR_MEM_INPUT : u->inout ? CTSAR_MEM_INOUT : CTSAR_MEM_OUTPUT;
    for (int k = 0; k < w->ndim; ++k)
        dims[k] = (ctsar_dim){.extent = w->extent[k]};
    if (!u->whole)
        dims[u->dim] = (ctsar_dim){w->extent[u->dim], true, u->below, u->above};
    const ctsar_map map = {u->stride, u->offset, u->width};
    bool own = u->stride == 1 && !u->offset && u->width == 1;
    flags |= u->persists ? CTSAR_MEM_PERSIST : 0;
    flags |= u->pads ? CTSAR_MEM_PAD : 0;
    host_strides(w, strides);
    return ctsar_reg_mem_map(g->s, w->array[u->array].host, sizeof(number), w->ndim, dims,
                             own || u->whole ? NULL : &map, flags, u->strides ? strides : NULL);
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
    size_t xs[MOST_DIMS], ys[MOST_DIMS];
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
    long extent[MOST_DIMS];
    long ndim, in_dim, out_dim; /* in_dim < 0: all of it */
    long below, above, inout;
    long in_map[3], out_map[3]; /* stride, offset, width */
} facts;

static facts facts_of(const world *w, const region *g)
{
    facts f = {.ndim = w->ndim,
               .in_dim = g->in.whole ? -1 : g->in.dim,
               .out_dim = g->out.dim,
               .below = (long)g->in.below,
               .above = (long)g->in.above,
               .inout = g->out.inout,
               .in_map = {g->in.stride, g->in.offset, (long)g->in.width},
               .out_map = {g->out.stride, g->out.offset, (long)g->out.width}};
    for (int k = 0; k < w->ndim; ++k)
        f.extent[k] = (long)w->extent[k];
    return f;
}

/* `iteration` in OpenCL C, for arrays of any number of dimensions. */
#define LOOP                                                                                       \
    "typedef struct { long extent[4], ndim, in_dim, out_dim, below, above, inout;\n"               \
    "                 long in_map[3], out_map[3]; } facts;\n"                                      \
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
    "    long at[4] = {0, 0, 0, 0}, in = f->in_map[0] * i + f->in_map[1];\n"                       \
    "    long out = f->out_map[0] * i + f->out_map[1];\n"                                          \
    "    if (f->in_dim < 0) sum = hash(f, x, xs, -1, 0, sum);\n"                                   \
    "    else\n"                                                                                   \
    "        for (long j = max(in - f->below, 0L);\n"                                              \
    "             j < in + f->in_map[2] + f->above && j < f->extent[f->in_dim]; ++j)\n"            \
    "            sum = hash(f, x, xs, f->in_dim, j, sum);\n"                                       \
    "    for (at[f->out_dim] = out; at[f->out_dim] < out + f->out_map[2]; ++at[f->out_dim])\n"     \
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
static const ctsar_kernel kernels[MOST_DIMS] = {
    FORM(1, "", "", "", ""),
    FORM(2, ", long x0", ", long y0", "x0, ", "y0, "),
    FORM(3, ", long x0, long x1", ", long y0, long y1", "x0, x1, ", "y0, y1, "),
    FORM(4, ", long x0, long x1, long x2", ", long y0, long y1, long y2", "x0, x1, x2, ",
         "y0, y1, y2, "),
};

const ctsar_kernel *world_kernel(const world *w)
{
    return &kernels[w->ndim - 1];
}

static int launch(const world *w, const region *g)
{
    const facts f = facts_of(w, g);
    const ctsar_arg args[] = {CTSAR_ARG_MEM(w->array[g->in.array].host),
                              CTSAR_ARG_MEM(w->array[g->out.array].host),
                              CTSAR_ARG_VALUE(&w, sizeof w), CTSAR_ARG_VALUE(&g, sizeof g),
                              CTSAR_ARG_VALUE(&f, sizeof f)};
    return ctsar_launch(g->s, world_kernel(w), args, 5);
}

static bool run(world *w, region *g)
{
    int failed = 0;
    char before[600];
    snprintf(before, sizeof before, "%s", ctsar_last_error(g->s));
#pragma omp parallel num_threads(g->threads) reduction(+ : failed)
    do {
        size_t xs[MOST_DIMS], ys[MOST_DIMS];
        const number *x = register_use(w, g, &g->in, xs);
        number *y = register_use(w, g, &g->out, ys);
        failed += !x || !y;
        failed += ctsar_next_range(g->s, g->lo, g->hi, g->step) != CTSAR_OK;
        if (g->launches && !failed)
            failed += launch(w, g) != CTSAR_OK;
        for (long i = CSTART(g->s); !g->launches && i < CEND(g->s); i += g->step)
            iteration(w, g, x, xs, y, ys, i);
    } while (ctsar_loop(g->s));
    return !failed && !strcmp(before, ctsar_last_error(g->s));
}

bool world_pass(world *w, region *g)
{
    if (!run(w, g))
        return false;
    size_t stride[MOST_DIMS];
    host_strides(w, stride);
    for (long i = g->lo; i < g->hi; i += g->step)
        iteration(w, g, w->array[g->in.array].model, stride, w->array[g->out.array].model, stride,
                  i);
    w->array[g->out.array].away |= g->out.persists && w->cached;
    return true;
}

/* ---- Arrays ---------------------------------------------------------------------------------- */

void world_fill(world *w)
{
    for (int k = 0; k < ARRAYS; ++k) {
        array *a = &w->array[k];
        a->host = malloc(w->elements * sizeof *a->host);
        a->model = malloc(w->elements * sizeof *a->model);
        for (size_t i = 0; i < w->elements; ++i)
            a->host[i] = a->model[i] = (number)random_bits(&w->r);
    }
}

void world_free(world *w)
{
    for (int k = 0; k < ARRAYS; ++k) {
        free(w->array[k].host);
        free(w->array[k].model);
    }
}

bool world_agrees(const world *w, int k)
{
    const array *a = &w->array[k];
    return !memcmp(a->host, a->model, w->elements * sizeof *a->host);
}

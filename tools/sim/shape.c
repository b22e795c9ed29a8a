/* SPDX-License-Identifier: BSD-3-Clause */
#include "shape.h"

#include <string.h>

/* A task that writes a tile, and reads others; -1: none. */
static void update(graph *g, int kernel, long x, long y, long into)
{
    graph_add_task(g, kernel);
    if (x >= 0)
        graph_add_access(g, CTSAR_ACCESS_IN, x);
    if (y >= 0 && y != x)
        graph_add_access(g, CTSAR_ACCESS_IN, y);
    graph_add_access(g, CTSAR_ACCESS_INOUT, into);
}

/* Of a symmetric matrix, of which the lower half is there. */
static void make_cholesky(graph *g, const shape_sizes *s)
{
    enum { POTRF, TRSM, SYRK, GEMM };
    long n = s->tiles, a = graph_add_parts(g, n * n, s->bytes);
    for (long k = 0; k < n; ++k) {
        update(g, s->kernel[POTRF], -1, -1, a + k * n + k);
        for (long i = k + 1; i < n; ++i)
            update(g, s->kernel[TRSM], a + k * n + k, -1, a + i * n + k);
        for (long i = k + 1; i < n; ++i) {
            update(g, s->kernel[SYRK], a + i * n + k, -1, a + i * n + i);
            for (long j = k + 1; j < i; ++j)
                update(g, s->kernel[GEMM], a + i * n + k, a + j * n + k, a + i * n + j);
        }
    }
}

/* Without pivots. */
static void make_lu(graph *g, const shape_sizes *s)
{
    enum { GETRF, TRSM, GEMM };
    long n = s->tiles, a = graph_add_parts(g, n * n, s->bytes);
    for (long k = 0; k < n; ++k) {
        update(g, s->kernel[GETRF], -1, -1, a + k * n + k);
        for (long i = k + 1; i < n; ++i) {
            update(g, s->kernel[TRSM], a + k * n + k, -1, a + i * n + k);
            update(g, s->kernel[TRSM], a + k * n + k, -1, a + k * n + i);
        }
        for (long i = k + 1; i < n; ++i)
            for (long j = k + 1; j < n; ++j)
                update(g, s->kernel[GEMM], a + i * n + k, a + k * n + j, a + i * n + j);
    }
}

static void make_matmul(graph *g, const shape_sizes *s)
{
    long n = s->tiles, a = graph_add_parts(g, n * n, s->bytes);
    long b = graph_add_parts(g, n * n, s->bytes), c = graph_add_parts(g, n * n, s->bytes);
    for (long k = 0; k < n; ++k)
        for (long i = 0; i < n; ++i)
            for (long j = 0; j < n; ++j)
                update(g, s->kernel[0], a + i * n + k, b + k * n + j, c + i * n + j);
}

/* Likelihoods of a tree's sites: two loops over blocks, and one that adds up. */
static void make_pbpi(graph *g, const shape_sizes *s)
{
    enum { JOIN, RESCALE, LIKELIHOOD };
    long n = s->tiles, x = graph_add_parts(g, n, s->bytes), y = graph_add_parts(g, n, s->bytes);
    long z = graph_add_parts(g, n, s->bytes / 4), sum = graph_add_parts(g, 1, 8);
    for (long r = 0; r < s->rounds; ++r)
        for (long i = 0; i < n; ++i) {
            update(g, s->kernel[JOIN], y + i, -1, x + i);
            update(g, s->kernel[RESCALE], -1, -1, x + i);
            graph_add_access(g, CTSAR_ACCESS_INOUT, z + i);
            graph_add_task(g, s->kernel[LIKELIHOOD]);
            graph_add_access(g, CTSAR_ACCESS_IN, x + i);
            graph_add_access(g, CTSAR_ACCESS_IN, z + i);
            graph_add_access(g, CTSAR_ACCESS_REDUCTION, sum);
        }
}

static const shape shapes[] = {
    {"cholesky", {"potrf", "trsm", "syrk", "gemm"}, make_cholesky},
    {"lu", {"getrf", "trsm", "gemm"}, make_lu},
    {"matmul", {"gemm"}, make_matmul},
    {"pbpi", {"join", "rescale", "likelihood"}, make_pbpi},
};

const shape *shape_named(const char *name)
{
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; ++i)
        if (strcmp(shapes[i].name, name) == 0)
            return &shapes[i];
    return NULL;
}

const char *shape_names(void)
{
    return "cholesky, lu, matmul, pbpi";
}

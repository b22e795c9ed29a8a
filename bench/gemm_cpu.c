/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Matrix multiplication on the cores alone: a ctsar region against `omp parallel
 * for schedule(static)`, with the same kernel. */
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include <ctsar.h>

#include "../apps/common/app.h"
#include "gemm_kernel.h"
#include "measure.h"

static long n;
static float *a, *b, *c;
static ctsar *adaptive, *fixed;

static void with_openmp(long repeats)
{
    for (; repeats > 0; --repeats) {
#pragma omp parallel for schedule(static)
        for (long i = 0; i < n; ++i)
            gemm_row(c, a, b, n, i);
    }
}

static void with_ctsar(ctsar *s)
{
    size_t row = (size_t)n * sizeof(float), rows = (size_t)n;

#pragma omp parallel
    do {
        float *ua = ctsar_reg_mem(s, a, row, rows, CTSAR_MEM_PARTIAL | CTSAR_MEM_INPUT);
        float *ub = ctsar_reg_mem(s, b, row, rows, CTSAR_MEM_INPUT);
        float *uc = ctsar_reg_mem(s, c, row, rows, CTSAR_MEM_PARTIAL | CTSAR_MEM_OUTPUT);
        ctsar_next(s, rows);
        for (long i = CSTART(s); i < CEND(s); ++i)
            gemm_row(uc, ua, ub, n, i);
    } while (ctsar_loop(s));
}

static void with_adaptive(long repeats)
{
    ctsar_init(&adaptive, (size_t)n, CTSAR_ADAPTIVE, CTSAR_DEV_CPU, NULL, NULL);
    for (; repeats > 0; --repeats)
        with_ctsar(adaptive);
}

static void with_static(long repeats)
{
    ctsar_init(&fixed, (size_t)n, CTSAR_STATIC, CTSAR_DEV_CPU, NULL, NULL);
    for (; repeats > 0; --repeats)
        with_ctsar(fixed);
}

/* Ends the program unless every variant computes the same bits. */
static void compare(measure_variant *v, int variants)
{
    size_t bytes = (size_t)n * (size_t)n * sizeof *c;
    float *first = app_alloc(bytes);

    for (int i = 0; i < variants; ++i) {
        memset(c, 0xff, bytes); /* NaN: what is not written differs */
        v[i].run(1);
        if (i == 0)
            memcpy(first, c, bytes);
        else if (memcmp(first, c, bytes) != 0)
            app_fail("%s gives another product than %s", v[i].label, v[0].label);
    }
    free(first);
}

static void allocate(void)
{
    size_t elements = (size_t)n * (size_t)n;

    a = app_alloc(elements * sizeof *a);
    b = app_alloc(elements * sizeof *b);
    c = app_alloc(elements * sizeof *c);
    for (size_t i = 0; i < elements; ++i) {
        a[i] = (float)(i % 1021) / 1021;
        b[i] = (float)(i % 1019) / 1019;
    }
}

static const char help[] =
    "usage: gemm_cpu [-s SAMPLES] [-r REPEATS] [-n N] [--json FILE]\n"
    "Times an N x N product (default 1024) on the cores by ctsar and by omp parallel for, in\n"
    "turns: SAMPLES (default 21) of REPEATS (default 1) products each.\n"
    "The team's size: OMP_NUM_THREADS.\n";

int main(int argc, char **argv)
{
    measure_variant v[] = {
        {.name = "parallel_for", .label = "omp parallel for schedule(static)", .run = with_openmp},
        {.name = "adaptive", .label = "ctsar, adaptive", .run = with_adaptive},
        {.name = "static", .label = "ctsar, static", .run = with_static},
    };
    const int variants = sizeof v / sizeof *v;
    measure_options o =
        measure_parse(argc, argv, (measure_options){.samples = 21, .repeats = 1, .n = 1024}, help);

    n = o.n;
    allocate();
    compare(v, variants);
    measure(&o, v, variants);
    measure_report("gemm_cpu", &o, omp_get_max_threads(), v, variants, 1e-3, "ms");
    ctsar_free(&adaptive);
    ctsar_free(&fixed);
    free(c);
    free(b);
    free(a);
    return 0;
}

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A matrix product on one GPU with rows as they are and padded (paper 4.3, Figure 6), at sizes
 * round a power of two. */
#include <stdio.h>
#include <stdlib.h>

#include <ctsar.h>

#include "../../apps/common/app.h"
#include "../measure.h"
#include "kernels.h"

enum { SIZES = 6, VARIANTS = 2 * SIZES };
static const long beyond[SIZES] = {0, 1, 8, 16, 24, 31};

static float *a, *b, *c;
static long first;

static int gemm_form(const ctsar_call *call, void *on)
{
    long n = *(const long *)call->arg[3];
    return launch_gemm(call->arg[0], (long)call->strides[0][0], call->arg[1],
                       (long)call->strides[1][0], call->arg[2], (long)call->strides[2][0], n,
                       call->start, call->end, on);
}

static const ctsar_kernel kernel = {.name = "gemm", .cuda = gemm_form};

/* One region for each variant: its arrays persist, so that the kernel alone is timed. */
static ctsar *region[VARIANTS];

static void product(ctsar *s, long n, bool pads)
{
    size_t rows = (size_t)n, pitch[3];
    unsigned flags = CTSAR_MEM_PERSIST | (pads ? CTSAR_MEM_PAD : 0);
    do {
        ctsar_reg_mem_2d(s, a, sizeof *a, rows, rows, 0, 0,
                         CTSAR_MEM_PARTIAL | CTSAR_MEM_INPUT | flags, &pitch[0]);
        ctsar_reg_mem_2d(s, b, sizeof *b, rows, rows, 0, 0, CTSAR_MEM_INPUT | flags, &pitch[1]);
        ctsar_reg_mem_2d(s, c, sizeof *c, rows, rows, 0, 0,
                         CTSAR_MEM_PARTIAL | CTSAR_MEM_OUTPUT | flags, &pitch[2]);
        ctsar_next(s, rows);
        const ctsar_arg args[] = {CTSAR_ARG_MEM(a), CTSAR_ARG_MEM(b), CTSAR_ARG_MEM(c),
                                  CTSAR_ARG_VALUE(&n, sizeof n)};
        ctsar_launch(s, &kernel, args, 4);
    } while (ctsar_loop(s));
}

static void run(int variant, long times)
{
    long n = first + beyond[variant / 2];
    ctsar_init(&region[variant], (size_t)n, CTSAR_STATIC, CTSAR_DEV_GPU, NULL, NULL);
    ctsar_set_kernel(region[variant], &kernel);
    product(region[variant], n, variant % 2); /* brings the data */
    for (; times > 0; --times)
        product(region[variant], n, variant % 2);
    ctsar_free(&region[variant]);
}

#define RUN(variant)                                                                               \
    static void run_##variant(long times)                                                          \
    {                                                                                              \
        run(variant, times);                                                                       \
    }
RUN(0)
RUN(1)
RUN(2)
RUN(3)
RUN(4)
RUN(5)
RUN(6)
RUN(7)
RUN(8)
RUN(9)
RUN(10)
RUN(11)

static const char help[] =
    "usage: gpu_gemm [-s SAMPLES] [-r REPEATS] [-n N] [--json FILE]\n"
    "Times products of single-precision matrices of N (default 8192) to N+31 rows on the first "
    "CUDA\n"
    "device, with rows as they are and padded: SAMPLES (default 3) of each, in turns; a sample is\n"
    "REPEATS (default 4) products and the copying of their data.\n";

int main(int argc, char **argv)
{
    void (*const runs[VARIANTS])(long) = {run_0, run_1, run_2, run_3, run_4,  run_5,
                                          run_6, run_7, run_8, run_9, run_10, run_11};
    static char text[VARIANTS][2][48];
    measure_variant v[VARIANTS] = {{0}};
    measure_options o =
        measure_parse(argc, argv, (measure_options){.samples = 3, .repeats = 4, .n = 8192}, help);
    first = o.n;
    for (int i = 0; i < VARIANTS; ++i) {
        const char *how = i % 2 ? "padded" : "plain";
        snprintf(text[i][0], sizeof text[i][0], "%ld_%s", first + beyond[i / 2], how);
        snprintf(text[i][1], sizeof text[i][1], "%ld rows, %s", first + beyond[i / 2], how);
        v[i] = (measure_variant){.name = text[i][0], .label = text[i][1], .run = runs[i]};
    }
    size_t bytes = (size_t)(first + 31) * (size_t)(first + 31) * sizeof *a;
    setenv("CTSAR_DEVICES", "cuda:0", 1);
    a = app_alloc(bytes);
    b = app_alloc(bytes);
    c = app_alloc(bytes);
    for (size_t i = 0; i < bytes / sizeof *a; ++i)
        a[i] = b[i] = (float)(i % 7);
    measure(&o, v, VARIANTS);
    measure_report("gpu_gemm", &o, 1, v, VARIANTS, 1e-3, "ms");
    free(a);
    free(b);
    free(c);
    return 0;
}

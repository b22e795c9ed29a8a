/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the memory manager costs on the host, with accelerators that are emulated at the speed of
 * memory: the strided copy against a plain memcpy of the same bytes, and, where nothing has to
 * move, a pass over a persisted array that is current in 1, 10 or 1000 intervals. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../apps/common/app.h"
#include "device/registry.h"
#include "mem/arrays.h"
#include "mem/window.h"
#include "measure.h"

enum { QUARTER = 4, ITEMS = 4000 };

static ctsar__device *device;
static size_t rows, cols; /* of a matrix of which a quarter of the columns is copied */
static double *matrix, *copy;

static void need(int status)
{
    if (!status)
        return;
    fprintf(stderr, "mem: %s: %s\n", ctsar_strerror(status), ctsar__error_detail());
    exit(1);
}

/* ---- Copies of rows * cols / 4 elements ------------------------------------------------ */

static void plain(long n)
{
    for (; n > 0; --n) {
        memcpy(copy, matrix, rows * cols / QUARTER * sizeof *copy);
        __asm__ volatile("" : : "r"(copy) : "memory");
    }
}

/* Positions [0, width) of `outer` blocks between layouts. */
static void transfer(long n, size_t outer, size_t width, ctsar__layout to, ctsar__layout from)
{
    ctsar__place there = {device, (char *)copy, to}, here = {NULL, (char *)matrix, from};
    ctsar__traffic t = {0};
    for (; n > 0; --n)
        need(ctsar__transfer(&there, &here, outer, (ctsar__items){0, width},
                             (ctsar__shares){.fixed = 0}, &ctsar__on_host, &t));
}

static ctsar__layout dense(size_t block)
{
    return (ctsar__layout){.row = 1, .pitch = 1, .block = block};
}

static void by_rows(long n)
{
    size_t bytes = rows * cols / QUARTER * sizeof *copy;
    transfer(n, 1, bytes, dense(bytes), dense(bytes));
}

static void by_columns(long n)
{
    size_t row = cols * sizeof *copy;
    transfer(n, rows, row / QUARTER, dense(row), dense(row));
}

static void packed(long n)
{
    size_t row = cols * sizeof *copy;
    transfer(n, rows, row / QUARTER, dense(row / QUARTER), dense(row));
}

static void padded(long n)
{
    size_t row = cols * sizeof *copy, pitch = row + 64, bytes = rows / QUARTER * row;
    transfer(n, 1, bytes, (ctsar__layout){.row = row, .pitch = pitch, .block = rows * pitch},
             (ctsar__layout){.row = row, .pitch = row, .block = rows * row});
}

/* ---- The directory ------------------------------------------------------------------------ */

/* An array of which accelerator and host have `intervals` each. */
typedef struct persisted {
    ctsar__arrays arrays;
    unsigned long pass;
    long intervals;
    double host[ITEMS];
} persisted;

static persisted few, some, many;

/* One range of a unit; nothing but the first time moves. */
static void range(persisted *p, int acc, long lo, long count)
{
    ctsar__shape s;
    ctsar__array *a;
    void *base;
    ctsar__traffic t = {0};
    ctsar__values v = {lo, 1, count};
    const ctsar__target at = {.acc = acc, .device = acc < 0 ? NULL : device};
    need(ctsar__shape_2d(sizeof *p->host, ITEMS, 1, 0, 0,
                         CTSAR_MEM_PARTIAL | CTSAR_MEM_INOUT | CTSAR_MEM_PERSIST, false, &s));
    need(ctsar__arrays_register(&p->arrays, p->host, &s, p->pass, &a));
    need(ctsar__window_base(a, &at, NULL, &base, &t));
    need(ctsar__window_fetch(a, &at, v, p->pass, &t));
    need(ctsar__window_bring(a, &at, v, &t));
    need(ctsar__window_note(a, &at, v));
}

static void passes(persisted *p, long n)
{
    long width = ITEMS / p->intervals;
    for (; n > 0; --n) {
        p->pass++;
        for (long lo = 0; lo < ITEMS; lo += width) {
            range(p, -1, lo, width / 2);
            range(p, 0, lo + width / 2, width - width / 2);
        }
        need(ctsar__arrays_end_pass(&p->arrays, p->pass, &(ctsar__traffic){0}));
    }
}

static void intervals_1(long n)
{
    passes(&few, n);
}

static void intervals_10(long n)
{
    passes(&some, n);
}

static void intervals_1000(long n)
{
    passes(&many, n);
}

/* A core's range alone. */
static void core(long n)
{
    passes(&few, 1);
    for (; n > 0; --n)
        range(&few, -1, 0, ITEMS / 2);
}

static void persisted_open(persisted *p, long intervals)
{
    p->intervals = intervals;
    ctsar__arrays_init(&p->arrays, &device, 1, CTSAR__CACHE_WRITEBACK);
}

static const char help[] =
    "usage: mem [-s SAMPLES] [-r REPEATS] [-n COLUMNS] [--json FILE]\n"
    "Times copies of a quarter of a matrix of COLUMNS (default 512) squared doubles, and passes\n"
    "over a persisted array in which nothing has to move: SAMPLES (default 51) of each\n"
    "variant, in turns; a sample is REPEATS (default 10) of it.\n";

int main(int argc, char **argv)
{
    measure_variant v[] = {
        {.name = "memcpy", .label = "memcpy of a quarter of the matrix", .run = plain},
        {.name = "rows", .label = "rows", .run = by_rows},
        {.name = "columns", .label = "columns", .run = by_columns},
        {.name = "packed", .label = "columns, packed", .run = packed},
        {.name = "padded", .label = "rows, padded", .run = padded},
        {.name = "core", .label = "directory: a core's range", .run = core},
        {.name = "intervals_1", .label = "directory: pass of 2 x 1 ranges", .run = intervals_1},
        {.name = "intervals_10", .label = "directory: pass of 2 x 10 ranges", .run = intervals_10},
        {.name = "intervals_1000",
         .label = "directory: pass of 2 x 1000 ranges",
         .run = intervals_1000},
    };
    const int variants = sizeof v / sizeof *v;
    measure_options o =
        measure_parse(argc, argv, (measure_options){.samples = 51, .repeats = 10, .n = 512}, help);

    ctsar__emu_spec spec = {.speed = 1, .memory = SIZE_MAX};
    ctsar__device_settings settings = {.emu = &spec, .nemu = 1, .clock = CTSAR__CLOCK_VIRTUAL};
    need(ctsar__backend_emu.open(&settings, 0, &device));
    rows = cols = (size_t)o.n;
    matrix = app_alloc(rows * cols * sizeof *matrix);
    copy = app_alloc(rows * (cols * sizeof *copy + 64));
    memset(matrix, 1, rows * cols * sizeof *matrix);
    persisted_open(&few, 1);
    persisted_open(&some, 10);
    persisted_open(&many, 1000);
    measure(&o, v, variants);
    measure_report("mem", &o, 1, v, variants, 1e-6, "us");
    need(ctsar__arrays_free(&few.arrays));
    need(ctsar__arrays_free(&some.arrays));
    need(ctsar__arrays_free(&many.arrays));
    device->backend->close(device);
    free(matrix);
    free(copy);
    return 0;
}

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Programs on vectors in blocks.  What they compute is computed serially beforehand, by the same
 * bodies on all of the vector. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../common/app.h"
#include "blocks.h"
#include "tiles.h"

enum { ROUNDS = 3 };

static long n;
static double *x, *y, *z, *right;

static double number(long i)
{
    return (double)((i * 7919 + 13) % 1009) / 1009 + 0.1;
}

static double *vector(long length)
{
    double *v = app_alloc((size_t)length * sizeof *v);
    for (long i = 0; i < length; ++i)
        v[i] = number(i);
    return v;
}

/* `width` numbers for each element of x and `right`. */
static void open_all(long size, long width)
{
    n = size;
    x = vector(width * n);
    y = vector(width * n);
    z = vector(width * n);
    right = vector(width * n);
}

static void close_all(void)
{
    free(x);
    free(y);
    free(z);
    free(right);
}

/* All of it at once. */
static void serially(const ctsar_kernel *k, long iterations, void *const *arg)
{
    k->host(
        &(ctsar_call){.end = iterations, .step = 1, .count = iterations, .groups = 1, .arg = arg});
}

/* Elements [i, i + size) of numbers of which each element has `width`. */
#define BLOCK(kind, v, width, i, size)                                                             \
    kind((v) + (width) * (i), (size_t)((width) * (size)) * sizeof *(v))

/* ---- STREAM ------------------------------------------------------------------------------------
 */

static double by = 0.3, one = 1;

static void open_stream(long size)
{
    open_all(size, 1);
    double *to = app_alloc((size_t)n * sizeof *to), *half = app_alloc((size_t)n * sizeof *half);
    memcpy(to, x, (size_t)n * sizeof *to);
    for (int r = 0; r < ROUNDS; ++r) {
        serially(&scale_kernel, n, (void *[]){&one, to, right});       /* copy */
        serially(&scale_kernel, n, (void *[]){&by, right, half});      /* scale */
        serially(&triad_kernel, n, (void *[]){&one, to, half, right}); /* add */
        serially(&triad_kernel, n, (void *[]){&by, half, right, to});  /* triad */
    }
    memcpy(right, to, (size_t)n * sizeof *to);
    free(to);
    free(half);
}

static int scale(ctsar_tasks *t, double *s, double *from, double *to, long i, long size)
{
    const ctsar_access parts[] = {CTSAR_VALUE(s, sizeof *s), BLOCK(CTSAR_IN, from, 1, i, size),
                                  BLOCK(CTSAR_OUT, to, 1, i, size)};
    return ctsar_task(t, &scale_kernel, 0, size, parts, 3, 0);
}

static int triad(ctsar_tasks *t, double *s, double *const v[3], long i, long size)
{
    const ctsar_access parts[] = {CTSAR_VALUE(s, sizeof *s), BLOCK(CTSAR_IN, v[0], 1, i, size),
                                  BLOCK(CTSAR_IN, v[1], 1, i, size),
                                  BLOCK(CTSAR_OUT, v[2], 1, i, size)};
    return ctsar_task(t, &triad_kernel, 0, size, parts, 4, 0);
}

static int submit_stream(ctsar_tasks *t, long size)
{
    int status = 0;
    for (int r = 0; r < ROUNDS; ++r)
        for (long i = 0; i < n && !status; i += size) {
            status = scale(t, &one, x, z, i, size);
            if (!status)
                status = scale(t, &by, z, y, i, size);
            if (!status)
                status = triad(t, &one, (double *[]){x, y, z}, i, size);
            if (!status)
                status = triad(t, &by, (double *[]){y, z, x}, i, size);
        }
    return status;
}

static double error_of_x(void)
{
    return app_row_error(x, right, (size_t)n);
}

const program stream_program = {"stream", open_stream, submit_stream, error_of_x, close_all, true};

/* ---- n-body ------------------------------------------------------------------------------------
 */

static double dt = 1e-3;

static void open_nbody(long size)
{
    open_all(size, 4);
    double *speed = app_alloc((size_t)n * 4 * sizeof *speed);
    memcpy(speed, y, (size_t)n * 4 * sizeof *speed);
    for (int r = 0; r < ROUNDS; ++r) {
        serially(&attract_kernel, n, (void *[]){&n, &dt, right, right, speed});
        serially(&move_kernel, n, (void *[]){&dt, speed, right});
    }
    free(speed);
}

static int attract(ctsar_tasks *t, long i, long k, long size)
{
    const ctsar_access parts[] = {CTSAR_VALUE(&size, sizeof size), CTSAR_VALUE(&dt, sizeof dt),
                                  BLOCK(CTSAR_IN, x, 4, i, size), BLOCK(CTSAR_IN, x, 4, k, size),
                                  BLOCK(CTSAR_INOUT, y, 4, i, size)};
    return ctsar_task(t, &attract_kernel, 0, size, parts, 5, 0);
}

static int move(ctsar_tasks *t, long i, long size)
{
    const ctsar_access parts[] = {CTSAR_VALUE(&dt, sizeof dt), BLOCK(CTSAR_IN, y, 4, i, size),
                                  BLOCK(CTSAR_INOUT, x, 4, i, size)};
    return ctsar_task(t, &move_kernel, 0, size, parts, 3, 0);
}

static int submit_nbody(ctsar_tasks *t, long size)
{
    int status = 0;
    for (int r = 0; r < ROUNDS; ++r) {
        for (long i = 0; i < n; i += size)
            for (long k = 0; k < n && !status; k += size)
                status = attract(t, i, k, size);
        for (long i = 0; i < n && !status; i += size)
            status = move(t, i, size);
    }
    return status;
}

static double error_of_bodies(void)
{
    return app_row_error(x, right, (size_t)(4 * n));
}

const program nbody_program = {"nbody", open_nbody, submit_nbody, error_of_bodies, close_all, true};

/* ---- Bitonic sorting
 * ----------------------------------------------------------------------------- */

static int compare(const void *a, const void *b)
{
    double u = *(const double *)a, v = *(const double *)b;
    return (u > v) - (u < v);
}

static void open_bitonic(long size)
{
    if (size & (size - 1))
        app_fail("N is %ld; bitonic sorting needs a power of two", size);
    open_all(size, 1);
    qsort(right, (size_t)n, sizeof *right, compare);
}

static int sort(ctsar_tasks *t, long i, long size, long ascending, long first)
{
    const ctsar_access parts[] = {
        CTSAR_VALUE(&size, sizeof size), CTSAR_VALUE(&ascending, sizeof ascending),
        CTSAR_VALUE(&first, sizeof first), BLOCK(CTSAR_INOUT, x, 1, i, size)};
    return ctsar_task(t, &sort_kernel, 0, 1, parts, 4, 0);
}

static int exchange(ctsar_tasks *t, long i, long k, long size, long ascending)
{
    const ctsar_access parts[] = {CTSAR_VALUE(&ascending, sizeof ascending),
                                  BLOCK(CTSAR_INOUT, x, 1, i, size),
                                  BLOCK(CTSAR_INOUT, x, 1, k, size)};
    return ctsar_task(t, &exchange_kernel, 0, size, parts, 3, 0);
}

/* Between blocks, then within each; a stage of `length` sorts so many elements. */
static int stage(ctsar_tasks *t, long size, long length)
{
    int status = 0;
    for (long j = length / 2; j >= size; j /= 2)
        for (long i = 0; i < n && !status; i += size)
            if (!(i & j))
                status = exchange(t, i, i + j, size, !(i & length));
    for (long i = 0; i < n && !status; i += size)
        status = sort(t, i, size, !(i & length), length > size ? size : 2);
    return status;
}

static int submit_bitonic(ctsar_tasks *t, long size)
{
    int status = 0;
    for (long length = size; length <= n && !status; length *= 2)
        status = stage(t, size, length);
    return status;
}

const program bitonic_program = {"bitonic",  open_bitonic, submit_bitonic,
                                 error_of_x, close_all,    true};

/* ---- Likelihoods of a tree, as PBPI's: three loops and a reduction
 * --------------------------------- */

static double branches[2 * STATES * STATES], sum, right_sum;
static const double nothing;

static void add(void *into, void *from)
{
    *(double *)into += *(double *)from;
}

static void open_pbpi(long size)
{
    open_all(size, STATES);
    for (int i = 0; i < 2 * STATES * STATES; ++i)
        branches[i] = number(i) / STATES;
    double *logarithm = app_alloc((size_t)n * sizeof *logarithm);
    memset(logarithm, 0, (size_t)n * sizeof *logarithm);
    memset(z, 0, (size_t)n * sizeof *z);
    sum = right_sum = 0;
    for (int r = 0; r < ROUNDS; ++r) {
        serially(&join_kernel, n, (void *[]){branches, right, y});
        serially(&rescale_kernel, n, (void *[]){right, logarithm});
        serially(&likelihood_kernel, n, (void *[]){right, logarithm, &right_sum});
    }
    free(logarithm);
}

static int generation(ctsar_tasks *t, long i, long size)
{
    const ctsar_access join[] = {CTSAR_IN(branches, sizeof branches),
                                 BLOCK(CTSAR_INOUT, x, STATES, i, size),
                                 BLOCK(CTSAR_IN, y, STATES, i, size)};
    const ctsar_access rescale[] = {BLOCK(CTSAR_INOUT, x, STATES, i, size),
                                    BLOCK(CTSAR_INOUT, z, 1, i, size)};
    const ctsar_access likelihood[] = {BLOCK(CTSAR_IN, x, STATES, i, size),
                                       BLOCK(CTSAR_IN, z, 1, i, size),
                                       CTSAR_REDUCTION(&sum, sizeof sum, &nothing, add)};
    int status = ctsar_task(t, &join_kernel, 0, size, join, 3, 0);
    if (!status)
        status = ctsar_task(t, &rescale_kernel, 0, size, rescale, 2, 0);
    return status ? status : ctsar_task(t, &likelihood_kernel, 0, size, likelihood, 3, 0);
}

static int submit_pbpi(ctsar_tasks *t, long size)
{
    int status = 0;
    for (int r = 0; r < ROUNDS; ++r)
        for (long i = 0; i < n && !status; i += size)
            status = generation(t, i, size);
    return status;
}

static double error_of_likelihood(void)
{
    double sites = app_row_error(x, right, (size_t)(STATES * n));
    return fmax(sites, app_row_error(&sum, &right_sum, 1));
}

const program pbpi_program = {"pbpi", open_pbpi, submit_pbpi, error_of_likelihood, close_all, true};

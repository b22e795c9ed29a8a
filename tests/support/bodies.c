/* SPDX-License-Identifier: BSD-3-Clause */
#include "bodies.h"

#include <stdlib.h>
#include <string.h>

#include "random.h"

/* Sums are of small integers, so that they are exact whatever the split. */
static void add(void *into, void *from)
{
    *(double *)into += *(double *)from;
}

static void next(ctsar *s, const problem *p)
{
    if (p->lo == 0 && p->step == 1)
        ctsar_next(s, (size_t)p->n);
    else
        ctsar_next_range(s, p->lo, p->hi, p->step);
}

static void increment(const problem *p, const double *in, const double *whole, double *out,
                      double *sum, long i)
{
    (void)p, (void)in, (void)whole, (void)sum;
    out[i] += 1;
}

static void increment_turn(ctsar *s, problem *p)
{
    double *out =
        ctsar_reg_mem(s, p->out, sizeof *out, (size_t)p->rows, CTSAR_MEM_PARTIAL | CTSAR_MEM_INOUT);
    next(s, p);
    for (long i = CSTART(s); i < CEND(s); ++i)
        increment(p, NULL, NULL, out, NULL, i);
}

/* A row of a matrix times a vector; output only, and one array is registered late. */
static void matvec(const problem *p, const double *in, const double *whole, double *out,
                   double *sum, long i)
{
    (void)sum;
    double dot = 0;
    for (long j = 0; j < p->cols; ++j)
        dot += in[i * p->cols + j] * whole[j];
    for (long j = 0; j < p->cols; ++j)
        out[i * p->cols + j] = dot + (double)j;
}

static void matvec_turn(ctsar *s, problem *p)
{
    size_t rows = (size_t)p->rows, cols = (size_t)p->cols;
    const double *in = ctsar_reg_mem_2d(s, p->in, sizeof *in, rows, cols, 0, 0,
                                        CTSAR_MEM_PARTIAL | CTSAR_MEM_INPUT, NULL);
    const double *whole = ctsar_reg_mem(s, p->whole, sizeof *whole, rows * cols, CTSAR_MEM_INPUT);
    next(s, p);
    double *out = ctsar_reg_mem_2d(s, p->out, sizeof *out, rows, cols, 0, 0,
                                   CTSAR_MEM_PARTIAL | CTSAR_MEM_OUTPUT, NULL);
    for (long i = CSTART(s); i < CEND(s); ++i)
        matvec(p, in, whole, out, NULL, i);
}

/* Reads the rows on either side. */
static void stencil(const problem *p, const double *in, const double *whole, double *out,
                    double *sum, long i)
{
    (void)whole, (void)sum;
    for (long j = 0; j < p->cols; ++j)
        out[i * p->cols + j] +=
            in[(i - 1) * p->cols + j] - 2 * in[i * p->cols + j] + in[(i + 1) * p->cols + j];
}

static void stencil_turn(ctsar *s, problem *p)
{
    size_t rows = (size_t)p->rows, cols = (size_t)p->cols, pitch = 0;
    const double *in = ctsar_reg_mem_2d(s, p->in, sizeof *in, rows, cols, 1, 0,
                                        CTSAR_MEM_PARTIAL | CTSAR_MEM_INPUT, &pitch);
    double *out = ctsar_reg_mem_2d(s, p->out, sizeof *out, rows, cols, 0, 0,
                                   CTSAR_MEM_PARTIAL | CTSAR_MEM_INOUT, NULL);
    next(s, p);
    for (long i = CSTART(s); i < CEND(s); ++i)
        stencil(p, in, NULL, out, NULL, i);
}

/* Every third row, and only those are written back. */
static void strided_turn(ctsar *s, problem *p)
{
    size_t rows = (size_t)p->rows, cols = (size_t)p->cols;
    const double *in = ctsar_reg_mem_2d(s, p->in, sizeof *in, rows, cols, 0, 0,
                                        CTSAR_MEM_PARTIAL | CTSAR_MEM_INPUT, NULL);
    const double *whole = ctsar_reg_mem(s, p->whole, sizeof *whole, rows * cols, CTSAR_MEM_INPUT);
    double *out = ctsar_reg_mem_2d(s, p->out, sizeof *out, rows, cols, 0, 0,
                                   CTSAR_MEM_PARTIAL | CTSAR_MEM_OUTPUT, NULL);
    next(s, p);
    for (long i = CSTART(s); i < CEND(s); i += p->step)
        matvec(p, in, whole, out, NULL, i);
}

static void sum_of(const problem *p, const double *in, const double *whole, double *out,
                   double *sum, long i)
{
    (void)p, (void)whole;
    out[i] = in[i];
    *sum += in[i];
}

static void sum_turn(ctsar *s, problem *p)
{
    static const double zero = 0;
    double *sum = ctsar_reg_reduc(s, &p->sum, &zero, sizeof zero, add);
    const double *in =
        ctsar_reg_mem(s, p->in, sizeof *in, (size_t)p->rows, CTSAR_MEM_PARTIAL | CTSAR_MEM_INPUT);
    double *out = ctsar_reg_mem(s, p->out, sizeof *out, (size_t)p->rows,
                                CTSAR_MEM_PARTIAL | CTSAR_MEM_OUTPUT);
    next(s, p);
    for (long i = CSTART(s); i < CEND(s); ++i)
        sum_of(p, in, NULL, out, sum, i);
}

const test_body test_bodies[] = {
    {"increment", 1, 0, 1, increment, increment_turn},
    {"matvec", 7, 0, 1, matvec, matvec_turn},
    {"stencil", 33, 1, 1, stencil, stencil_turn},
    {"strided", 5, 2, 3, matvec, strided_turn},
    {"sum", 1, 0, 1, sum_of, sum_turn},
};
const int test_body_count = sizeof test_bodies / sizeof *test_bodies;

static double *numbers(random_state *r, long count)
{
    double *x = malloc((size_t)(count + 1) * sizeof *x);
    for (long i = 0; i < count; ++i)
        x[i] = (double)random_long(r, -99, 99);
    return x;
}

void problem_prepare(problem *p, const test_body *b, long n, unsigned long seed)
{
    random_state r = {seed};
    *p = (problem){.n = n, .lo = b->margin, .step = b->step, .cols = b->cols};
    p->hi = p->lo + n * p->step;
    p->rows = p->hi + b->margin + (n == 0);
    long elements = p->rows * p->cols;
    p->in = numbers(&r, elements);
    p->whole = numbers(&r, elements);
    p->out = numbers(&r, elements);
    p->expected = malloc((size_t)(elements + 1) * sizeof *p->expected);
    memcpy(p->expected, p->out, (size_t)elements * sizeof *p->out);
    p->sum = p->expected_sum = 5;
}

void problem_run(problem *p, const test_body *b, ctsar *s, int threads)
{
    for (long i = p->lo; i < p->hi; i += p->step)
        b->iteration(p, p->in, p->whole, p->expected, &p->expected_sum, i);
    (void)threads; /* without OpenMP the team is one thread */
#pragma omp parallel num_threads(threads)
    do {
        b->turn(s, p);
    } while (ctsar_loop(s));
}

bool problem_right(const problem *p)
{
    size_t bytes = (size_t)(p->rows * p->cols) * sizeof *p->out;
    return !memcmp(p->out, p->expected, bytes) && p->sum == p->expected_sum;
}

void problem_free(problem *p)
{
    free(p->in);
    free(p->whole);
    free(p->out);
    free(p->expected);
}

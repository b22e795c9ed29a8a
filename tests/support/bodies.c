/* SPDX-License-Identifier: BSD-3-Clause */
#include "bodies.h"

#include <stdlib.h>
#include <string.h>

#include "fake_cuda.h"
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

static void increment_open(ctsar *s, problem *p, test_pointers *t)
{
    t->out = ctsar_reg_mem(s, p->out, sizeof *t->out, (size_t)p->rows,
                           CTSAR_MEM_PARTIAL | CTSAR_MEM_INOUT);
    next(s, p);
}

static void increment_host(const ctsar_call *c)
{
    for (long i = c->start; i < c->end; i += c->step)
        increment(NULL, NULL, NULL, c->arg[0], NULL, i);
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

static void matvec_open(ctsar *s, problem *p, test_pointers *t)
{
    size_t rows = (size_t)p->rows, cols = (size_t)p->cols;
    t->in = ctsar_reg_mem_2d(s, p->in, sizeof *t->in, rows, cols, 0, 0,
                             CTSAR_MEM_PARTIAL | CTSAR_MEM_INPUT, NULL);
    t->whole = ctsar_reg_mem(s, p->whole, sizeof *t->whole, rows * cols, CTSAR_MEM_INPUT);
    next(s, p);
    t->out = ctsar_reg_mem_2d(s, p->out, sizeof *t->out, rows, cols, 0, 0,
                              CTSAR_MEM_PARTIAL | CTSAR_MEM_OUTPUT, NULL);
}

static void matvec_host(const ctsar_call *c)
{
    problem p = {.cols = *(const long *)c->arg[3]};
    for (long i = c->start; i < c->end; i += c->step)
        matvec(&p, c->arg[0], c->arg[1], c->arg[2], NULL, i);
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

static void stencil_open(ctsar *s, problem *p, test_pointers *t)
{
    size_t rows = (size_t)p->rows, cols = (size_t)p->cols, pitch = 0;
    t->in = ctsar_reg_mem_2d(s, p->in, sizeof *t->in, rows, cols, 1, 0,
                             CTSAR_MEM_PARTIAL | CTSAR_MEM_INPUT, &pitch);
    t->out = ctsar_reg_mem_2d(s, p->out, sizeof *t->out, rows, cols, 0, 0,
                              CTSAR_MEM_PARTIAL | CTSAR_MEM_INOUT, NULL);
    next(s, p);
}

static void stencil_host(const ctsar_call *c)
{
    problem p = {.cols = *(const long *)c->arg[2]};
    for (long i = c->start; i < c->end; i += c->step)
        stencil(&p, c->arg[0], NULL, c->arg[1], NULL, i);
}

/* Every third row, and only those are written back. */
static void strided_open(ctsar *s, problem *p, test_pointers *t)
{
    size_t rows = (size_t)p->rows, cols = (size_t)p->cols;
    t->in = ctsar_reg_mem_2d(s, p->in, sizeof *t->in, rows, cols, 0, 0,
                             CTSAR_MEM_PARTIAL | CTSAR_MEM_INPUT, NULL);
    t->whole = ctsar_reg_mem(s, p->whole, sizeof *t->whole, rows * cols, CTSAR_MEM_INPUT);
    t->out = ctsar_reg_mem_2d(s, p->out, sizeof *t->out, rows, cols, 0, 0,
                              CTSAR_MEM_PARTIAL | CTSAR_MEM_OUTPUT, NULL);
    next(s, p);
}

static void sum_of(const problem *p, const double *in, const double *whole, double *out,
                   double *sum, long i)
{
    (void)p, (void)whole;
    out[i] = in[i];
    *sum += in[i];
}

static void sum_open(ctsar *s, problem *p, test_pointers *t)
{
    static const double zero = 0;
    t->sum = ctsar_reg_reduc(s, &p->sum, &zero, sizeof zero, add);
    t->in = ctsar_reg_mem(s, p->in, sizeof *t->in, (size_t)p->rows,
                          CTSAR_MEM_PARTIAL | CTSAR_MEM_INPUT);
    t->out = ctsar_reg_mem(s, p->out, sizeof *t->out, (size_t)p->rows,
                           CTSAR_MEM_PARTIAL | CTSAR_MEM_OUTPUT);
    next(s, p);
}

static void sum_host(const ctsar_call *c)
{
    for (long i = c->start; i < c->end; i += c->step)
        sum_of(NULL, c->arg[0], NULL, c->arg[1], c->arg[2], i);
}

/* The same in OpenCL C. */
#define KERNEL(name) "__kernel void " name "(long start, long step, long count,"
#define RANGE                                                                                      \
    "    for (long k = get_global_id(0), i = start + k * step; k < count;\n"                       \
    "         k += get_global_size(0), i = start + k * step)\n"

static const char increment_opencl[] =
    KERNEL("increment") "__global double *out, long bias, long cols)\n"
                        "{\n" RANGE "        out[i - bias] += 1;\n}\n";

static const char matvec_opencl[] =
    KERNEL("matvec") "__global const double *in, long in_bias, long in_stride,\n"
                     "__global const double *whole, long whole_bias,\n"
                     "__global double *out, long out_bias, long out_stride, long cols)\n"
                     "{\n" RANGE "    {\n"
                     "        double dot = 0;\n"
                     "        for (long j = 0; j < cols; ++j)\n"
                     "            dot += in[i * in_stride + j - in_bias] * whole[j - whole_bias];\n"
                     "        for (long j = 0; j < cols; ++j)\n"
                     "            out[i * out_stride + j - out_bias] = dot + j;\n"
                     "    }\n}\n";

static const char stencil_opencl[] = KERNEL(
    "stencil") "__global const double *in, long in_bias, long in_stride,\n"
               "__global double *out, long out_bias, long out_stride, long cols)\n"
               "{\n" RANGE "        for (long j = 0; j < cols; ++j) {\n"
               "            __global const double *at = in + (i * in_stride + j - in_bias);\n"
               "            out[i * out_stride + j - out_bias] += at[-in_stride] - 2 * at[0] + "
               "at[in_stride];\n"
               "        }\n}\n";

/* Each group adds up in its first work-item, in order. */
static const char sum_opencl[] =
    KERNEL("sum") "__global const double *in, long in_bias, __global double *out, long out_bias,\n"
                  "__global double *sum, long cols)\n"
                  "{\n"
                  "    if (get_local_id(0) > 0)\n"
                  "        return;\n"
                  "    for (long k = get_group_id(0); k < count; k += get_num_groups(0)) {\n"
                  "        long i = start + k * step;\n"
                  "        out[i - out_bias] = in[i - in_bias];\n"
                  "        sum[get_group_id(0)] += in[i - in_bias];\n"
                  "    }\n}\n";

/* CUDA forms: of tests/gpu/bodies.cu on a real device; otherwise for the driver that the tests
 * bring, whose kernels are host functions in a stream. */
#ifdef TESTS_WITH_NVCC
#define CUDA_FORM(prefix) int prefix##_cuda(const ctsar_call *call, void *stream);
#else
#define CUDA_FORM(prefix)                                                                          \
    static void prefix##_in_stream(void *call)                                                     \
    {                                                                                              \
        prefix##_host(call);                                                                       \
    }                                                                                              \
    static int prefix##_cuda(const ctsar_call *call, void *stream)                                 \
    {                                                                                              \
        return fake_cuda_launch(stream, prefix##_in_stream, call);                                 \
    }
#endif
CUDA_FORM(increment)
CUDA_FORM(matvec)
CUDA_FORM(stencil)
CUDA_FORM(sum)

#define FORMS(kernel, prefix)                                                                      \
    {                                                                                              \
        .name = kernel, .host = prefix##_host, .cuda = prefix##_cuda,                              \
        .opencl_source = prefix##_opencl, .opencl_name = #prefix                                   \
    }

const test_body test_bodies[] = {
    {"increment", 1, 0, 1, increment, increment_open, FORMS("increment", increment)},
    {"matvec", 7, 0, 1, matvec, matvec_open, FORMS("matvec", matvec)},
    {"stencil", 33, 1, 1, stencil, stencil_open, FORMS("stencil", stencil)},
    {"strided", 5, 2, 3, matvec, strided_open, FORMS("strided", matvec)},
    {"sum", 1, 0, 1, sum_of, sum_open, FORMS("sum", sum)},
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

static void launch(problem *p, const test_body *b, const test_pointers *t, ctsar *s)
{
    ctsar_arg args[5];
    int n = 0;
    if (t->in)
        args[n++] = CTSAR_ARG_MEM(p->in);
    if (t->whole)
        args[n++] = CTSAR_ARG_MEM(p->whole);
    if (t->out)
        args[n++] = CTSAR_ARG_MEM(p->out);
    if (t->sum)
        args[n++] = CTSAR_ARG_REDUC(&p->sum);
    args[n++] = CTSAR_ARG_VALUE(&p->cols, sizeof p->cols);
    ctsar_launch(s, &b->kernel, args, n);
}

/* What `open` leaves is not used; it stores NULL where a registration fails.  Was there none? */
static bool registered(test_pointers *t, double *unused)
{
    if (!t->in || !t->whole || !t->out || !t->sum)
        return false;
    t->in = t->in == unused ? NULL : t->in;
    t->whole = t->whole == unused ? NULL : t->whole;
    t->out = t->out == unused ? NULL : t->out;
    t->sum = t->sum == unused ? NULL : t->sum;
    return true;
}

void problem_turn(problem *p, const test_body *b, test_form form, ctsar *s)
{
    double unused;
    test_pointers t = {&unused, &unused, &unused, &unused};
    b->open(s, p, &t);
    if (!registered(&t, &unused))
        return;
    if (form == LAUNCHED)
        launch(p, b, &t, s);
    else
        for (long i = CSTART(s); i < CEND(s); i += p->step)
            b->iteration(p, t.in, t.whole, t.out, t.sum, i);
}

void problem_run(problem *p, const test_body *b, test_form form, ctsar *s, int threads)
{
    for (long i = p->lo; i < p->hi; i += p->step)
        b->iteration(p, p->in, p->whole, p->expected, &p->expected_sum, i);
    (void)threads; /* without OpenMP the team is one thread */
#pragma omp parallel num_threads(threads)
    do {
        problem_turn(p, b, form, s);
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

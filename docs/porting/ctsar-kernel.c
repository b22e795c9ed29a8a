/* SPDX-License-Identifier: BSD-3-Clause */
#include <ctsar.h>
#include <stdlib.h>

#include "power.h"

static const char source[] =
    "__kernel void multiply(long start, long step, long count,\n"
    "                       __global const double *a, long a_bias, long a_row,\n"
    "                       __global const double *x, long x_bias,\n"
    "                       __global double *y, long y_bias, long n)\n"
    "{\n"
    "    for (long k = get_global_id(0); k < count; k += get_global_size(0)) {\n"
    "        long i = start + k * step;\n"
    "        double sum = 0;\n"
    "        for (long j = 0; j < n; j++)\n"
    "            sum += a[i * a_row + j - a_bias] * x[j - x_bias];\n"
    "        y[i - y_bias] = sum;\n"
    "    }\n"
    "}\n";

static void multiply_on_a_core(const ctsar_call *c)
{
    const double *m = c->arg[0], *v = c->arg[1];
    double *out = c->arg[2];
    long n = *(const long *)c->arg[3], row = (long)c->strides[0][0];
    for (long i = c->start; i < c->end; i += c->step) {
        double sum = 0;
        for (long j = 0; j < n; j++)
            sum += m[i * row + j] * v[j];
        out[i] = sum;
    }
}

static const ctsar_kernel multiply = {
    .name = "multiply", .host = multiply_on_a_core, .opencl_source = source};

int main(void)
{
    const long n = N;
    double norm = 0;
    ctsar *s = NULL;

    fill();
    if (ctsar_init(&s, N, CTSAR_AUTO, CTSAR_DEV_ALL, NULL, NULL) || ctsar_set_kernel(s, &multiply))
        return 1;
    for (int step = 0; step < STEPS; step++) {
        double squares = 0;
#pragma omp parallel
        do {
            ctsar_reg_mem_2d(s, a, sizeof *a, N, N, 0, 0,
                             CTSAR_MEM_PARTIAL | CTSAR_MEM_INPUT | CTSAR_MEM_PERSIST, NULL);
            ctsar_reg_mem(s, x, sizeof *x, N, CTSAR_MEM_INPUT);
            ctsar_reg_mem(s, y, sizeof *y, N, CTSAR_MEM_PARTIAL | CTSAR_MEM_OUTPUT);
            ctsar_next(s, N);
            const ctsar_arg args[] = {CTSAR_ARG_MEM(a), CTSAR_ARG_MEM(x), CTSAR_ARG_MEM(y),
                                      CTSAR_ARG_VALUE(&n, sizeof n)};
            ctsar_launch(s, &multiply, args, 4);
        } while (ctsar_loop(s));
        for (int i = 0; i < N; i++)
            squares += y[i] * y[i];
        norm = sqrt(squares);
        scale(norm);
    }
    ctsar_free(&s);
    show(norm);
    return 0;
}

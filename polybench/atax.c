/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ATAX: y = transposed(A)*(A*x).  The serial text adds into all of y for every row; the second
 * region visits columns instead, so that an iteration owns its element of y. */
#include "common.h"

static void atax(long nx, long ny, const DATA_TYPE *A, const DATA_TYPE *x, DATA_TYPE *tmp,
                 DATA_TYPE *y)
{
#pragma ctsar for hetero(1) part_copyin(A[1:nx][0:ny]) copyin(x[0:ny]) part_copyout(tmp[1:nx])
    for (long i = 0; i < nx; ++i) {
        tmp[i] = 0;
        for (long j = 0; j < ny; ++j)
            tmp[i] += A[i * ny + j] * x[j];
    }
#pragma ctsar for hetero(1) part_copyin(A[0:nx][1:ny]) copyin(tmp[0:nx]) part_copyout(y[1:ny])
    for (long j = 0; j < ny; ++j) {
        y[j] = 0;
        for (long i = 0; i < nx; ++i)
            y[j] += A[i * ny + j] * tmp[i];
    }
}

static void atax_serial(long nx, long ny, const double *A, const double *x, double *tmp, double *y)
{
    for (long j = 0; j < ny; ++j)
        y[j] = 0;
    for (long i = 0; i < nx; ++i) {
        tmp[i] = 0;
        for (long j = 0; j < ny; ++j)
            tmp[i] += A[i * ny + j] * x[j];
        for (long j = 0; j < ny; ++j)
            y[j] += A[i * ny + j] * tmp[i];
    }
}

static const double pi = 3.14159265358979323846;
static long NX, NY;
static DATA_TYPE *A, *x, *tmp, *y;

static void setup(long *dims, const char *data)
{
    (void)data;
    NX = dims[0], NY = dims[1];
    A = suite_array(DATA_TYPE, "A", NX, NY, SUITE_INPUT);
    x = suite_array(DATA_TYPE, "x", 1, NY, SUITE_INPUT);
    tmp = suite_array(DATA_TYPE, "tmp", 1, NX, SUITE_OUTPUT);
    y = suite_array(DATA_TYPE, "y", 1, NY, SUITE_OUTPUT | SUITE_RESULT);
    suite_fill_product(DATA_TYPE, A, NX, NY, 0, NX);
    for (long j = 0; j < NY; ++j)
        x[j] = (DATA_TYPE)((double)j * pi);
}

static void kernel(void)
{
    atax(NX, NY, A, x, tmp, y);
}

static void serial(void)
{
    atax_serial(NX, NY, suite_serial(A), suite_serial(x), suite_serial(tmp), suite_serial(y));
}

static double flops(const long *dims)
{
    return 4.0 * (double)dims[0] * (double)dims[1];
}

int main(int argc, char **argv)
{
    static const suite_code code = {.name = "ATAX",
                                    .about = "y = transposed(A)*(A*x); A is NX x NY",
                                    .type = SUITE_TYPE_NAME,
                                    .dims = {"NX", "NY"},
                                    .sizes = SUITE_SCALED(4096, 4096, 0),
                                    .flops = flops,
                                    .setup = setup,
                                    .kernel = kernel,
                                    .serial = serial};
    return suite_main(argc, argv, &code);
}

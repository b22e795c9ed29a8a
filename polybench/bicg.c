/* SPDX-License-Identifier: BSD-3-Clause
 *
 * BICG: s = transposed(A)*r, q = A*p.  The serial text adds into all of s for every row; the
 * first region visits columns instead. */
#include "common.h"

static void bicg(long nx, long ny, const DATA_TYPE *A, const DATA_TYPE *r, const DATA_TYPE *p,
                 DATA_TYPE *s, DATA_TYPE *q)
{
#pragma ctsar for hetero(1) part_copyin(A[0:nx][1:ny]) copyin(r[0:nx]) part_copyout(s[1:ny])
    for (long j = 0; j < ny; ++j) {
        s[j] = 0;
        for (long i = 0; i < nx; ++i)
            s[j] += A[i * ny + j] * r[i];
    }
#pragma ctsar for hetero(1) part_copyin(A[1:nx][0:ny]) copyin(p[0:ny]) part_copyout(q[1:nx])
    for (long i = 0; i < nx; ++i) {
        q[i] = 0;
        for (long j = 0; j < ny; ++j)
            q[i] += A[i * ny + j] * p[j];
    }
}

static void bicg_serial(long nx, long ny, const double *A, const double *r, const double *p,
                        double *s, double *q)
{
    for (long j = 0; j < ny; ++j)
        s[j] = 0;
    for (long i = 0; i < nx; ++i) {
        q[i] = 0;
        for (long j = 0; j < ny; ++j) {
            s[j] += A[i * ny + j] * r[i];
            q[i] += A[i * ny + j] * p[j];
        }
    }
}

static const double pi = 3.14159265358979323846;
static long NX, NY;
static DATA_TYPE *A, *r, *p, *s, *q;

static void setup(long *dims, const char *data)
{
    (void)data;
    NX = dims[0], NY = dims[1];
    A = suite_array(DATA_TYPE, "A", NX, NY, SUITE_INPUT);
    r = suite_array(DATA_TYPE, "r", 1, NX, SUITE_INPUT);
    p = suite_array(DATA_TYPE, "p", 1, NY, SUITE_INPUT);
    s = suite_array(DATA_TYPE, "s", 1, NY, SUITE_OUTPUT | SUITE_RESULT);
    q = suite_array(DATA_TYPE, "q", 1, NX, SUITE_OUTPUT | SUITE_RESULT);
    suite_fill_product(DATA_TYPE, A, NX, NY, 0, NX);
    for (long i = 0; i < NX; ++i)
        r[i] = (DATA_TYPE)((double)i * pi);
    for (long j = 0; j < NY; ++j)
        p[j] = (DATA_TYPE)((double)j * pi);
}

static void kernel(void)
{
    bicg(NX, NY, A, r, p, s, q);
}

static void serial(void)
{
    bicg_serial(NX, NY, suite_serial(A), suite_serial(r), suite_serial(p), suite_serial(s),
                suite_serial(q));
}

static double flops(const long *dims)
{
    return 4.0 * (double)dims[0] * (double)dims[1];
}

int main(int argc, char **argv)
{
    static const suite_code code = {.name = "BICG",
                                    .about = "s = transposed(A)*r, q = A*p; A is NX x NY",
                                    .type = SUITE_TYPE_NAME,
                                    .dims = {"NX", "NY"},
                                    .sizes = SUITE_SCALED(4096, 4096, 0),
                                    .flops = flops,
                                    .setup = setup,
                                    .kernel = kernel,
                                    .serial = serial};
    return suite_main(argc, argv, &code);
}

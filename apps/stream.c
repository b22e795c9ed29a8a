/* SPDX-License-Identifier: BSD-3-Clause
 *
 * STREAM: copy, scale, add and triad, over vectors that stay on the units in between. */
#include "../polybench/common.h"

static void stream(long n, DATA_TYPE scalar, DATA_TYPE *a, DATA_TYPE *b, DATA_TYPE *c)
{
#pragma ctsar for hetero(1) part_copyin(a[1:n]) part_copyout(c[1:n]) persist(a, c)
    for (long i = 0; i < n; ++i)
        c[i] = a[i];
#pragma ctsar for hetero(1) part_copyin(c[1:n]) part_copyout(b[1:n]) persist(b, c)
    for (long i = 0; i < n; ++i)
        b[i] = scalar * c[i];
#pragma ctsar for hetero(1) part_copyin(a[1:n], b[1:n]) part_copyout(c[1:n]) persist(a, b, c)
    for (long i = 0; i < n; ++i)
        c[i] = a[i] + b[i];
#pragma ctsar for hetero(1) part_copyin(b[1:n], c[1:n]) part_copyout(a[1:n]) persist(a, b, c)
    for (long i = 0; i < n; ++i)
        a[i] = b[i] + scalar * c[i];
#pragma ctsar depersist(a, b, c)
}

static const DATA_TYPE scalar = 3;
static long N;
static DATA_TYPE *a, *b, *c;

static void setup(long *dims, const char *data)
{
    (void)data;
    N = dims[0];
    a = suite_array(DATA_TYPE, "a", 1, N, SUITE_INOUT | SUITE_RESULT);
    b = suite_array(DATA_TYPE, "b", 1, N, SUITE_OUTPUT | SUITE_RESULT);
    c = suite_array(DATA_TYPE, "c", 1, N, SUITE_OUTPUT | SUITE_RESULT);
    for (long i = 0; i < N; ++i)
        a[i] = (DATA_TYPE)suite_hash((uint32_t)i);
}

static void kernel(void)
{
    stream(N, scalar, a, b, c);
}

static void serial(void)
{
    double *sa = suite_serial(a), *sb = suite_serial(b), *sc = suite_serial(c);

    for (long i = 0; i < N; ++i)
        sc[i] = sa[i];
    for (long i = 0; i < N; ++i)
        sb[i] = (double)scalar * sc[i];
    for (long i = 0; i < N; ++i)
        sc[i] = sa[i] + sb[i];
    for (long i = 0; i < N; ++i)
        sa[i] = sb[i] + (double)scalar * sc[i];
}

int main(int argc, char **argv)
{
    static const suite_code code = {.name = "STREAM",
                                    .about = "copy, scale, add and triad over n elements",
                                    .type = SUITE_TYPE_NAME,
                                    .dims = {"n"},
                                    .sizes = SUITE_SCALED(8000000, 0, 0),
                                    .tolerance = 2e-6,
                                    .setup = setup,
                                    .kernel = kernel,
                                    .serial = serial};
    return suite_main(argc, argv, &code);
}

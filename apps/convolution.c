/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Convolution of an image with a square mask of any odd width; its border stays as it was.  The
 * halo is the mask's radius, known at run time. */
#include "../polybench/common.h"

#include "common/app.h"

static void convolution(long ni, long nj, long radius, const DATA_TYPE *A, const DATA_TYPE *mask,
                        DATA_TYPE *B)
{
    const long width = 2 * radius + 1;
#pragma ctsar for hetero(1) part_copyin(A[1:ni:radius][0:nj]) copyin(mask[0:width * width]) \
    part_copy(B[1:ni][0:nj])
    for (long i = radius; i < ni - radius; ++i)
        for (long j = radius; j < nj - radius; ++j) {
            DATA_TYPE sum = 0;
            for (long k = -radius; k <= radius; ++k)
                for (long l = -radius; l <= radius; ++l)
                    sum += mask[(k + radius) * width + l + radius] * A[(i + k) * nj + j + l];
            B[i * nj + j] = sum;
        }
}

static void convolution_serial(long ni, long nj, long radius, const double *A, const double *mask,
                               double *B)
{
    const long width = 2 * radius + 1;

    for (long i = radius; i < ni - radius; ++i)
        for (long j = radius; j < nj - radius; ++j) {
            double sum = 0;
            for (long k = -radius; k <= radius; ++k)
                for (long l = -radius; l <= radius; ++l)
                    sum += mask[(k + radius) * width + l + radius] * A[(i + k) * nj + j + l];
            B[i * nj + j] = sum;
        }
}

static long NI, NJ, radius;
static DATA_TYPE *A, *B, *mask;

static void setup(long *dims, const char *data)
{
    (void)data;
    NI = dims[0], NJ = dims[1], radius = dims[2];
    if (2 * radius >= NI || 2 * radius >= NJ)
        app_fail("an image of %ld x %ld is too small for a mask of radius %ld", NI, NJ, radius);
    long width = 2 * radius + 1;
    A = suite_array(DATA_TYPE, "A", NI, NJ, SUITE_INPUT);
    mask = suite_array(DATA_TYPE, "mask", width, width, SUITE_INPUT);
    B = suite_array(DATA_TYPE, "B", NI, NJ, SUITE_INOUT | SUITE_RESULT);
    for (long k = 0; k < width; ++k)
        for (long l = 0; l < width; ++l)
            mask[k * width + l] = (DATA_TYPE)(1 / (double)(1 + (k - radius) * (k - radius) +
                                                           2 * (l - radius) * (l - radius)));
    for (long i = 0; i < NI; ++i)
        for (long j = 0; j < NJ; ++j) {
            A[i * NJ + j] = (DATA_TYPE)suite_hash((uint32_t)(i * NJ + j));
            if (i < radius || i >= NI - radius || j < radius || j >= NJ - radius)
                B[i * NJ + j] = A[i * NJ + j]; /* the rest stays NaN */
        }
}

static void kernel(void)
{
    convolution(NI, NJ, radius, A, mask, B);
}

static void serial(void)
{
    convolution_serial(NI, NJ, radius, suite_serial(A), suite_serial(mask), suite_serial(B));
}

static double flops(const long *dims)
{
    double width = 2 * (double)dims[2] + 1;
    return 2 * width * width * (double)dims[0] * (double)dims[1];
}

int main(int argc, char **argv)
{
    static const suite_code code = {.name = "convolution",
                                    .about = "NI x NJ pixels by a mask of 2*radius+1 squared",
                                    .type = SUITE_TYPE_NAME,
                                    .dims = {"NI", "NJ", "radius"},
                                    .sizes = {{512, 512, 2},
                                              {1024, 1024, 2},
                                              {2048, 2048, 2},
                                              {4096, 4096, 2},
                                              {8192, 8192, 2}},
                                    .flops = flops,
                                    .setup = setup,
                                    .kernel = kernel,
                                    .serial = serial};
    return suite_main(argc, argv, &code);
}

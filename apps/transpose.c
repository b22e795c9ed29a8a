/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Matrix transpose: a unit that makes rows of B needs the same columns of A. */
#include "../polybench/common.h"

static void transpose(long rows, long cols, const DATA_TYPE *A, DATA_TYPE *B)
{
#pragma ctsar for hetero(1) part_copyin(A[0:rows][1:cols]) part_copyout(B[1:cols][0:rows])
    for (long j = 0; j < cols; ++j)
        for (long i = 0; i < rows; ++i)
            B[j * rows + i] = A[i * cols + j];
}

static long rows, cols;
static DATA_TYPE *A, *B;

static void setup(long *dims, const char *data)
{
    (void)data;
    rows = dims[0], cols = dims[1];
    A = suite_array(DATA_TYPE, "A", rows, cols, SUITE_INPUT);
    B = suite_array(DATA_TYPE, "B", cols, rows, SUITE_OUTPUT | SUITE_RESULT);
    for (long k = 0; k < rows * cols; ++k)
        A[k] = (DATA_TYPE)suite_hash((uint32_t)k);
}

static void kernel(void)
{
    transpose(rows, cols, A, B);
}

static void serial(void)
{
    for (long i = 0; i < rows; ++i)
        for (long j = 0; j < cols; ++j)
            suite_serial(B)[j * rows + i] = suite_serial(A)[i * cols + j];
}

int main(int argc, char **argv)
{
    static const suite_code code = {.name = "transpose",
                                    .about = "B = transposed(A); A is rows x cols",
                                    .type = SUITE_TYPE_NAME,
                                    .dims = {"rows", "cols"},
                                    .sizes = SUITE_SCALED(2048, 2048, 0),
                                    .tolerance = 1e-30, /* nothing is computed */
                                    .setup = setup,
                                    .kernel = kernel,
                                    .serial = serial};
    return suite_main(argc, argv, &code);
}

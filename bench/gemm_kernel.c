/* SPDX-License-Identifier: BSD-3-Clause
 *
 * One row of a matrix product, k before j so that all accesses keep to rows. */
#include "gemm_kernel.h"

void gemm_row(float *restrict c, const float *restrict a, const float *restrict b, long n, long i)
{
    for (long j = 0; j < n; ++j)
        c[i * n + j] = 0;
    for (long k = 0; k < n; ++k) {
        float factor = a[i * n + k];
        for (long j = 0; j < n; ++j)
            c[i * n + j] += factor * b[k * n + j];
    }
}

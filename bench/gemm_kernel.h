/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The matrix product that both contestants call, in a file of its own so that it
 * is the same machine code for both. */
#ifndef CTSAR_GEMM_KERNEL_H
#define CTSAR_GEMM_KERNEL_H

/* Row i of c = a*b; all are n x n. */
void gemm_row(float *c, const float *a, const float *b, long n, long i);

#endif

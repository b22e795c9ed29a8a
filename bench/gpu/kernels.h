/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The kernels of the GPU's benchmarks, in CUDA C++; each launcher returns a cudaError_t. */
#ifndef CTSAR_GPU_KERNELS_H
#define CTSAR_GPU_KERNELS_H

#ifdef __cplusplus
extern "C" {
#endif

/* Rows [lo, hi) of a 5-point sweep over a matrix of `cols` columns. */
int launch_jacobi(const double *from, double *to, long cols, long lo, long hi, void *stream);

/* Rows [lo, hi) of c = a*b, n x n, rows `pitch_*` elements apart. */
int launch_gemm(const float *a, long pitch_a, const float *b, long pitch_b, float *c, long pitch_c,
                long n, long lo, long hi, void *stream);

#ifdef __cplusplus
}
#endif
#endif

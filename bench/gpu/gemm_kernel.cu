/* SPDX-License-Identifier: BSD-3-Clause */
#include "kernels.h"

enum { TILE = 32, ROWS = 8 }; /* a block has TILE x ROWS threads; each computes TILE/ROWS elements */

__global__ static void gemm(const float *a, long pitch_a, const float *b, long pitch_b, float *c,
                            long pitch_c, long n, long lo, long hi)
{
    __shared__ float tile_a[TILE][TILE + 1], tile_b[TILE][TILE + 1];
    long j = blockIdx.x * (long)TILE + threadIdx.x, i = lo + blockIdx.y * (long)TILE + threadIdx.y;
    float sum[TILE / ROWS] = {0};
    for (long k = 0; k < n; k += TILE) {
        for (int r = 0; r < TILE; r += ROWS) {
            long row = i + r, col = k + threadIdx.x, deep = k + threadIdx.y + r;
            tile_a[threadIdx.y + r][threadIdx.x] =
                row < hi && col < n ? a[row * pitch_a + col] : 0;
            tile_b[threadIdx.y + r][threadIdx.x] = deep < n && j < n ? b[deep * pitch_b + j] : 0;
        }
        __syncthreads();
        for (int d = 0; d < TILE; ++d)
            for (int r = 0; r < TILE / ROWS; ++r)
                sum[r] += tile_a[threadIdx.y + r * ROWS][d] * tile_b[d][threadIdx.x];
        __syncthreads();
    }
    for (int r = 0; r < TILE / ROWS; ++r)
        if (i + r * ROWS < hi && j < n)
            c[(i + r * ROWS) * pitch_c + j] = sum[r];
}

int launch_gemm(const float *a, long pitch_a, const float *b, long pitch_b, float *c, long pitch_c,
                long n, long lo, long hi, void *stream)
{
    dim3 block(TILE, ROWS),
        grid((unsigned)((n + TILE - 1) / TILE), (unsigned)((hi - lo + TILE - 1) / TILE));
    gemm<<<grid, block, 0, (cudaStream_t)stream>>>(a, pitch_a, b, pitch_b, c, pitch_c, n, lo, hi);
    return cudaGetLastError();
}

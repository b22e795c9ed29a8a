/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The bodies of the three loops in OpenCL C, which ctsar's and StarPU's kernels both call. */
#ifndef CTSAR_PEER_KERNELS_CL_H
#define CTSAR_PEER_KERNELS_CL_H

#define PEER_CL(...) #__VA_ARGS__

/* clang-format off */
#define PEER_GEMM_CL PEER_CL( \
    float gemm_element(long nj, long nk, float alpha, float beta, __global const float *a_row, \
                       __global const float *b_col, float c) \
    { \
        c *= beta; \
        for (long k = 0; k < nk; ++k) \
            c += alpha * a_row[k] * b_col[k * nj]; \
        return c; \
    })

#define PEER_KMEANS_CL PEER_CL( \
    int nearest(long nf, long k, __global const float *x, __global const float *centres) \
    { \
        int best = 0; \
        float least = 1e30f; \
        for (int m = 0; m < k; ++m) { \
            float distance = 0; \
            for (long f = 0; f < nf; ++f) \
                distance += (x[f] - centres[m * nf + f]) * (x[f] - centres[m * nf + f]); \
            if (distance < least) { \
                least = distance; \
                best = m; \
            } \
        } \
        return best; \
    })

#define PEER_HELMHOLTZ_CL PEER_CL( \
    double sweep_row(long m, double ax, double ay, double b, __global const double *up, \
                     __global const double *row, __global const double *down, \
                     __global const double *f, __global double *u) \
    { \
        double err = 0; \
        for (long j = 1; j < m - 1; ++j) { \
            double r = (ax * (up[j] + down[j]) + ay * (row[j - 1] + row[j + 1]) + \
                        b * row[j] - f[j]) / b; \
            u[j] = row[j] - r; \
            err += r * r; \
        } \
        return err; \
    })
/* clang-format on */

#endif

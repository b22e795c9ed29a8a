/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The three loops that ctsar, libgomp and StarPU schedule over. */
#include "kernels.h"

void peer_gemm(long rows, long nj, long nk, float alpha, float beta, const float *a, const float *b,
               float *c)
{
    for (long i = 0; i < rows; ++i)
        for (long j = 0; j < nj; ++j) {
            c[i * nj + j] *= beta;
            for (long k = 0; k < nk; ++k)
                c[i * nj + j] += alpha * a[i * nk + k] * b[k * nj + j];
        }
}

long peer_kmeans(long points, long nf, long k, const float *x, const float *centres, int *member)
{
    long changed = 0;

    for (long i = 0; i < points; ++i) {
        int best = 0;
        float least = 1e30f;
        for (int m = 0; m < k; ++m) {
            float distance = 0;
            for (long f = 0; f < nf; ++f) {
                float d = x[i * nf + f] - centres[m * nf + f];
                distance += d * d;
            }
            if (distance < least) {
                least = distance;
                best = m;
            }
        }
        changed += member[i] != best;
        member[i] = best;
    }
    return changed;
}

double peer_helmholtz(long rows, long m, double ax, double ay, double b, const double *above,
                      const double *uo, const double *below, const double *f, double *u)
{
    double err = 0;

    for (long i = 0; i < rows; ++i) {
        const double *row = uo + i * m;
        const double *up = i > 0 ? row - m : above, *down = i < rows - 1 ? row + m : below;
        for (long j = 1; j < m - 1; ++j) {
            double r = (ax * (up[j] + down[j]) + ay * (row[j - 1] + row[j + 1]) + b * row[j] -
                        f[i * m + j]) /
                       b;
            u[i * m + j] = row[j] - r;
            err += r * r;
        }
    }
    return err;
}

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The three loops that ctsar, libgomp and StarPU schedule over: compiled once, called by all of
 * them with ranges of rows.  Pointers lead to the first row of the range. */
#ifndef CTSAR_PEER_KERNELS_H
#define CTSAR_PEER_KERNELS_H

/* `rows` rows of C = beta*C + alpha*A*B; B is nk x nj, whole. */
void peer_gemm(long rows, long nj, long nk, float alpha, float beta, const float *a, const float *b,
               float *c);

/* Labels `points` points of nf features by the nearest of k centres; returns how many changed. */
long peer_kmeans(long points, long nf, long k, const float *x, const float *centres, int *member);

/* One Jacobi sweep over `rows` rows of m elements, from uo to u; `above` and `below` are the rows
 * of uo before and behind.  Returns the sum of the squared residuals. */
double peer_helmholtz(long rows, long m, double ax, double ay, double b, const double *above,
                      const double *uo, const double *below, const double *f, double *u);

#endif

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the programs on vectors consist of: kernels on blocks of them. */
#ifndef CTSAR_APP_BLOCKS_H
#define CTSAR_APP_BLOCKS_H

#include <ctsar.h>

/* STREAM, on elements: z = s * x; z = x + s * y.  Arguments: s, x, z; s, x, y, z. */
extern const ctsar_kernel scale_kernel, triad_kernel;

/* Bodies {x, y, z, mass}, velocities {u, v, w, -}.  Arguments: how many there are in the other
 * block (a long), dt, the block, the other one, the block's velocities; dt, velocities, bodies. */
extern const ctsar_kernel attract_kernel, move_kernel;

/* Bitonic sorting.  Arguments: the length of the block (a long), is it ascending (a long), the
 * first stage, the block, in one iteration; is it ascending, both blocks, on pairs of elements. */
extern const ctsar_kernel sort_kernel, exchange_kernel;

/* Likelihoods of sites, four states each: those of two branches, by what changes along them;
 * scaling; the sum of their logarithms.  Arguments: branches (32 doubles), left, which becomes the
 * product, right; sites, logarithms of scales; sites, logarithms, the sum. */
extern const ctsar_kernel join_kernel, rescale_kernel, likelihood_kernel;

enum { STATES = 4 };

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
#include "code.h"

#include "../../../apps/perlin.c" /* NOLINT(bugprone-suspicious-include): its data */

/* One octave of rows t.lo to t.hi - 1: the code's loops, whose rows count from 0. */
static void add_octave(long octave, code_part t)
{
    const DATA_TYPE scale = (DATA_TYPE)(1L << octave) / 64, weight = 1 / (DATA_TYPE)(1L << octave);
    for (long i = t.lo; i < t.hi; ++i)
        for (long j = 0; j < cols; ++j) {
            DATA_TYPE y = scale * i, x = scale * j;
            int row = (int)y, col = (int)x;
            DATA_TYPE fy = y - row, fx = x - col, ty = fade(fy), tx = fade(fx);
            int above = perm[row & 255] + (col & 255), below = perm[(row & 255) + 1] + (col & 255);
            DATA_TYPE a = gradient(perm[above & 511], fx, fy);
            DATA_TYPE b = gradient(perm[(above + 1) & 511], fx - 1, fy);
            DATA_TYPE c = gradient(perm[below & 511], fx, fy - 1);
            DATA_TYPE d = gradient(perm[(below + 1) & 511], fx - 1, fy - 1);
            DATA_TYPE top = a + tx * (b - a), bottom = c + tx * (d - c);
            image[i * cols + j] += weight * (top + ty * (bottom - top));
        }
}

void code_by_mpi(void)
{
    const code_part own = code_own(0, rows);
#pragma omp parallel
    for (long octave = 0; octave < octaves; ++octave)
        add_octave(octave, code_of_thread(own));
    code_gather(image, 0, rows, (size_t)cols * sizeof *image);
}

/* SPDX-License-Identifier: BSD-3-Clause */
#include "code.h"

#include "../../../apps/stream.c" /* NOLINT(bugprone-suspicious-include): its loops and data */

void code_by_mpi(void)
{
    const code_part own = code_own(0, N);
#pragma omp parallel
    {
        code_part t = code_of_thread(own);
        stream(t.hi - t.lo, scalar, a + t.lo, b + t.lo, c + t.lo);
    }
    code_gather(a, 0, N, sizeof *a);
    code_gather(b, 0, N, sizeof *b);
    code_gather(c, 0, N, sizeof *c);
}

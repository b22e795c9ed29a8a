/* SPDX-License-Identifier: BSD-3-Clause */
#include "code.h"

#include "../../../polybench/gemm.c" /* NOLINT(bugprone-suspicious-include): its loops and data */

void code_by_mpi(void)
{
    const code_part own = code_own(0, NI);
#pragma omp parallel
    {
        code_part t = code_of_thread(own);
        gemm(t.hi - t.lo, NJ, NK, alpha, beta, A + t.lo * NK, B, C + t.lo * NJ);
    }
    code_gather(C, 0, NI, (size_t)NJ * sizeof *C);
}

/* SPDX-License-Identifier: BSD-3-Clause */
#define DATA_TYPE double
#include "code.h"

#include "../../../apps/common/app.h"
#include "../../../apps/helmholtz.c" /* NOLINT(bugprone-suspicious-include): its loops and data */

/* The rank's part of a sweep, and all ranks' sum. */
static double sweep_own(code_part own, const DATA_TYPE *uo, DATA_TYPE *u)
{
    double sum = 0;
#pragma omp parallel reduction(+ : sum)
    {
        code_part t = code_of_thread(own);
        long above = (t.lo - 1) * M;
        sum += sweep(t.hi - t.lo + 2, M, ax, ay, b, f + above, uo + above, u + above);
    }
    MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return sum;
}

/* A row from each neighbour. */
static void exchange(code_part own, DATA_TYPE *u)
{
    const int bytes = (int)((size_t)M * sizeof *u);
    const int above = code_rank > 0 ? code_rank - 1 : MPI_PROC_NULL;
    const int below = code_rank < code_ranks - 1 ? code_rank + 1 : MPI_PROC_NULL;
    MPI_Sendrecv(u + own.lo * M, bytes, MPI_BYTE, above, 0, u + own.hi * M, bytes, MPI_BYTE, below,
                 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Sendrecv(u + (own.hi - 1) * M, bytes, MPI_BYTE, below, 1, u + (own.lo - 1) * M, bytes,
                 MPI_BYTE, above, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

void code_by_mpi(void)
{
    const code_part own = code_own(1, N - 1);
    DATA_TYPE *u = one, *uo = two;
    if (N - 2 < code_ranks)
        app_fail("there are %d ranks for %ld rows; give it fewer ranks", code_ranks, N - 2);
    for (long s = 0; s < sweeps; ++s) {
        err[s] = sqrt(sweep_own(own, uo, u)) / ((double)N * (double)M);
        exchange(own, u);
        DATA_TYPE *swap = u;
        u = uo, uo = swap;
    }
    code_gather(one + M, 0, N - 2, (size_t)M * sizeof *one);
    code_gather(two + M, 0, N - 2, (size_t)M * sizeof *two);
}

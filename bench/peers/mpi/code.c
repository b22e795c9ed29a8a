/* SPDX-License-Identifier: BSD-3-Clause */
#include "code.h"

#include <omp.h>

#include "../../../apps/common/app.h"

int code_rank, code_ranks;

static code_part part(long lo, long hi, int k, int of)
{
    return (code_part){lo + (hi - lo) * k / of, lo + (hi - lo) * (k + 1) / of};
}

code_part code_own(long lo, long hi)
{
    return part(lo, hi, code_rank, code_ranks);
}

code_part code_of_thread(code_part own)
{
    return part(own.lo, own.hi, omp_get_thread_num(), omp_get_num_threads());
}

void code_gather(void *array, long lo, long hi, size_t bytes)
{
    int count[code_ranks], at[code_ranks];
    MPI_Datatype row;
    for (int r = 0; r < code_ranks; ++r) {
        code_part p = part(lo, hi, r, code_ranks);
        at[r] = (int)p.lo;
        count[r] = (int)(p.hi - p.lo);
    }
    MPI_Type_contiguous((int)bytes, MPI_BYTE, &row);
    MPI_Type_commit(&row);
    MPI_Allgatherv(MPI_IN_PLACE, 0, row, array, count, at, row, MPI_COMM_WORLD);
    MPI_Type_free(&row);
}

#undef suite_main
int code_main(int argc, char **argv, const suite_code *code)
{
    suite_code by_mpi = *code;
    int level;
    if (MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &level) || level < MPI_THREAD_FUNNELED)
        app_fail("MPI gives no MPI_THREAD_FUNNELED");
    MPI_Comm_rank(MPI_COMM_WORLD, &code_rank);
    MPI_Comm_size(MPI_COMM_WORLD, &code_ranks);
    by_mpi.kernel = code_by_mpi;
    int status = suite_main(argc, argv, &by_mpi);
    MPI_Finalize();
    return status;
}

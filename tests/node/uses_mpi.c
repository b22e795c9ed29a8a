/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A program that uses MPI itself, at the level of threads "single", "funneled" or "serialized":
 *
 *     uses_mpi LEVEL [comm]
 *
 * Each rank's array has other values, unless its ranks are ctsar's nodes: comm: those of equal
 * parity are.  Prints how many nodes there are, and the sum of what they have written. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

#include "ctsar.h"

enum { N = 1000 };

static int level_of(const char *name)
{
    return !strcmp(name, "single")     ? MPI_THREAD_SINGLE
           : !strcmp(name, "funneled") ? MPI_THREAD_FUNNELED
                                       : MPI_THREAD_SERIALIZED;
}

int main(int argc, char **argv)
{
    int level, rank, y[N], parity = argc > 2;
    long sum = 0, all;
    ctsar *s = NULL;
    MPI_Comm comm;
    MPI_Init_thread(&argc, &argv, level_of(argv[1]), &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &comm);
    if (parity)
        ctsar_use_comm(&comm);
    ctsar_init(&s, N, CTSAR_POLICY_DEFAULT, CTSAR_DEV_ALL, NULL, NULL);
    for (int pass = 0; pass < 20; ++pass) {
#pragma omp parallel num_threads(3)
        do {
            int *a = ctsar_reg_mem(s, y, sizeof *a, N, CTSAR_MEM_PARTIAL | CTSAR_MEM_OUTPUT);
            ctsar_next(s, N);
            for (long i = CSTART(s); i < CEND(s); ++i)
                a[i] = parity ? rank % 2 : rank;
        } while (ctsar_loop(s));
        MPI_Barrier(MPI_COMM_WORLD);
    }
    for (int i = 0; i < N; ++i)
        sum += y[i];
    MPI_Reduce(&sum, &all, 1, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%d nodes, %ld\n", ctsar_nodes(), all);
    ctsar_free(&s);
    MPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
}

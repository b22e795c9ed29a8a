/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A program that uses MPI itself, at the level of threads "single", "funneled", "serialized" or
 * "multiple":
 *
 *     uses_mpi LEVEL[,LEVEL...] [comm] [persist] [early]
 *
 * Of several levels rank r takes number r; "none": MPI is ctsar's to initialise.  Rank r writes
 * 1 + r to its array.  comm: ranks of equal parity are ctsar's nodes, and write 1 + their parity.
 * persist: nodes have the array in parts, where they can.  early: MPI is finalised before the
 * region ends.  Prints how many nodes there are, and the sum of all ranks' arrays. */
#include <mpi.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ctsar.h"

enum { N = 1000 };

static bool has(char **argv, const char *word)
{
    while (*argv && strcmp(*argv, word) != 0)
        argv++;
    return *argv;
}

/* MPI_THREAD_*, or -1: none. */
static int level_of(const char *names)
{
    static const struct {
        const char *name;
        int level;
    } known[] = {{"single", MPI_THREAD_SINGLE},
                 {"funneled", MPI_THREAD_FUNNELED},
                 {"serialized", MPI_THREAD_SERIALIZED},
                 {"multiple", MPI_THREAD_MULTIPLE}};
    const char *rank = getenv("OMPI_COMM_WORLD_RANK");
    for (long r = rank ? strtol(rank, NULL, 10) : 0; r > 0 && strchr(names, ','); --r)
        names = strchr(names, ',') + 1;
    for (size_t i = 0; i < sizeof known / sizeof *known; ++i)
        if (!strncmp(names, known[i].name, strlen(known[i].name)))
            return known[i].level;
    return -1;
}

static void passes(ctsar *s, int *y, bool persists, int value)
{
    unsigned flags = CTSAR_MEM_PARTIAL | CTSAR_MEM_OUTPUT | (persists ? CTSAR_MEM_PERSIST : 0);
    for (int pass = 0; pass < 20; ++pass) {
#pragma omp parallel num_threads(3)
        do {
            int *a = ctsar_reg_mem(s, y, sizeof *a, N, flags);
            ctsar_next(s, N);
            for (long i = CSTART(s); i < CEND(s); ++i)
                a[i] = value;
        } while (ctsar_loop(s));
        MPI_Barrier(MPI_COMM_WORLD);
    }
}

int main(int argc, char **argv)
{
    static int y[N];
    int wanted = level_of(argv[1]), level, rank;
    bool parity = has(argv, "comm"), persists = has(argv, "persist"), early = has(argv, "early");
    long sum = 0, all;
    ctsar *s = NULL;
    MPI_Comm comm;
    if (wanted < 0)
        ctsar_node();
    else
        MPI_Init_thread(&argc, &argv, wanted, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &comm);
    if (parity)
        ctsar_use_comm(&comm);
    ctsar_init(&s, N, CTSAR_POLICY_DEFAULT, CTSAR_DEV_ALL, NULL, NULL);
    passes(s, y, persists, 1 + (parity ? rank % 2 : rank));
    if (persists && !early)
        ctsar_sync_mem(s, y);
    for (int i = 0; i < N; ++i)
        sum += y[i];
    MPI_Reduce(&sum, &all, 1, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%d nodes, %ld\n", ctsar_nodes(), all);
    fflush(stdout);
    if (!early)
        ctsar_free(&s);
    MPI_Comm_free(&comm);
    MPI_Finalize();
    if (early)
        ctsar_free(&s);
    return 0;
}

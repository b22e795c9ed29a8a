/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the meetings of nodes cost a pass that has nothing to do: under mpirun, with
 * CTSAR_NODES=mpi, against an MPI_Allgather of one number. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#include <ctsar.h>

#include "measure.h"

enum { ITEMS = 64 };

static double array[ITEMS], sum;
static int ranks;
static int *number;
static ctsar *undivided, *reducing, *persisting, *sharing;

static void allgather(long n)
{
    for (int mine = 0; n > 0; --n)
        MPI_Allgather(&mine, 1, MPI_INT, number, 1, MPI_INT, MPI_COMM_WORLD);
}

static ctsar *region(ctsar **s, unsigned devices)
{
    ctsar_init(s, ITEMS, CTSAR_STATIC, devices, NULL, NULL);
    return *s;
}

/* Executed by each rank, as nobody knows what it writes. */
static void of_each_rank(long n)
{
    ctsar *s = region(&undivided, CTSAR_DEV_CPU);
    for (; n > 0; --n) {
#pragma omp parallel
        do {
            ctsar_next(s, ITEMS);
        } while (ctsar_loop(s));
    }
}

static void with_array(ctsar *s, long n, unsigned persists)
{
    for (; n > 0; --n) {
#pragma omp parallel
        do {
            ctsar_reg_mem(s, array, sizeof *array, ITEMS,
                          CTSAR_MEM_PARTIAL | CTSAR_MEM_INOUT | persists);
            ctsar_next(s, ITEMS);
        } while (ctsar_loop(s));
    }
}

static void with_output(long n)
{
    with_array(region(&sharing, CTSAR_DEV_ALL), n, 0);
}

static void with_persisted(long n)
{
    with_array(region(&persisting, CTSAR_DEV_ALL), n, CTSAR_MEM_PERSIST);
    ctsar_discard(array); /* others use it, too */
}

static void add(void *into, void *from)
{
    *(double *)into += *(double *)from;
}

static void with_reduction(long n)
{
    static const double zero;
    ctsar *s = region(&reducing, CTSAR_DEV_ALL);
    for (; n > 0; --n) {
#pragma omp parallel
        do {
            ctsar_reg_reduc(s, &sum, &zero, sizeof sum, add);
            ctsar_next(s, ITEMS);
        } while (ctsar_loop(s));
    }
}

static const char help[] =
    "usage: mpirun -n RANKS nodes_meet [-s SAMPLES] [-r REPEATS] [--json FILE]\n"
    "Times empty passes over RANKS nodes. A sample is REPEATS (default 300) passes of one kind.\n"
    "The kinds take turns until each has SAMPLES (default 31). Set CTSAR_NODES=mpi.\n";

int main(int argc, char **argv)
{
    measure_variant v[] = {
        {.name = "allgather", .label = "MPI_Allgather of a number", .run = allgather},
        {.name = "each", .label = "a pass that each rank executes", .run = of_each_rank},
        {.name = "output", .label = "a divided pass, an output of 512 bytes", .run = with_output},
        {.name = "persisted", .label = "the same, persisted", .run = with_persisted},
        {.name = "reduction", .label = "a divided pass, a reduction", .run = with_reduction},
    };
    const int variants = sizeof v / sizeof *v;
    measure_options o =
        measure_parse(argc, argv, (measure_options){.samples = 31, .repeats = 300, .n = 1}, help);
    int level;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &level);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    number = calloc((size_t)ranks, sizeof *number);
    measure(&o, v, variants);
    if (ctsar_node() == 0)
        measure_report("nodes_meet", &o, ranks, v, variants, 1e-6, "us");
    ctsar_free(&undivided);
    ctsar_free(&sharing);
    ctsar_free(&persisting);
    ctsar_free(&reducing);
    free(number);
    MPI_Finalize();
    return 0;
}

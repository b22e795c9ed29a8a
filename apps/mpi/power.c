/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A plain MPI program, with a rank for each socket, that uses ctsar within its ranks:
 *
 *     mpirun --map-by ppr:1:socket --bind-to socket -x CTSAR_NODES=0 power [N [STEPS]]
 *
 * The largest eigenvalue of a matrix of N by N by STEPS steps of the power method.  MPI divides
 * the rows over the ranks and gathers the vector; ctsar divides a rank's rows over the cores of its
 * socket and its accelerators.  Rank 0 prints the value, which is the same for any number of
 * ranks, to the bit. */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#include "ctsar.h"

typedef struct part {
    long n, first, rows; /* of the matrix; those of this rank */
    double *a;           /* its rows */
    double *x, *y;       /* the vector, and this rank's part of A x */
    int *counts, *firsts;
} part;

static void *room(size_t count, size_t size)
{
    void *at = calloc(count, size);
    if (!at) {
        fprintf(stderr, "power: no memory\n");
        MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
        exit(EXIT_FAILURE);
    }
    return at;
}

static part divide(long n, int rank, int ranks)
{
    part p = {.n = n,
              .counts = room((size_t)ranks, sizeof(int)),
              .firsts = room((size_t)ranks, sizeof(int))};
    for (int r = 0; r < ranks; ++r) {
        p.firsts[r] = (int)(n * r / ranks);
        p.counts[r] = (int)(n * (r + 1) / ranks) - p.firsts[r];
    }
    p.first = p.firsts[rank];
    p.rows = p.counts[rank];
    p.a = room((size_t)(p.rows * n) + 1, sizeof *p.a);
    p.x = room((size_t)n, sizeof *p.x);
    p.y = room((size_t)p.rows + 1, sizeof *p.y);
    return p;
}

/* Symmetric and positive; the vector begins as ones. */
static void fill(part *p)
{
    for (long i = 0; i < p->rows; ++i)
        for (long k = 0; k < p->n; ++k)
            p->a[i * p->n + k] = 1.0 / (double)(1 + labs(p->first + i - k));
    for (long k = 0; k < p->n; ++k)
        p->x[k] = 1;
}

/* y = A x, of this rank's rows. */
static void multiply(ctsar *s, const part *p)
{
    size_t rows = (size_t)p->rows, n = (size_t)p->n;
#pragma omp parallel
    do {
        const double *a = ctsar_reg_mem(s, p->a, n * sizeof *a, rows,
                                        CTSAR_MEM_PARTIAL | CTSAR_MEM_INPUT | CTSAR_MEM_PERSIST);
        const double *x = ctsar_reg_mem(s, p->x, sizeof *x, n, CTSAR_MEM_INPUT);
        double *y = ctsar_reg_mem(s, p->y, sizeof *y, rows, CTSAR_MEM_PARTIAL | CTSAR_MEM_OUTPUT);
        ctsar_next(s, rows);
        for (long i = CSTART(s); i < CEND(s); ++i) {
            double sum = 0;
            for (size_t k = 0; k < n; ++k)
                sum += a[(size_t)i * n + k] * x[k];
            y[i] = sum;
        }
    } while (ctsar_loop(s));
}

/* All ranks get the vector, with 1 as its largest component; returns what that was. */
static double gather(part *p)
{
    double largest = 0;
    MPI_Allgatherv(p->y, (int)p->rows, MPI_DOUBLE, p->x, p->counts, p->firsts, MPI_DOUBLE,
                   MPI_COMM_WORLD);
    for (long k = 0; k < p->n; ++k)
        largest = fmax(largest, p->x[k]);
    for (long k = 0; k < p->n; ++k)
        p->x[k] /= largest;
    return largest;
}

int main(int argc, char **argv)
{
    int level, rank, ranks;
    double value = 0;
    ctsar *s = NULL;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    long n = argc > 1 ? atol(argv[1]) : 2000, steps = argc > 2 ? atol(argv[2]) : 50;
    if (n < ranks || steps < 1 || n > 40000) {
        fprintf(stderr, "usage: power [N [STEPS]], N from the number of ranks to 40000\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    part p = divide(n, rank, ranks);
    fill(&p);
    ctsar_init(&s, (size_t)p.rows, CTSAR_POLICY_DEFAULT, CTSAR_DEV_ALL, NULL, NULL);
    for (long step = 0; step < steps; ++step) {
        multiply(s, &p);
        value = gather(&p);
    }
    if (rank == 0)
        printf("%ld by %ld: %.17g\n", n, n, value);
    ctsar_free(&s); /* before the arrays that persist */
    free(p.a), free(p.x), free(p.y), free(p.counts), free(p.firsts);
    MPI_Finalize();
    return 0;
}

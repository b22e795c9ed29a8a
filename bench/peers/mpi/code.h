/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A code of the suite as a program for MPI and OpenMP, written by hand.  A program's file includes
 * the code's own, for its arrays, data, loops and serial reference, and gives `code_by_mpi` in
 * place of the annotated kernel.  All ranks have all inputs before it, all outputs behind it. */
#ifndef CTSAR_PEER_MPI_CODE_H
#define CTSAR_PEER_MPI_CODE_H

#include <mpi.h>
#include <stddef.h>

#include "../../../polybench/common.h"

/* The program's kernel, which its file defines. */
void code_by_mpi(void);

/* In place of the harness's own. */
int code_main(int argc, char **argv, const suite_code *code);
#define suite_main code_main

/* Iterations lo..hi-1. */
typedef struct code_part {
    long lo, hi;
} code_part;

extern int code_rank, code_ranks;

/* This rank's part of iterations lo..hi-1. */
code_part code_own(long lo, long hi);
/* The calling thread's part of the rank's. */
code_part code_of_thread(code_part own);
/* Of iterations lo..hi-1, which have `bytes` bytes each in the array, each rank has its part;
 * behind it all have all of them. */
void code_gather(void *array, long lo, long hi, size_t bytes);

#endif

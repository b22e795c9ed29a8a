/* SPDX-License-Identifier: BSD-3-Clause
 *
 * One loop, handed out by ctsar, by libgomp or by StarPU, as the program's --variants say:
 *   omp:static, omp:dynamic, omp:guided   libgomp's schedules, `block` iterations a call
 *   ctsar:POLICY                          ctsar's policies
 *   starpu:BLOCK                          tasks of BLOCK iterations, scheduler dmda, history model
 *   opencl                                the whole loop on the first OpenCL device, by hand
 */
#ifndef CTSAR_PEER_H
#define CTSAR_PEER_H

#include <ctsar.h>

/* What is linked only where StarPU or OpenCL is installed; NULL elsewhere. */
#define PEER_OPTIONAL __attribute__((weak))

/* The program's loop, which its file defines. */
typedef struct peer_loop {
    long count; /* iterations; `setup` sets it */
    long block; /* iterations a call of OpenMP's schedules: one row, or 1000 cheap points */
    /* Executes iterations lo..hi-1 on the host's arrays; returns their part of the reduction. */
    double (*range)(long lo, long hi);
    /* One pass by ctsar over region *s, which it opens with `policy` where there is none; returns
     * the reduction. */
    double (*ctsar)(ctsar **s, ctsar_policy policy);
    double (*starpu)(long block); /* one pass in tasks of `block` iterations */
    double (*opencl)(void);       /* one pass on an OpenCL device */
    /* Ends what the passes of one execution held.  NULL: nothing. */
    void (*starpu_close)(void);
    void (*opencl_close)(void);
} peer_loop;
extern peer_loop peer_code;

/* One pass over the loop as the selected variant does it; returns the reduction. */
double peer_pass(void);
/* Ends an execution. */
void peer_finish(void);

/* starpu.c: starts StarPU on the first call; its workers sleep between. */
PEER_OPTIONAL void peer_starpu_begin(void);
PEER_OPTIONAL void peer_starpu_end(void);
/* Ends the program with a message unless a submission's status is 0. */
void peer_starpu_check(int status);
/* starpu_opencl.c: executes kernel `name` of `source` by StarPU's queue of the calling worker over
 * items work-items in groups of 64, with arguments as peer_cl_arguments takes them. */
void peer_starpu_opencl(const char *source, const char *name, long items, ...);
/* opencl.c: opens the device on the first call. */
PEER_OPTIONAL void peer_opencl_begin(void);

#endif

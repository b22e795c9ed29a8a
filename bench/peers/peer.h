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

typedef struct peer_loop {
    long count; /* iterations */
    long block; /* iterations a call of OpenMP's schedules: one row, or 1000 cheap points */
    /* Executes iterations lo..hi-1 on the host's arrays; returns their part of the reduction. */
    double (*range)(long lo, long hi);
    /* One pass by ctsar over region *s, which it opens with `policy` where there is none; returns
     * the reduction. */
    double (*ctsar)(ctsar **s, ctsar_policy policy);
    /* One pass in tasks of `block` iterations.  NULL: built without StarPU. */
    double (*starpu)(long block);
    /* One pass on an OpenCL device.  NULL: built without OpenCL. */
    double (*opencl)(void);
} peer_loop;

/* One pass over the loop as the selected variant does it; returns the reduction. */
double peer_pass(const peer_loop *loop);

/* Ends what the selected variant holds for the arrays of one execution. */
void peer_finish(void);

/* What the code's own file for StarPU or OpenCL does in peer_finish; NULL where it is not built. */
typedef struct peer_hooks {
    void (*starpu_close)(void);
    void (*opencl_close)(void);
} peer_hooks;
extern const peer_hooks peer_code_hooks;

/* starpu.c: starts StarPU on the first call; its workers sleep between. */
void peer_starpu_begin(void);
void peer_starpu_end(void);

#endif

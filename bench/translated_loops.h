/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The loops that bench/translator measures. translated_loops.c is compiled twice: by cc, where they
 * are `omp parallel for`, and by ctsarcc. */
#ifndef CTSAR_TRANSLATED_LOOPS_H
#define CTSAR_TRANSLATED_LOOPS_H

typedef struct loop {
    const char *name;
    void (*run)(int n);     /* once, on arrays of n*n elements */
    double (*result)(void); /* what all runs so far have made */
} loop;

enum { LOOPS = 6 };
extern const loop openmp_loops[LOOPS], ctsarcc_loops[LOOPS];

#endif

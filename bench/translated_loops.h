/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The loops that bench/translator measures. translated_loops.c is compiled twice: by cc, where they
 * are `omp parallel for`, and by ctsarcc. */
#ifndef CTSAR_TRANSLATED_LOOPS_H
#define CTSAR_TRANSLATED_LOOPS_H

#include <stdbool.h>

typedef struct loop {
    const char *name;
    void (*run)(int n); /* once, on arrays of n*n elements */
    bool fixed;         /* whatever n is */
} loop;

enum { LOOPS = 6 };
extern const loop openmp_loops[LOOPS], ctsarcc_loops[LOOPS];

/* Both work on the same memory: the same loop takes up to a third longer on other pages. */
enum { FIXED = 256 };
extern float loops_fa[FIXED][FIXED], loops_fb[FIXED][FIXED], loops_fc[FIXED][FIXED];
extern double *loops_x, *loops_y; /* n*n elements each */
extern double loops_sum;          /* the dot product */

#endif

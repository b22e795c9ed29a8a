/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The registered arrays of a code: their data before and after an execution. */
#ifndef CTSAR_SUITE_ARRAYS_H
#define CTSAR_SUITE_ARRAYS_H

#include "common.h"

/* Keeps the data that `setup` left, for suite_arrays_reset. */
void suite_arrays_keep(void);
/* Outputs to NaN, what is changed in place as it was. */
void suite_arrays_reset(void);
/* Gives `serial` its copies and runs it. */
void suite_arrays_expect(void (*serial)(void));
/* The largest error of any row of any output over its tolerance, so that at most 1 is good;
 * *error is that error itself. */
double suite_arrays_compare(double tolerance, double *error);
/* Prints the sum and the weighted sum of the results. */
void suite_arrays_print_sums(void);
void suite_arrays_free(void);

#endif

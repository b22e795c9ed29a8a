/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Loops whose bodies are given in several versions, for the program that runs them and for the one
 * that measures them.  One work at a time is open. */
#ifndef CTSAR_WORK_H
#define CTSAR_WORK_H

#include <ctsar.h>

typedef struct work {
    const char *name, *what;
    const ctsar_kernel *family;
    void (*open)(long n); /* data for a pass of n iterations; ends the program without memory */
    void (*pass)(ctsar *s, const ctsar_kernel *kernel); /* by the family, or one of its versions */
    double (*error)(void); /* of the last pass: max |value - reference| over the largest one */
    void (*close)(void);
} work;

extern const work work_gemm, work_convolution, work_reduction;
/* NULL-terminated. */
extern const work *const works[];

#endif

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Loop bodies that tests run on every kind of unit, each with its data, its serial form, and two
 * ways to execute a turn: inline, and by a kernel that is launched. */
#ifndef CTSAR_TESTS_BODIES_H
#define CTSAR_TESTS_BODIES_H

#include <stdbool.h>

#include "ctsar.h"

/* The data of one loop.  `expected` and `expected_sum` are the serial run's. */
typedef struct problem {
    long n;            /* iterations */
    long lo, hi, step; /* of the loop's variable */
    long rows, cols;   /* of the arrays */
    double *in, *whole, *out, *expected;
    double sum, expected_sum;
} problem;

typedef struct test_pointers {
    const double *in, *whole;
    double *out, *sum;
} test_pointers;

typedef enum test_form { INLINE, LAUNCHED } test_form;

typedef struct test_body {
    const char *name;
    long cols;   /* columns of in and out */
    long margin; /* the loop begins at row `margin` and ends so much before the end */
    long step;   /* of the loop */
    /* One iteration on pointers that are indexed as the host's arrays. */
    void (*iteration)(const problem *p, const double *in, const double *whole, double *out,
                      double *sum, long i);
    /* Registrations and ctsar_next of one turn; gives the turn's pointers, NULL for what the body
     * does not use. */
    void (*open)(ctsar *s, problem *p, test_pointers *t);
    /* The same body to be launched.  Arguments: in, whole, out, sum, those that it uses, then
     * cols as a long. */
    ctsar_kernel kernel;
} test_body;

extern const test_body test_bodies[];
extern const int test_body_count;

/* Data for n iterations; the same seed gives the same data. */
void problem_prepare(problem *p, const test_body *b, long n, unsigned long seed);
/* Executes one pass on a team of `threads`; next to it, the serial one. */
void problem_run(problem *p, const test_body *b, test_form form, ctsar *s, int threads);
/* One turn up to ctsar_loop. */
void problem_turn(problem *p, const test_body *b, test_form form, ctsar *s);
/* Whether out and sum equal the serial run's, to the bit. */
bool problem_right(const problem *p);
void problem_free(problem *p);

#endif

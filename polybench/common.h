/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the codes of the suite share: arrays with their data, the serial run that they are held
 * to, timing, and one command line for all of them.
 *
 * A code registers its arrays in `setup`, fills them, and gives two functions: `kernel`, the
 * annotated loops, and `serial`, the same loops without annotation in double precision.  Before
 * every execution, outside of the timing, outputs are filled with NaN and what is changed in
 * place is restored; after it every element is compared, borders too.
 *
 * A row's error is its largest difference over its largest magnitude.  One maximum for a whole
 * matrix would hide a lost row, since these data grow over the rows; single elements near zero
 * would never pass. */
#ifndef CTSAR_SUITE_H
#define CTSAR_SUITE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifndef DATA_TYPE
#define DATA_TYPE float
#endif

/* ---- Arrays ------------------------------------------------------------------------ */

enum {
    SUITE_INPUT = 1,
    SUITE_OUTPUT = 2,
    SUITE_INOUT = 3,
    SUITE_UNCHECKED = 4, /* the code's `verify` judges it, not the comparison by rows */
    SUITE_RESULT = 8     /* counted by --sums, in the order of registration */
};

#define SUITE_KIND(type) _Generic((type)0, float : 'f', double : 'd', int : 'i')

/* rows x cols elements of `type` (float, double or int), row by row; a vector has one row.  All
 * of them are NaN (INT_MIN) until `setup` fills them.  The memory is the suite's.  In `setup`
 * only. */
#define suite_array(type, name, rows, cols, flags)                                                 \
    ((type *)suite_array_of(name, SUITE_KIND(type), rows, cols, flags))
void *suite_array_of(const char *name, char kind, long rows, long cols, unsigned flags);

/* The serial run's copy of a registered array's values, in double, as it was after `setup`.  In
 * `serial` and `verify` only. */
double *suite_serial(const void *values);

/* h(k) in [0, 1): pseudorandom data that any unit can make in any order. */
static inline double suite_hash(uint32_t k)
{
    k *= 0x9E3779B1u;
    k ^= k >> 15;
    k *= 0x85EBCA77u;
    k ^= k >> 13;
    return (k >> 8) / 16777216.0;
}

/* m[i][j] = (i*j + plus) / n, the data of most of PolyBench's matrices. */
#define suite_fill_product(type, m, rows, cols, plus, n)                                           \
    do {                                                                                           \
        for (long i_ = 0; i_ < (rows); ++i_)                                                       \
            for (long j_ = 0; j_ < (cols); ++j_)                                                   \
                (m)[i_ * (cols) + j_] = ((type)i_ * (type)j_ + (type)(plus)) / (type)(n);          \
    } while (0)

/* ---- Codes --------------------------------------------------------------------------- */

enum { SUITE_MAX_DIMS = 4, SUITE_SIZES = 5 };

/* The five sizes as a quarter, half, one, two and four times the standard extents. */
/* clang-format off */
#define SUITE_SCALED(a, b, c)                                                                      \
    {{(a) / 4, (b) / 4, (c) / 4}, {(a) / 2, (b) / 2, (c) / 2}, {a, b, c},                          \
     {(a) * 2, (b) * 2, (c) * 2}, {(a) * 4, (b) * 4, (c) * 4}}
/* clang-format on */

typedef struct suite_code {
    const char *name, *about; /* about: one line for --help */
    const char *type;         /* of the elements, for the output */
    const char *dims[SUITE_MAX_DIMS];
    long sizes[SUITE_SIZES][SUITE_MAX_DIMS]; /* mini, small, standard, large, extralarge */
    long least[SUITE_MAX_DIMS];              /* the smallest extent that makes sense; 0 means 1 */
    const char *data;                        /* what --data may be, for --help; NULL: no choice */
    double tolerance;                        /* of outputs; 0: by type and extent */
    double (*flops)(const long *dims);       /* of one execution; NULL: not stated */
    /* Registers and fills the arrays.  `data` is the value of --data or NULL; where it has
     * dimensions of its own, they go to `dims`. */
    void (*setup)(long *dims, const char *data);
    void (*kernel)(void);
    void (*serial)(void);
    void (*verify)(void); /* Optional: further checks by suite_expect, after every execution. */
} suite_code;

/* Notes for the verdict that `value` should be at most `limit`. */
void suite_expect(const char *what, double value, double limit);

/* What every code's main calls.  Exit status 0; 1: a check failed; 2: wrong usage. */
int suite_main(int argc, char **argv, const suite_code *code);

/* "float", "double": the name of DATA_TYPE. */
#define SUITE_TYPE_NAME _Generic((DATA_TYPE)0, float : "float", double : "double")

#endif

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Programs with one mistake each, and the same programs without it. */
#ifndef CTSAR_TESTS_SEEDED_H
#define CTSAR_TESTS_SEEDED_H

#include <stdbool.h>
#include <stddef.h>

enum { SEEDED_ROWS = 24, SEEDED_COLS = 37, SEEDED_WIDE = 700, SEEDED_PARTS = 5 };

/* What the programs work on; `out`, `grid` and `total` are the results. */
typedef struct seeded_data {
    double in[SEEDED_ROWS][SEEDED_COLS], out[SEEDED_ROWS][SEEDED_COLS];
    double line[SEEDED_ROWS + 2], copy[SEEDED_ROWS + 2];
    float wide[SEEDED_ROWS][SEEDED_WIDE], grid[SEEDED_ROWS][SEEDED_WIDE];
    double cube[5][SEEDED_ROWS][4], planes[5][SEEDED_ROWS][4];
    int index[SEEDED_ROWS];
    unsigned char flag[SEEDED_ROWS];
    double whole[8], total;
} seeded_data;

extern seeded_data seeded;
extern char seeded_error[200]; /* the last error of their regions */

typedef struct seeded_mistake {
    const char *name;
    void (*run)(bool right);
    const char *part[SEEDED_PARTS]; /* of the messages; NULL behind the last one */
} seeded_mistake;

extern const seeded_mistake seeded_mistakes[];
extern const int seeded_mistake_count;

#endif

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A persisted stencil over two arrays that take turns:
 *
 *     stencil PASSES [unequal | through | columns | read | write | part | alone | late]
 *
 * unequal: rank r's iterations take r + 1 times as long.  columns: one pass of another region reads
 * by columns.  read: the host reads an array in the middle.  write: it writes all of it.  part: it
 * writes an item without having got the rest, a mistake.  alone: rank 1 alone calls ctsar_sync_mem.
 * late: a pass registers behind ctsar_next.  Each rank compares the result with a serial loop's. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ctsar.h"

enum { ROWS = 96, COLUMNS = 16 };

typedef long grid[ROWS][COLUMNS];

static grid array[2], model[2];
static const unsigned input = CTSAR_MEM_PARTIAL | CTSAR_MEM_INPUT | CTSAR_MEM_PERSIST;
static const unsigned output = CTSAR_MEM_PARTIAL | CTSAR_MEM_INOUT | CTSAR_MEM_PERSIST;

static void serial(int from)
{
    for (int i = 1; i < ROWS - 1; ++i)
        for (int j = 0; j < COLUMNS; ++j)
            model[!from][i][j] += 3 * model[from][i - 1][j] + model[from][i + 1][j];
}

static void pass(ctsar *s, int from, bool late)
{
    serial(from);
#pragma omp parallel
    do {
        long(*in)[COLUMNS] = array[from];
        if (!late)
            in = ctsar_reg_mem_2d(s, in, sizeof(long), ROWS, COLUMNS, 1, 0, input, NULL);
        long(*out)[COLUMNS] =
            ctsar_reg_mem_2d(s, array[!from], sizeof(long), ROWS, COLUMNS, 0, 0, output, NULL);
        ctsar_next_range(s, 1, ROWS - 1, 1);
        if (late)
            in = ctsar_reg_mem_2d(s, in, sizeof(long), ROWS, COLUMNS, 1, 0, input, NULL);
        for (long i = CSTART(s); i < CEND(s); ++i)
            for (int j = 0; j < COLUMNS; ++j)
                out[i][j] += 3 * in[i - 1][j] + in[i + 1][j];
    } while (ctsar_loop(s));
}

/* Adds 1 to each item, by columns. */
static void by_columns(int k)
{
    ctsar *s = NULL;
    ctsar_init(&s, COLUMNS, CTSAR_POLICY_DEFAULT, CTSAR_DEV_ALL, NULL, NULL);
    for (int i = 0; i < ROWS * COLUMNS; ++i)
        model[k][i / COLUMNS][i % COLUMNS]++;
#pragma omp parallel
    do {
        long(*at)[COLUMNS] =
            ctsar_reg_mem_2d(s, array[k], sizeof(long), ROWS, COLUMNS, 0, 0,
                             CTSAR_MEM_PARTIAL_COL | CTSAR_MEM_INOUT | CTSAR_MEM_PERSIST, NULL);
        ctsar_next(s, COLUMNS);
        for (long j = CSTART(s); j < CEND(s); ++j)
            for (int i = 0; i < ROWS; ++i)
                at[i][j]++;
    } while (ctsar_loop(s));
    ctsar_free(&s);
}

static void host_does(ctsar *s, const char *what, int k)
{
    if (!strcmp(what, "columns"))
        by_columns(k);
    if (!strcmp(what, "read") || (!strcmp(what, "alone") && ctsar_node() == 1))
        ctsar_sync_mem(s, array[k]);
    if (!strcmp(what, "read") && memcmp(array[k], model[k], sizeof array[k]) != 0)
        printf("it reads other values\n");
    if (!strcmp(what, "part"))
        array[k][0][0] = model[k][0][0] = 5;
    if (!strcmp(what, "write"))
        for (int i = 0; i < ROWS * COLUMNS; ++i)
            array[k][i / COLUMNS][i % COLUMNS] = model[k][i / COLUMNS][i % COLUMNS] = i;
    if (!strcmp(what, "part") || !strcmp(what, "write"))
        ctsar_host_modified(s, array[k]);
}

int main(int argc, char **argv)
{
    long passes = argc > 1 ? strtol(argv[1], NULL, 10) : 4;
    const char *what = argc > 2 ? argv[2] : "";
    char iter[16];
    ctsar *s = NULL;
    snprintf(iter, sizeof iter, "%dus", strcmp(what, "unequal") != 0 ? 1 : ctsar_node() + 1);
    setenv("CTSAR_VIRTUAL_ITER", iter, 1);
    for (int i = 0; i < ROWS * COLUMNS; ++i)
        model[0][i / COLUMNS][i % COLUMNS] = i % 17;
    memcpy(array, model, sizeof array);
    ctsar_init(&s, ROWS, CTSAR_STATIC, CTSAR_DEV_ALL, NULL, NULL);
    for (long i = 0; i < passes; ++i) {
        if (i == passes / 2)
            host_does(s, what, (int)(i % 2));
        pass(s, (int)(i % 2), !strcmp(what, "late") && i == passes - 1);
    }
    if (!strcmp(what, "alone"))
        return 0;
    ctsar_free(&s);
    printf("%d of %d: %s\n", ctsar_node(), ctsar_nodes(),
           memcmp(array, model, sizeof array) != 0 ? "wrong" : "right");
    return 0;
}

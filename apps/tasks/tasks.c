/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Matrices in tiles and vectors in blocks, by tasks; the results are known. */
#include <stdio.h>
#include <string.h>

#include "../common/app.h"
#include "tiles.h"

#ifdef WORK_OPENBLAS
#define OPENBLAS "|openblas"
#else
#define OPENBLAS ""
#endif
#define NAMES "matmul, cholesky, lu, stream, nbody, bitonic, pbpi"

static const double tolerance = 1e-10;

static const program *program_called(const char *name)
{
    for (const program *const *p = programs; *p; ++p)
        if (!strcmp((*p)->name, name))
            return *p;
    app_fail("there is no program called %s; there are: " NAMES, name);
}

#define NAME(name, constant, number, what) #name,
#define VALUE(name, constant, number, what) constant,

static ctsar_placement placement_called(const char *name)
{
    static const char *const names[] = {CTSAR_PLACEMENT_LIST(NAME)};
    static const ctsar_placement values[] = {CTSAR_PLACEMENT_LIST(VALUE)};
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
        if (!strcmp(names[i], name))
            return values[i];
    app_fail("there is no placement called %s", name);
}

#define LINE(name, constant, number, what) "  " #name ": " what "\n"

static void help(void)
{
    fputs(
        "usage: tasks PROGRAM [N [TILE [PLACEMENT]]]\n"
        "PROGRAM is one of " NAMES ".\n"
        "The first three work on a matrix of N by N doubles (default 512) in tiles of TILE by\n"
        "TILE, the others on vectors of N in blocks of TILE (default 64, which has to divide N).\n"
        "PLACEMENT, of a task to the unit:\n" CTSAR_PLACEMENT_LIST(
            LINE) "Each kind of unit finds out how it multiplies tiles the fastest: CTSAR_REPORT=1 "
                  "shows\n"
                  "which version it uses, CTSAR_VERSIONS=product:add|blocked" OPENBLAS
                  " forces one.\n"
                  "The result is compared with what it has to be; exits with 1 if it is not "
                  "that.\n",
        stdout);
}

int main(int argc, char **argv)
{
    if (argc == 2 && !strcmp(argv[1], "--help")) {
        help();
        return 0;
    }
    if (argc < 2 || argc > 5)
        app_fail("usage: tasks PROGRAM [N [TILE [PLACEMENT]]], where PROGRAM is one of " NAMES
                 "; tasks --help says more");
    const program *p = program_called(argv[1]);
    long n = argc > 2 ? app_number("N", argv[2], 1, p->vector ? 100000000 : 30000) : 512;
    long tile = argc > 3 ? app_number("TILE", argv[3], 1, n) : n % 64 ? n : 64;
    ctsar_placement how = argc > 4 ? placement_called(argv[4]) : CTSAR_PLACEMENT_DEFAULT;
    if (n % tile)
        app_fail("TILE is %ld, which does not divide N, %ld", tile, n);
    ctsar_tasks *t = NULL;
    p->open(n);
    ctsar_tasks_init(&t, CTSAR_DEV_ALL, how);
    double began = app_seconds();
    p->submit(t, tile);
    ctsar_tasks_wait(t, NULL);
    double seconds = app_seconds() - began, error = p->error();
    ctsar_tasks_free(&t);
    p->close();
    if (p->vector)
        printf("%s: %ld in blocks of %ld", p->name, n, tile);
    else
        printf("%s: %ld by %ld in tiles of %ld", p->name, n, n, tile);
    printf(", %.3g s, largest relative error %.2g\n", seconds, error);
    return !(error <= tolerance);
}

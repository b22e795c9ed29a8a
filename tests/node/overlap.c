/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Halos that come late: a persisted stencil whose halos rank 1 holds back in each pass, until rank
 * 0 has computed so many iterations of it:
 *
 *     overlap FILE ITERATIONS SECONDS [columns | backwards | wide | padded]
 *
 * FILE is how ranks tell each other, new and shared by them.  After so many SECONDS in vain the
 * program ends with a line.  columns: the loop goes over columns.
 * backwards: iteration i has row ROWS - 1 - i.  wide: each needs three rows on both sides.
 * padded: rows lie further apart on accelerators.  Each rank compares arrays and sums with a serial
 * loop's, and with COUNTED set says how many messages of each pass went from the host's arrays and
 * came to them. */
#include <dlfcn.h>
#include <fcntl.h>
#include <mpi.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "ctsar.h"

enum { ROWS = 48, PASSES = 6 };

typedef long grid[ROWS][ROWS];

static grid array[2], model[2];
static _Atomic long *computed; /* by rank 0, of each pass; in FILE */
static long enough, patience;
static int now = -1; /* the pass that runs; -1: none */
static bool columns, backwards, padded;
static int by_host[PASSES][2]; /* messages that went from the host's arrays, and came there */
static long halo = 1;

/* ---- Messages that wait -------------------------------------------------------------------- */

static void hold_back(void)
{
    const struct timespec nap = {.tv_nsec = 1000000};
    time_t began = time(NULL);
    while (computed[now] < enough && time(NULL) - began <= patience)
        nanosleep(&nap, NULL);
    if (computed[now] >= enough)
        return;
    fprintf(stderr, "rank 0 has computed %ld of %ld iterations of pass %d before its halos came\n",
            computed[now], enough, now);
    abort();
}

static void note_message(const void *at, bool comes)
{
    const char *byte = at, *first = (const char *)array;
    if (now >= 0)
        by_host[now][comes] += byte >= first && byte < first + sizeof array;
}

/* In the place of MPI's, which the library's plugin calls. */
int MPI_Irecv(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
              MPI_Request *request)
{
    int (*receive)(void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *);
    void *found = dlsym(RTLD_DEFAULT, "PMPI_Irecv");
    memcpy(&receive, &found, sizeof receive);
    note_message(buf, true);
    return receive(buf, count, datatype, source, tag, comm, request);
}

int MPI_Isend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
              MPI_Request *request)
{
    int (*send)(const void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *);
    void *found = dlsym(RTLD_DEFAULT, "PMPI_Isend");
    memcpy(&send, &found, sizeof send);
    note_message(buf, false);
    if (ctsar_node() == 1 && now >= 0)
        hold_back();
    return send(buf, count, datatype, dest, tag, comm, request);
}

static void share(const char *file)
{
    size_t bytes = PASSES * sizeof *computed;
    int f = open(file, O_RDWR | O_CREAT, 0600);
    if (f < 0 || ftruncate(f, (off_t)bytes) ||
        (computed = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, f, 0)) == MAP_FAILED) {
        perror(file);
        exit(1);
    }
    close(f);
}

/* ---- The stencil ----------------------------------------------------------------------------- */

static long *at(grid a, long i, long j)
{
    return columns ? &a[j][i] : &a[i][j];
}

/* Rows, or columns, from `lo` to `hi`. */
static long step_padded(const ctsar_call *c, long lo, long hi)
{
    const long *in = c->arg[0];
    long *out = c->arg[1], sum = 0;
    size_t from = c->strides[0][0], to = c->strides[1][0];
    for (size_t i = (size_t)lo; i < (size_t)hi; ++i)
        for (size_t j = 0; j < ROWS; ++j) {
            long *item = &out[i * to + j];
            *item = 3 * in[(i - (size_t)halo) * from + j] + in[(i + (size_t)halo) * from + j];
            *item += (long)j;
            sum += *item % 5;
        }
    return sum;
}

static long step(grid in, grid out, long lo, long hi)
{
    long sum = 0;
    for (long i = lo; i < hi; ++i)
        for (long j = 0; j < ROWS; ++j) {
            *at(out, i, j) = 3 * *at(in, i - halo, j) + *at(in, i + halo, j) + j;
            sum += *at(out, i, j) % 5;
        }
    return sum;
}

static void body(const ctsar_call *c)
{
    long rows = c->end - c->start, lo = backwards ? ROWS - c->end : c->start;
    *(long *)c->arg[2] +=
        padded ? step_padded(c, lo, lo + rows) : step(c->arg[0], c->arg[1], lo, lo + rows);
    if (ctsar_node() == 0)
        computed[now] += rows;
}

static void add(void *into, void *from)
{
    *(long *)into += *(long *)from;
}

static void reg(ctsar *s, grid a, long rows, unsigned direction)
{
    const ctsar_map other_way = {.stride = -1, .offset = ROWS - 1, .width = 1};
    ctsar_dim dim[2] = {{.extent = ROWS}, {.extent = ROWS}};
    size_t strides[1];
    dim[columns] = (ctsar_dim){ROWS, true, (size_t)rows, (size_t)rows};
    ctsar_reg_mem_map(s, a, sizeof(long), 2, dim, backwards ? &other_way : NULL,
                      CTSAR_MEM_PERSIST | direction | (padded ? CTSAR_MEM_PAD : 0),
                      padded ? strides : NULL);
}

static long pass(ctsar *s, int from)
{
    static const long zero = 0;
    static const ctsar_kernel kernel = {.name = "stencil", .host = body};
    long sum = 0;
    ctsar_set_kernel(s, &kernel);
#pragma omp parallel
    do {
        reg(s, array[from], halo, CTSAR_MEM_INPUT);
        reg(s, array[!from], 0, CTSAR_MEM_OUTPUT);
        ctsar_reg_reduc(s, &sum, &zero, sizeof sum, add);
        ctsar_next_range(s, halo, ROWS - halo, 1);
        const ctsar_arg args[] = {CTSAR_ARG_MEM(array[from]), CTSAR_ARG_MEM(array[!from]),
                                  CTSAR_ARG_REDUC(&sum)};
        ctsar_launch(s, &kernel, args, 3);
    } while (ctsar_loop(s));
    return sum;
}

int main(int argc, char **argv)
{
    ctsar *s = NULL;
    bool right = argc > 3;
    const char *what = argc > 4 ? argv[4] : "";
    if (!right)
        return 2;
    share(argv[1]);
    enough = strtol(argv[2], NULL, 10);
    patience = strtol(argv[3], NULL, 10);
    columns = !strcmp(what, "columns");
    backwards = !strcmp(what, "backwards");
    padded = !strcmp(what, "padded");
    halo = !strcmp(what, "wide") ? 3 : 1;
    for (int i = 0; i < ROWS * ROWS; ++i)
        model[0][i / ROWS][i % ROWS] = i % 17;
    memcpy(model[1], model[0], sizeof model[0]);
    memcpy(array, model, sizeof array);
    ctsar_init(&s, ROWS, CTSAR_POLICY_DEFAULT, CTSAR_DEV_ALL, NULL, NULL);
    for (int i = 0; i < PASSES; ++i) {
        now = i;
        long expected = step(model[i % 2], model[!(i % 2)], halo, ROWS - halo);
        right &= pass(s, i % 2) == expected;
    }
    now = -1;
    ctsar_free(&s);
    right &= memcmp(array, model, sizeof array) == 0;
    printf("%d of %d: %s\n", ctsar_node(), ctsar_nodes(), right ? "right" : "wrong");
    for (int i = 0; getenv("COUNTED") && i < PASSES; ++i)
        printf("%d, pass %d: %d went, %d came by the host\n", ctsar_node(), i, by_host[i][0],
               by_host[i][1]);
    return 0;
}

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What may happen to an array that nodes have in parts:
 *
 *     misuse fork | freed | task | beside
 *
 * fork: a child goes on with it alone.  freed: ctsar_free fails on rank 0, and the memory becomes a
 * shorter array's; behind that lies a variable in which each rank has its number.  task: one that
 * accesses the array is submitted while a pass writes it, a mistake.  beside: one that does not. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ctsar.h"

enum { N = 64, SHORTER = 16 };

static const unsigned inout = CTSAR_MEM_PARTIAL | CTSAR_MEM_INOUT | CTSAR_MEM_PERSIST;
static long x[N], copy[N], apart[N];
static ctsar_tasks *tasks;
static long *of_tasks; /* what a task accesses */

static void add_one(const ctsar_call *c)
{
    long *p = c->arg[0];
    for (long i = c->start; i < c->end; ++i)
        p[i] += 1;
}

static const ctsar_kernel kernel = {.name = "add_one", .host = add_one};

static ctsar *open_region(size_t n)
{
    ctsar *s = NULL;
    ctsar_init(&s, n, CTSAR_STATIC, CTSAR_DEV_ALL, NULL, NULL);
    return s;
}

static void pass(ctsar *s, size_t n)
{
    const ctsar_access access = CTSAR_INOUT(of_tasks, N * sizeof *of_tasks);
#pragma omp parallel num_threads(1)
    do {
        long *p = ctsar_reg_mem(s, x, sizeof *x, n, inout);
        ctsar_next(s, n);
        if (tasks)
            ctsar_task(tasks, &kernel, 0, N, &access, 1, 0);
        for (long i = CSTART(s); i < CEND(s); ++i)
            p[i] += 1;
    } while (ctsar_loop(s));
}

/* Registers x behind ctsar_next, which may not be while nodes have it in parts. */
static void copy_late(ctsar *s)
{
#pragma omp parallel num_threads(1)
    do {
        ctsar_next(s, N);
        const long *from = ctsar_reg_mem(s, x, sizeof *x, N,
                                         CTSAR_MEM_PARTIAL | CTSAR_MEM_INPUT | CTSAR_MEM_PERSIST);
        long *to = ctsar_reg_mem(s, copy, sizeof *copy, N, CTSAR_MEM_PARTIAL | CTSAR_MEM_OUTPUT);
        for (long i = CSTART(s); i < CEND(s); ++i)
            to[i] = from[i];
    } while (ctsar_loop(s));
}

static int forked(void)
{
    ctsar *s = open_region(N);
    pass(s, N);
    pid_t child = fork();
    if (child == 0) {
        for (int i = 0; i < N; ++i)
            x[i] = i;
        ctsar_host_modified(NULL, x);
        copy_late(s);
        _exit(memcmp(copy, x, sizeof x) != 0);
    }
    int status;
    waitpid(child, &status, 0);
    ctsar_free(&s);
    return status;
}

static int freed(void)
{
    const char *rank = getenv("OMPI_COMM_WORLD_RANK");
    if (rank && *rank == '0')
        setenv("CTSAR_EMU", "fail=copy_out:1", 1);
    ctsar_set_error_mode(CTSAR_ERRORS_RETURN);
    ctsar *s = open_region(N);
    pass(s, N);
    ctsar_free(&s);
    if (!*ctsar_last_error(NULL)) {
        fprintf(stderr, "ctsar_free did not fail\n");
        return 1;
    }
    setenv("CTSAR_DEVICES", "cpu:1", 1);
    s = open_region(SHORTER);
    long mine = x[N / 2] = ctsar_node();
    pass(s, SHORTER);
    ctsar_sync_mem(s, x);
    return x[N / 2] != mine;
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    if (strcmp(what, "fork") == 0)
        return forked();
    if (strcmp(what, "freed") == 0)
        return freed();
    of_tasks = strcmp(what, "beside") == 0 ? apart : x;
    ctsar_tasks_init(&tasks, CTSAR_DEV_CPU, CTSAR_EARLIEST);
    ctsar *s = open_region(N);
    pass(s, N);
    pass(s, N);
    ctsar_tasks_free(&tasks);
    ctsar_free(&s);
    return x[0] != 2 || x[N - 1] != 2 || apart[N - 1] != 2;
}

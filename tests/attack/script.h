/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What an attack does, as a text that can be read, shortened and replayed: one line an operation,
 * "THREAD NAME NUMBERS", or "env NAME VALUE" for the process. */
#ifndef CTSAR_ATTACK_SCRIPT_H
#define CTSAR_ATTACK_SCRIPT_H

#include <stdbool.h>
#include <stdio.h>

#include "support/random.h"

enum { THREADS_MOST = 3, ARGS = 12, LINES_MOST = 200, VALUE = 160 };

/* Name, how many numbers. */
#define OP_LIST(X)                                                                                 \
    X(WORLD, "world", 6)     /* seed, dimensions, extents */                                       \
    X(OPEN, "open", 4)       /* region, policy, devices, expected */                               \
    X(CLOSE, "close", 1)     /* region */                                                          \
    X(INPUT, "input", 8)     /* region; array, whole, dim, below, above, persists, layout */       \
    X(OUTPUT, "output", 6)   /* region; array, dim, inout, persists, layout */                     \
    X(MAP, "map", 4)         /* region, of its output, stride, width */                            \
    X(PASS, "pass", 7)       /* region, from, to, step, threads, launches, nested */               \
    X(COUNT, "count", 3)     /* region, iterations, threads */                                     \
    X(COMPARE, "compare", 1) /* array */                                                           \
    X(WRITE, "write", 3)     /* array, all, seed */                                                \
    X(SYNC, "sync", 2)       /* thread, array: by address */                                       \
    X(USES, "uses", 4)       /* array, or all that there is; element, writes, seed */              \
    X(DEPERSIST, "depersist", 2)                                                                   \
    X(RETARGET, "retarget", 3)     /* region, from, to */                                          \
    X(UNREGISTER, "unregister", 2) /* region, array */                                             \
    X(POLICY, "policy", 2)                                                                         \
    X(DIV, "div", 2)                                                                               \
    X(CHUNK, "chunk", 2)                                                                           \
    X(RATIO, "ratio", 2) /* of 1000 */                                                             \
    X(BACKOFF, "backoff", 3)                                                                       \
    X(NOWAIT, "nowait", 2)                                                                         \
    X(WEIGHTS, "weights", 3) /* region, iterations, seed */                                        \
    X(KERNEL, "kernel", 2)   /* region, declared */

typedef enum op_kind {
#define OP_ENUM(kind, name, numbers) OP_##kind,
    OP_LIST(OP_ENUM)
#undef OP_ENUM
        OP_ENV
} op_kind;

typedef struct line {
    op_kind kind;
    int thread;
    long arg[ARGS];
    char name[32], value[VALUE]; /* ENV */
} line;

typedef struct script {
    line line[LINES_MOST];
    int count;
} script;

/* What the seed makes; `harsh`: accelerators fail and memory is short of it. */
void script_generate(script *s, uint64_t seed, bool harsh);
void script_print(const script *s, FILE *out);
/* False: a line is not understood, which is said. */
bool script_read(script *s, FILE *in);

#endif

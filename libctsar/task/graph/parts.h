/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The parts of memory that tasks access: each distinct box once, with those that it overlaps.
 * Nothing here is locked. */
#ifndef CTSAR_TASK_PARTS_H
#define CTSAR_TASK_PARTS_H

#include "mem/box.h"

/* A place in program order.  0: it is over, or was never one. */
typedef struct ctsar__vertex {
    unsigned long number;
} ctsar__vertex;

/* A vertex as it was; it is over, and may be another one meanwhile, where the numbers differ. */
typedef struct ctsar__past {
    const ctsar__vertex *vertex;
    unsigned long number;
} ctsar__past;

typedef struct ctsar__pasts {
    ctsar__past *at;
    size_t count, room;
} ctsar__pasts;

/* How long, in seconds, chains of tasks are that end with one that wrote the part, read it, reduced
 * into it. */
typedef struct ctsar__chain {
    unsigned long period; /* in which; else there was none */
    double wrote, read, reduced;
} ctsar__chain;

/* Which columns of a row-major array boxes lie in: bytes [lo, hi) of each `row` bytes, counted from
 * address 0; beyond `row` they go on from its beginning. */
typedef struct ctsar__columns {
    size_t row; /* 0: not of one array, or in all columns */
    size_t lo, hi;
} ctsar__columns;

typedef struct ctsar__part {
    ctsar__box box;
    char *end; /* behind its last byte */
    struct ctsar__part **overlap;
    size_t overlaps, overlap_room;

    /* Who accessed it since it was written last, that one included. */
    ctsar__past writer;
    ctsar__pasts readers, reducers;

    /* Of who uses the set; zeroed. */
    long users;           /* who is at work on it: it must not be forgotten */
    unsigned long newest; /* the number of the last vertex that accessed it */
    void *data;
    struct ctsar__part *after; /* in the user's list, where it is listed */
    bool listed;
    ctsar__chain chain;

    /* Of the set: by its box, and by address. */
    struct ctsar__part *same, *left, *right;
    size_t hash;
    unsigned weight;
    char *most;                  /* the last end in this subtree */
    ctsar__columns columns, all; /* its own; of all in this subtree */
} ctsar__part;

/* Zeroed: none. */
typedef struct ctsar__parts {
    ctsar__part **bucket;
    size_t buckets, count;
    ctsar__part *root;
    unsigned weight; /* the last one given */
} ctsar__parts;

void ctsar__parts_free(ctsar__parts *s);
/* The part that is this box, which has that hash, made if need be.  NULL: no memory, nothing has
 * changed. */
ctsar__part *ctsar__parts_find(ctsar__parts *s, const ctsar__box *box, size_t hash);
/* Forgets and frees one. */
void ctsar__parts_remove(ctsar__parts *s, ctsar__part *p);
/* Calls `visit` with each part that overlaps the box, until it returns false. */
void ctsar__parts_visit(const ctsar__parts *s, const ctsar__box *box,
                        bool (*visit)(void *data, ctsar__part *p), void *data);
void ctsar__parts_visit_all(const ctsar__parts *s, bool (*visit)(void *data, ctsar__part *p),
                            void *data);

#endif

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A world: arrays of one to four dimensions that several regions share, each in its own way, and a
 * naive model of them, an array on the host and a serial loop.  Each iteration hashes items of one
 * array into its item of another one. */
#ifndef CTSAR_TESTS_WORLD_H
#define CTSAR_TESTS_WORLD_H

#include <stdint.h>

#include "ctsar.h"
#include "support/random.h"

enum { ARRAYS = 4, REGIONS = 3, MOST_DIMS = 4 };

typedef uint32_t number; /* wraps, so that all orders of operations are exact */

/* All arrays of a world have the same extents. */
typedef struct array {
    number *host, *model;
    bool away; /* persisted outputs may be elsewhere: to be synced before the host looks */
} array;

/* How a region registers one of them. */
typedef struct use {
    int array;
    bool whole, inout, persists, strides, pads;
    int dim;
    size_t below, above;
    long stride, offset; /* iteration i has `width` items from stride*i + offset on */
    size_t width;
} use;

typedef struct region {
    ctsar *s;
    use in, out;
    long lo, hi, step;
    int threads;
    bool launches;
} region;

typedef struct world {
    random_state r;
    int ndim;
    size_t extent[MOST_DIMS], elements;
    array array[ARRAYS];
    region region[REGIONS];
    bool cached, checked;
    bool cores; /* are units, too */
    bool plain; /* iterations have items of their own number */
    bool swaps; /* the first two regions take turns as a stencil, from array 0 to 1 and back */
    int turn;   /* passes of these so far */
    char log[2000];
} world;

/* With random values, once the extents are set. */
void world_fill(world *w);
void world_free(world *w);
/* The kernel of the world's loops, in all forms. */
const ctsar_kernel *world_kernel(const world *w);
/* A pass of region g, and the same in the model.  Under CTSAR_ERRORS_RETURN false: it failed, and
 * the model is as it was. */
bool world_pass(world *w, region *g);
/* Has the host what the model has? */
bool world_agrees(const world *w, int k);

#endif

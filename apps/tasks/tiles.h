/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the factorisations in tiles consist of: bodies on one tile, whose rows lie so many elements
 * apart, and the same as kernels. */
#ifndef CTSAR_APP_TILES_H
#define CTSAR_APP_TILES_H

#include <ctsar.h>
#include <stdbool.h>

/* A tile of a row-major matrix. */
typedef struct tile {
    double *at;
    size_t stride;
} tile;

/* On rows [lo, hi) of c; the tiles that are only read have n columns. */
void tile_add(tile a, tile b, tile c, long lo, long hi, long n, double by); /* c += by * a * b */
/* The same, with sums that stay in registers. */
void tile_add_blocked(tile a, tile b, tile c, long lo, long hi, long n, double by);
void tile_add_transposed(tile a, tile b, tile c, long lo, long hi, long n); /* c -= a * b^T */
void tile_divide_right(tile l, tile c, long lo, long hi, long n); /* c = c * l^-T, l lower */
void tile_divide_upper(tile u, tile c, long lo, long hi, long n); /* c = c * u^-1, u upper */
/* On columns [lo, hi): c = l^-1 * c, l lower with a unit diagonal. */
void tile_divide_left(tile l, tile c, long lo, long hi, long n);
void tile_cholesky(tile a, long n); /* a = l * l^T, l in its lower triangle */
void tile_lu(tile a, long n);       /* a = l * u */

/* Arguments: the size of a tile (a long), the tiles in the order above, and `by`.  Iterations are
 * rows or columns; the last two have one, which is all of the tile. */
extern const ctsar_kernel add_kernel, add_transposed_kernel, divide_right_kernel,
    divide_upper_kernel, divide_left_kernel, cholesky_kernel, lu_kernel;

/* A family that does what add_kernel does: that one, one in blocks, and BLAS's where the build has
 * it, on one thread (product_init). */
extern const ctsar_kernel product_kernel;
void product_init(void);

/* A program in tiles on an n by n matrix, or in blocks on a vector of n; `tile` divides n. */
typedef struct program {
    const char *name;
    void (*open)(long n);                     /* the input */
    int (*submit)(ctsar_tasks *t, long tile); /* all tasks; they may be executed once */
    double (*error)(void);                    /* largest relative error of the result */
    void (*close)(void);
    bool vector;
} program;
extern const program *const programs[]; /* NULL-terminated */
extern const program matmul_program, cholesky_program, lu_program, stream_program, nbody_program,
    bitonic_program, pbpi_program;

/* The sides of tile (i, j) of an n by n matrix. */
#define TILE(n, i, j, tile)                                                                        \
    {(size_t)(n), (size_t)(i), (size_t)(tile)},                                                    \
    {                                                                                              \
        (size_t)(n), (size_t)(j), (size_t)(tile)                                                   \
    }

#endif

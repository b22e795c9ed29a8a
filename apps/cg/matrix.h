/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The random sparse matrix of the NAS conjugate gradient benchmark. */
#ifndef CTSAR_CG_MATRIX_H
#define CTSAR_CG_MATRIX_H

/* A square matrix of n rows in compressed rows: row i is entries row[i] to row[i+1]-1. */
typedef struct cg_matrix {
    long n, nonzeros;
    double *value;
    int *column, *row; /* row has n+1 entries */
} cg_matrix;

/* Sum over i of w_i * v_i * transposed(v_i) with random v_i of `nonzer` entries, and 0.1 - shift on
 * the diagonal; symmetric, positive definite but for the shift.  Free with cg_matrix_free. */
cg_matrix cg_matrix_make(long n, long nonzer, double shift);
void cg_matrix_free(cg_matrix *m);

#endif

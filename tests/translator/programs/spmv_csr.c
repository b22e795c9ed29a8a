/* Sparse matrices, compressed rows, in a struct: products, Jacobi's method, the transpose, the
   greatest eigenvalue, a triangle solved level by level. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    int n, nnz;
    int *ptr, *col;
    double *val;
} csr_t;

static csr_t *empty(int n, int nnz)
{
    csr_t *m = malloc(sizeof *m);
    if (!m) exit(1);
    m->n = n;
    m->nnz = nnz;
    m->ptr = calloc(n + 1, sizeof(int));
    m->col = malloc(nnz * sizeof(int));
    m->val = malloc(nnz * sizeof(double));
    if (!m->ptr || !m->col || !m->val) exit(1);
    return m;
}

static csr_t *laplace(int side)
{
    csr_t *m = empty(side * side, 5 * side * side);
    int i, j, k = 0;
    for (i = 0; i < side; i++)
        for (j = 0; j < side; j++) {
            m->ptr[i * side + j] = k;
            if (i > 0) m->col[k] = (i - 1) * side + j, m->val[k++] = -1;
            if (j > 0) m->col[k] = i * side + j - 1, m->val[k++] = -1.25;
            m->col[k] = i * side + j, m->val[k++] = 4.5;
            if (j < side - 1) m->col[k] = i * side + j + 1, m->val[k++] = -0.75;
            if (i < side - 1) m->col[k] = (i + 1) * side + j, m->val[k++] = -1;
        }
    m->ptr[m->n] = m->nnz = k;
    return m;
}

static void spmv(const csr_t *m, const double *x, double *y)
{
    int i, k, n = m->n;
    const int *ptr = m->ptr, *col = m->col;
    const double *val = m->val;
    double sum;
#pragma omp parallel for private(i, k, sum) schedule(static) hetero(1)
    for (i = 0; i < n; i++) {
        sum = 0.0;
        for (k = ptr[i]; k < ptr[i + 1]; k++)
            sum += val[k] * x[col[k]];
        y[i] = sum;
    }
}

/* x of the next round from that of this one; returns by how much it has changed at most. */
static double jacobi(const csr_t *m, const double *b, const double *x, double *next)
{
    double most = 0;
    int i;
#pragma omp parallel for reduction(max : most) schedule(guided) hetero(1)
    for (i = 0; i < m->n; i++) {
        double s = b[i], diagonal = 1;
        for (int k = m->ptr[i]; k < m->ptr[i + 1]; ++k) {
            if (m->col[k] == i) {
                diagonal = m->val[k];
                continue;
            }
            s -= m->val[k] * x[m->col[k]];
        }
        next[i] = s / diagonal;
        if (fabs(next[i] - x[i]) > most)
            most = fabs(next[i] - x[i]);
    }
    return most;
}

static csr_t *transpose(const csr_t *m)
{
    csr_t *t = empty(m->n, m->nnz);
    int i, k, *at = malloc(m->n * sizeof(int));
    for (k = 0; k < m->nnz; k++)
        t->ptr[m->col[k] + 1]++;
    for (i = 0; i < m->n; i++) {
        t->ptr[i + 1] += t->ptr[i];
        at[i] = t->ptr[i];
    }
    for (i = 0; i < m->n; i++)
        for (k = m->ptr[i]; k < m->ptr[i + 1]; k++) {
            int to = at[m->col[k]]++;
            t->col[to] = i;
            t->val[to] = m->val[k];
        }
    free(at);
    return t;
}

/* Each row by its greatest sum: in place, each row's own values. */
static void scale_rows(csr_t *m)
{
    int i, k;
    const int *ptr = m->ptr;
    double *val = m->val;
#pragma omp parallel for private(k) hetero(1)
    for (i = 0; i < m->n; i++) {
        double all = 0;
        for (k = ptr[i]; k < ptr[i + 1]; k++)
            all += fabs(val[k]);
        for (k = ptr[i]; k < ptr[i + 1]; k++)
            val[k] /= all;
    }
}

static double eigenvalue(const csr_t *m, double *x, double *y, int rounds)
{
    double lambda = 0;
    int i, r;
    for (r = 0; r < rounds; r++) {
        double xy = 0, yy = 0, by;
        spmv(m, x, y);
#pragma omp parallel for reduction(+ : xy, yy) hetero(1)
        for (i = 0; i < m->n; i++) {
            xy += x[i] * y[i];
            yy += y[i] * y[i];
        }
        lambda = xy;
        by = 1 / sqrt(yy);
#pragma omp parallel for hetero(1)
        for (i = 0; i < m->n; i++)
            x[i] = y[i] * by;
    }
    return lambda;
}

/* L x = b, with the lower triangle. Rows of one level need rows of those before only. */
static int solve_lower(const csr_t *m, const double *b, double *x)
{
    int *level = calloc(m->n, sizeof(int)), *order = malloc(m->n * sizeof(int)), levels = 0, begin = 0, end, l, i, k, at;
    for (i = 0; i < m->n; i++) {
        for (k = m->ptr[i]; k < m->ptr[i + 1]; k++)
            if (m->col[k] < i && level[m->col[k]] >= level[i])
                level[i] = level[m->col[k]] + 1;
        levels = level[i] + 1 > levels ? level[i] + 1 : levels;
    }
    for (l = 0; l < levels; l++, begin = end) {
        for (end = begin, i = 0; i < m->n; i++)
            if (level[i] == l)
                order[end++] = i;
#pragma omp parallel for private(at, k) hetero(1)
        for (at = begin; at < end; at++) {
            int row = order[at];
            double s = b[row], diagonal = 1;
            for (k = m->ptr[row]; k < m->ptr[row + 1]; k++)
                if (m->col[k] < row)
                    s -= m->val[k] * x[m->col[k]];
                else if (m->col[k] == row)
                    diagonal = m->val[k];
            x[row] = s / diagonal;
        }
    }
    free(level);
    free(order);
    return levels;
}

int main(void)
{
    int i, t, levels;
    csr_t *m = laplace(30), *mt = transpose(m);
    double *x = malloc(m->n * sizeof *x), *y = malloc(m->n * sizeof *y), *b = malloc(m->n * sizeof *b), sum = 0, change = 1, *swap;
    for (i = 0; i < m->n; i++) {
        x[i] = i % 19 - 9;
        b[i] = i % 7 - 3;
    }
    spmv(mt, x, y);
    for (i = 0; i < m->n; i++)
        sum += y[i] * (i % 7);
    printf("%d %.10g\n", m->nnz, sum);
    for (t = 0; t < 60 && change > 1e-3; t++) {
        change = jacobi(m, b, x, y);
        swap = x, x = y, y = swap;
    }
    for (sum = 0, i = 0; i < m->n; i++)
        sum += x[i] * (i % 11);
    printf("%d rounds, %.6g, %.7g\n", t, change, sum);
    levels = solve_lower(m, b, x);
    for (sum = 0, i = 0; i < m->n; i++)
        sum += x[i] * (i % 13);
    printf("%d levels, %.9g\n", levels, sum);
    scale_rows(m);
    for (i = 0; i < m->n; i++)
        x[i] = 1.0 / 30;
    printf("%.7g\n", eigenvalue(m, x, y, 12));
    return 0;
}

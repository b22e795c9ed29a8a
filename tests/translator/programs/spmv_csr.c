/* Sparse matrix times vector, compressed rows, in a struct. */
#include <stdio.h>
#include <stdlib.h>
typedef struct {
    int n, nnz;
    int *ptr, *col;
    double *val;
} csr_t;

static csr_t *laplace(int side)
{
    csr_t *m = malloc(sizeof *m);
    int i, j, k = 0, n = side * side;
    m->n = n;
    m->ptr = malloc((n + 1) * sizeof(int));
    m->col = malloc(5 * n * sizeof(int));
    m->val = malloc(5 * n * sizeof(double));
    for (i = 0; i < side; i++)
        for (j = 0; j < side; j++) {
            m->ptr[i * side + j] = k;
            if (i > 0) m->col[k] = (i - 1) * side + j, m->val[k++] = -1;
            if (j > 0) m->col[k] = i * side + j - 1, m->val[k++] = -1;
            m->col[k] = i * side + j, m->val[k++] = 4;
            if (j < side - 1) m->col[k] = i * side + j + 1, m->val[k++] = -1;
            if (i < side - 1) m->col[k] = (i + 1) * side + j, m->val[k++] = -1;
        }
    m->ptr[n] = m->nnz = k;
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

int main(void)
{
    int i, t;
    csr_t *m = laplace(30);
    double *x = malloc(m->n * sizeof *x), *y = malloc(m->n * sizeof *y), sum = 0;
    for (i = 0; i < m->n; i++)
        x[i] = i % 19 - 9;
    for (t = 0; t < 4; t++) {
        spmv(m, x, y);
        for (i = 0; i < m->n; i++)
            x[i] = y[i] / 8;
    }
    for (i = 0; i < m->n; i++)
        sum += x[i] * (i % 7);
    printf("%d %.10g\n", m->nnz, sum);
    return 0;
}

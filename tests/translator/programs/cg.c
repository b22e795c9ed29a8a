/*--------------------------------------------------------------------
   Conjugate gradients with a diagonal preconditioner for the five-point
   Laplacian, assembled in compressed rows.  Vectors live in one struct;
   dot products, updates and products are functions of their own.
  --------------------------------------------------------------------*/
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    int n, nnz, cap;
    int *rowstr, *colidx;
    double *aval;
} csr_t;

typedef struct {
    double *x, *r, *z, *p, *q, *dinv, *b;
} work_t;

static csr_t csr_new(int n, int cap)
{
    csr_t m;
    m.n = n;
    m.nnz = 0;
    m.cap = cap;
    m.rowstr = (int *)malloc((size_t)(n + 1) * sizeof(int));
    m.colidx = (int *)malloc((size_t)cap * sizeof(int));
    m.aval = (double *)malloc((size_t)cap * sizeof(double));
    if (!m.rowstr || !m.colidx || !m.aval) {
        perror("csr_new");
        exit(EXIT_FAILURE);
    }
    return m;
}

static void csr_add(csr_t *m, int column, double value)
{
    if (m->nnz == m->cap) {
        m->cap *= 2;
        m->colidx = (int *)realloc(m->colidx, (size_t)m->cap * sizeof(int));
        m->aval = (double *)realloc(m->aval, (size_t)m->cap * sizeof(double));
    }
    m->colidx[m->nnz] = column;
    m->aval[m->nnz++] = value;
}

static csr_t laplacian(int side)
{
    int i, j;
    csr_t m = csr_new(side * side, side * side);
    for (i = 0; i < side; i++)
        for (j = 0; j < side; j++) {
            int row = i * side + j;
            m.rowstr[row] = m.nnz;
            if (i) csr_add(&m, row - side, -1);
            if (j) csr_add(&m, row - 1, -1);
            csr_add(&m, row, 4.2 + (row % 3) * 0.4);
            if (j < side - 1) csr_add(&m, row + 1, -1);
            if (i < side - 1) csr_add(&m, row + side, -1);
        }
    m.rowstr[m.n] = m.nnz;
    return m;
}

static void matvec(const csr_t *m, const double *a, double *out)
{
    int i, k;
    const int *rowstr = m->rowstr, *colidx = m->colidx;
    const double *aval = m->aval;
#pragma omp parallel for private(i, k) hetero(1)
    for (i = 0; i < m->n; i++) {
        double s = 0.0;
        for (k = rowstr[i]; k < rowstr[i + 1]; k++)
            s += aval[k] * a[colidx[k]];
        out[i] = s;
    }
}

static double dot(const double *a, const double *b, int n)
{
    int i;
    double s = 0.0;
#pragma omp parallel for private(i) reduction(+ : s) hetero(1)
    for (i = 0; i < n; i++)
        s += a[i] * b[i];
    return s;
}

static void axpy(double alpha, const double *a, double *b, int n)
{
    int i;
#pragma omp parallel for hetero(1)
    for (i = 0; i < n; i++)
        b[i] += alpha * a[i];
}

static void invert_diagonal(const csr_t *m, double *dinv)
{
    int i, k;
#pragma omp parallel for private(k) hetero(1)
    for (i = 0; i < m->n; i++) {
        dinv[i] = 1.0;
        for (k = m->rowstr[i]; k < m->rowstr[i + 1]; k++)
            if (m->colidx[k] == i) {
                dinv[i] = 1.0 / m->aval[k];
                break;
            }
    }
}

/* The number of iterations. */
static int solve(const csr_t *m, work_t *w, int limit, double tolerance)
{
    int n = m->n, i, it;
    double rho, old, alpha, beta, rhs = sqrt(dot(w->b, w->b, n));
    for (i = 0; i < n; i++) {
        w->x[i] = 0;
        w->r[i] = w->b[i];
        w->p[i] = w->z[i] = w->dinv[i] * w->r[i];
    }
    rho = dot(w->r, w->z, n);
    for (it = 0; it < limit && sqrt(dot(w->r, w->r, n)) > tolerance * rhs; it++) {
        matvec(m, w->p, w->q);
        alpha = rho / dot(w->p, w->q, n);
        axpy(alpha, w->p, w->x, n);
        axpy(-alpha, w->q, w->r, n);
#pragma omp parallel for private(i) hetero(1)
        for (i = 0; i < n; i++)
            w->z[i] = w->dinv[i] * w->r[i];
        old = rho;
        rho = dot(w->r, w->z, n);
        beta = rho / old;
#pragma omp parallel for private(i) hetero(1)
        for (i = 0; i < n; i++)
            w->p[i] = w->z[i] + beta * w->p[i];
    }
    return it;
}

int main(int argc, char **argv)
{
    int side = argc > 1 ? atoi(argv[1]) : 24, i, iterations;
    csr_t m = laplacian(side);
    work_t w;
    double *all = (double *)calloc((size_t)7 * m.n, sizeof(double)), sum = 0;
    w.x = all; w.r = all + m.n; w.z = all + 2 * m.n; w.p = all + 3 * m.n;
    w.q = all + 4 * m.n; w.dinv = all + 5 * m.n; w.b = all + 6 * m.n;
    for (i = 0; i < m.n; i++)
        w.b[i] = (i % 17) - 8;
    invert_diagonal(&m, w.dinv);
    iterations = solve(&m, &w, 60, 1e-8);
    matvec(&m, w.x, w.q);
    axpy(-1.0, w.b, w.q, m.n);
    for (i = 0; i < m.n; i++)
        sum += w.x[i] * (i % 5);
    printf("%d rows, %d entries, %d iterations\n", m.n, m.nnz, iterations);
    printf("%.6g, residual is small: %d\n", sum, sqrt(dot(w.q, w.q, m.n)) < 1e-5);
    free(all); free(m.rowstr); free(m.colidx); free(m.aval);
    return 0;
}

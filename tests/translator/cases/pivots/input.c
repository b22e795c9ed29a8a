/* Rows, columns and numbers that all iterations read and none writes: elimination, with and without what persists. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 37 };
static double a[N][N], b[N][5], x[N];

static void fill(void)
{
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++)
            a[i][j] = (i == j ? 3 * N : 0) + (i * 7 + j * 5) % 11;
        for (int j = 0; j < 5; j++)
            b[i][j] = (i + 3 * j) % 7 - 2;
        x[i] = i % 6 - 1;
    }
}

static void show(const char *name)
{
    double sum = 0;
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++)
            sum += a[i][j] * (i + 2 * j % 5);
        for (int j = 0; j < 5; j++)
            sum += b[i][j] * (2 * i + j);
        sum += x[i] * i;
    }
    printf("%s %.17g\n", name, sum);
}

static void lu(void)
{
    for (int k = 0; k < N - 1; k++) {
#pragma ctsar for hetero(1) persist(a)
        for (int i = k + 1; i < N; i++) {
            a[i][k] /= a[k][k];
            for (int j = k + 1; j < N; j++)
                a[i][j] -= a[i][k] * a[k][j];
        }
    }
}

static void backwards(void)
{
    for (int k = N - 1; k >= 0; k--) {
        for (int c = 0; c < 5; c++)
            b[k][c] /= a[k][k];
#pragma ctsar for hetero(1) persist(a)
        for (int i = 0; i < k; i++)
            for (int c = 0; c < 5; c++)
                b[i][c] -= a[i][k] * b[k][c];
    }
}

static void gauss_jordan(int n, double m[n][n], double *y)
{
    int i, j, k;
    for (k = 0; k < n; k++) {
#pragma omp parallel for private(j) hetero(1)
        for (i = 0; i < n; i++) {
            if (i == k)
                continue;
            double f = m[i][k] / m[k][k];
            for (j = k; j < n; j++)
                m[i][j] -= f * m[k][j];
            y[i] -= f * y[k];
        }
    }
}

/* The element of a vector, a column, of a matrix by one subscript, of a struct's. */
struct matrix {
    int rows, columns;
    double *at;
};

static void by_columns(struct matrix *m, int k)
{
#pragma ctsar for hetero(1)
    for (int i = k + 1; i < m->columns; i++)
        for (int j = 0; j < m->rows; j++)
            m->at[j * m->columns + i] -= m->at[j * m->columns + k] / 4;
}

static void scaled(int n, double *y, int k, int first)
{
#pragma ctsar for hetero(1)
    for (int i = first; i < n; i++)
        y[i] -= y[k] / 2;
}

/* Some rows at a time. */
static void in_blocks(int n, int lda, double *m)
{
    for (int k = 0; k < n; k += 8) {
        int end = k + 8 < n ? k + 8 : n;
        for (int l = k; l < end; l++)
            for (int i = l + 1; i < end; i++) {
                m[i * lda + l] /= m[l * lda + l];
                for (int j = l + 1; j < n; j++)
                    m[i * lda + j] -= m[i * lda + l] * m[l * lda + j];
            }
#pragma ctsar for hetero(1)
        for (int i = end; i < n; i++)
            for (int l = k; l < end; l++) {
                m[i * lda + l] /= m[l * lda + l];
                for (int j = l + 1; j < n; j++)
                    m[i * lda + j] -= m[i * lda + l] * m[l * lda + j];
            }
    }
}

int main(void)
{
    fill();
    lu();
#pragma ctsar depersist(a)
    backwards();
#pragma ctsar depersist(a)
    show("lu");
    fill();
    gauss_jordan(N, a, x);
    show("gauss-jordan");
    fill();
    struct matrix m = {N, N, a[0]};
    for (int k = 0; k < N - 1; k++)
        by_columns(&m, k);
    show("columns");
    scaled(N, x, 3, 4);
    scaled(N, x, 3, 0); /* it is one of them */
    scaled(N, x, N - 1, N);
    show("numbers");
    fill();
    in_blocks(N, N, a[0]);
    show("blocks");
    return 0;
}

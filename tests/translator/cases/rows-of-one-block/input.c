/* Rows that are found by pointers: what is asked of them, and what is done where they are no block. */
#include <stdio.h>
#include <stdlib.h>

static void relax(int n, int m, double **to, double **from)
{
#pragma ctsar for hetero(1)
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < m - 1; j++)
            to[i][j] = 0.25 * (from[i - 1][j] + from[i + 1][j] + from[i][j - 1] + from[i][j + 1]);
}

/* Bytes may be the pointers themselves, and conditions leave some of them out. */
static void cut(int n, int m, unsigned char **rows, int most)
{
#pragma ctsar for hetero(1)
    for (int j = 0; j < m; j++)
        for (int i = 0; i < n; i++)
            if (rows[i][j] > most)
                rows[i][j] = most;
}

/* All of b goes to every unit: only where nothing lies between its rows. */
static void product(int n, double **c, double **a, double **b)
{
#pragma omp parallel for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double s = 0;
            for (int k = 0; k < n; k++)
                s += a[i][k] * b[k][j];
            c[i][j] = s;
        }
}

enum { N = 40, M = 50 };

static double **matrix(int n, int m, int block)
{
    double **rows = malloc(n * sizeof *rows), *all = block ? calloc(n * m, sizeof *all) : NULL;
    for (int i = 0; i < n; i++) {
        rows[i] = block ? all + i * m : calloc(m + i % 3 * 4, sizeof *all);
        for (int j = 0; j < m; j++)
            rows[i][j] = (i * 7 + j * 3) % 16;
    }
    return rows;
}

static void leave(double **rows, int n, int block)
{
    for (int i = 0; i < (block ? 1 : n); i++)
        free(rows[i]);
    free(rows);
}

int main(void)
{
    for (int block = 0; block < 2; block++) {
        double **a = matrix(N, M, block), **b = matrix(N, M, block), **c = matrix(N, M, block);
        double sum = 0;
        long count = 0;
        unsigned char *rows[N], *bytes = malloc(N * M);
        for (int i = 0; i < N; i++)
            rows[block ? i : N - 1 - i] = bytes + i * M;
        for (int i = 0; i < N * M; i++)
            bytes[i] = i * 3;
        for (int k = 0; k < 6; k++) { /* they change places */
            double **other = a;
            relax(N, M, b, a);
            a = b;
            b = other;
        }
        product(N, c, a, b);
        cut(N, M, rows, 100);
        for (int i = 0; i < N; i++)
            for (int j = 0; j < M; j++) {
                sum += c[i][j] * (i + 2 * j);
                count += rows[i][j] * (i + j);
            }
        printf("%.10g %ld\n", sum, count);
        leave(a, N, block);
        leave(b, N, block);
        leave(c, N, block);
        free(bytes);
    }
    return 0;
}

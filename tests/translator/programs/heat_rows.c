/* Heat in a plate whose rows are found by pointers into one block, as textbooks allocate matrices;
 * two of them change places. First explicit steps, then directions in turn, with Thomas's algorithm. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NR_END 0
#define LONGEST 128

static void nrerror(const char *what)
{
    fprintf(stderr, "run-time error: %s\n", what);
    exit(1);
}

static double **matrix(int rows, int columns)
{
    double **a = (double **)malloc((size_t)(rows + NR_END) * sizeof(double *));
    if (!a) nrerror("allocation failure 1 in matrix()");
    a[0] = (double *)calloc((size_t)rows * columns, sizeof(double));
    if (!a[0]) nrerror("allocation failure 2 in matrix()");
    for (int i = 1; i < rows; i++)
        a[i] = a[0] + (size_t)i * columns;
    return a;
}

static void free_matrix(double **a)
{
    free(a[0]);
    free(a);
}

static void border(double **a, int n, int m)
{
    int i, j;
    for (i = 0; i < n; i++)
        a[i][0] = 64;
    for (j = 0; j < m; j++)
        a[n - 1][j] = 16;
}

/* One explicit step; the greatest change. */
static double explicit_step(double **now, double **next, int n, int m)
{
    double largest = 0;
    int i, j;
#pragma omp parallel for private(j) reduction(max : largest) hetero(1)
    for (i = 1; i < n - 1; i++)
        for (j = 1; j < m - 1; j++) {
            double change;
            next[i][j] = now[i][j] + 0.125 * (now[i - 1][j] + now[i + 1][j] + now[i][j - 1] + now[i][j + 1] - 4 * now[i][j]);
            change = fabs(next[i][j] - now[i][j]);
            if (change > largest)
                largest = change;
        }
    return largest;
}

/* Implicit along rows: each is a system of its own. */
static void along_rows(double **now, double **next, int n, int m, double r)
{
    int i, j;
#pragma omp parallel for private(i, j) hetero(1)
    for (i = 1; i < n - 1; i++) {
        double c[LONGEST], d[LONGEST];
        c[0] = 0;
        d[0] = now[i][0];
        for (j = 1; j < m - 1; j++) {
            double rhs = now[i][j] + r * (now[i - 1][j] - 2 * now[i][j] + now[i + 1][j]), w = 1 + 2 * r + r * c[j - 1];
            c[j] = -r / w;
            d[j] = (rhs + r * d[j - 1]) / w;
        }
        next[i][m - 1] = now[i][m - 1];
        for (j = m - 2; j > 0; j--)
            next[i][j] = d[j] - c[j] * next[i][j + 1];
    }
}

/* Implicit along columns. */
static void along_columns(double **now, double **next, int n, int m, double r)
{
    int i, j;
#pragma omp parallel for private(i, j) hetero(1)
    for (j = 1; j < m - 1; j++) {
        double c[LONGEST], d[LONGEST];
        c[0] = 0;
        d[0] = now[0][j];
        for (i = 1; i < n - 1; i++) {
            double rhs = now[i][j] + r * (now[i][j - 1] - 2 * now[i][j] + now[i][j + 1]), w = 1 + 2 * r + r * c[i - 1];
            c[i] = -r / w;
            d[i] = (rhs + r * d[i - 1]) / w;
        }
        next[n - 1][j] = now[n - 1][j];
        for (i = n - 2; i > 0; i--)
            next[i][j] = d[i] - c[i] * next[i + 1][j];
    }
}

/* Rows that are sorted out by temperature: pointers are swapped, so they lie in the block in another order. */
static double warmest_rows(double **a, int n, int m, int count)
{
    double *mean = calloc(n, sizeof(double)), sum = 0, **order = malloc(n * sizeof(double *));
    int i, j;
#pragma omp parallel for private(j) hetero(1)
    for (i = 0; i < n; i++) {
        for (j = 0; j < m; j++)
            mean[i] += a[i][j];
        mean[i] /= m;
    }
    memcpy(order, a, n * sizeof(double *));
    for (i = 0; i < count; i++)
        for (j = i + 1; j < n; j++)
            if (mean[j] > mean[i]) {
                double t = mean[i], *row = order[i];
                mean[i] = mean[j], mean[j] = t;
                order[i] = order[j], order[j] = row;
            }
#pragma omp parallel for private(j) reduction(+ : sum) hetero(1)
    for (i = 0; i < count; i++)
        for (j = 0; j < m; j++) {
            order[i][j] = floor(order[i][j] * 4) / 4;
            sum += order[i][j] * (i + 1);
        }
    free(order);
    free(mean);
    return sum;
}

int main(void)
{
    const int n = 70, m = 90;
    double **now = matrix(n, m), **next = matrix(n, m), total = 0, sum = 0, warm;
    int step, i, j;
    border(now, n, m);
    border(next, n, m);
    for (step = 0; step < 12; step++) {
        total += explicit_step(now, next, n, m);
        double **t = now;
        now = next;
        next = t;
    }
    for (step = 0; step < 5; step++) {
        along_rows(now, next, n, m, 0.5);
        along_columns(next, now, n, m, 0.5);
    }
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            sum += now[i][j] * (i + j % 7);
    warm = warmest_rows(now, n, m, 20);
    printf("%.10g %.10g %.9g\n", sum, total, warm);
    free_matrix(now);
    free_matrix(next);
    return 0;
}

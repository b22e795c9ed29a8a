/* Matrices as pointers to rows, allocated one by one, in one block, or each row as long as it needs;
   products with the transpose, orthogonal rows, packed triangles. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void fail(const char *what)
{
    fprintf(stderr, "cannot allocate %s\n", what);
    exit(1);
}

static double **matrix(int n, int m)
{
    double **a = malloc(n * sizeof(double *));
    int i;
    if (!a)
        fail("rows");
    for (i = 0; i < n; i++)
        if (!(a[i] = calloc(m, sizeof(double))))
            fail("a row");
    return a;
}

/* As books of numerical methods do: one block, rows from nl to nh, columns from cl to ch. */
static double **block(long nl, long nh, long cl, long ch)
{
    long i, rows = nh - nl + 1, cols = ch - cl + 1;
    double **a = malloc((rows + 1) * sizeof(double *));
    if (!a)
        fail("rows");
    a[0] = calloc(rows * cols, sizeof(double));
    if (!a[0])
        fail("a block");
    for (i = 1; i < rows; i++)
        a[i] = a[0] + i * cols;
    for (i = 0; i < rows; i++)
        a[i] -= cl;
    return a - nl;
}

static double **triangle(int n)
{
    double **a = malloc(n * sizeof *a);
    for (int i = 0; i < n; i++)
        a[i] = malloc((i + 1) * sizeof **a);
    return a;
}

static void gram(double **a, double **s, int n, int m)
{
    int i, j, k;
#pragma omp parallel for private(i, j, k) hetero(1)
    for (i = 0; i < n; i++)
        for (j = 0; j <= i; j++) {
            double t = 0;
            for (k = 0; k < m; k++)
                t += a[i][k] * a[j][k];
            s[i][j] = t;
        }
}

/* Rows become orthogonal to those before: for each row, those behind it. */
static void orthogonal(double **a, int n, int m)
{
    int i, j, k;
    double norm, dot;
    for (k = 0; k < n; k++) {
        norm = 0;
        for (j = 0; j < m; j++)
            norm += a[k][j] * a[k][j];
        norm = sqrt(norm);
        for (j = 0; j < m; j++)
            a[k][j] /= norm;
#pragma omp parallel for private(i, j, dot) hetero(1)
        for (i = k + 1; i < n; i++) {
            dot = 0;
            for (j = 0; j < m; j++)
                dot += a[i][j] * a[k][j];
            for (j = 0; j < m; j++)
                a[i][j] -= dot * a[k][j];
        }
    }
}

/* Indices begin at one. */
static void smoothed(double **from, double **to, long rows, long cols)
{
    long i, j;
#pragma omp parallel for private(j) schedule(static) hetero(1)
    for (i = 1; i <= rows; i++)
        for (j = 1; j <= cols; j++) {
            double s = 4 * from[i][j];
            s += i > 1 ? from[i - 1][j] : from[i][j];
            s += i < rows ? from[i + 1][j] : from[i][j];
            s += j > 1 ? from[i][j - 1] : from[i][j];
            s += j < cols ? from[i][j + 1] : from[i][j];
            to[i][j] = s / 8;
        }
}

/* Distances between rows; each row of the triangle is one longer than the one before. */
static void distances(double **a, double **d, int n, int m)
{
#pragma omp parallel for schedule(dynamic) hetero(1)
    for (int i = 0; i < n; i++) {
        double *row = d[i];
        for (int j = 0; j <= i; j++) {
            double s = 0;
            for (int k = 0; k < m; k++)
                s += (a[i][k] - a[j][k]) * (a[i][k] - a[j][k]);
            row[j] = sqrt(s);
        }
    }
}

static void nearest(double **d, int *who, int n)
{
    int i, j;
#pragma omp parallel for private(j) hetero(1)
    for (i = 0; i < n; i++) {
        double least = HUGE_VAL;
        int at = -1;
        for (j = 0; j < n; j++) {
            double here = j < i ? d[i][j] : d[j][i];
            if (j != i && here < least - 1e-9) {
                least = here;
                at = j;
            }
        }
        who[i] = at;
    }
}

/* Each row's sum, and the rows are exchanged by their pointers in the order of these. */
static void by_sum(double **a, int n, int m)
{
    double *sum = malloc(n * sizeof *sum);
#pragma omp parallel for hetero(1)
    for (int i = 0; i < n; i++) {
        sum[i] = 0;
        for (double *p = a[i]; p != a[i] + m; ++p)
            sum[i] += *p;
    }
    for (int i = 1; i < n; i++) {
        double *row = a[i], key = sum[i];
        int j = i - 1;
        for (; j >= 0 && sum[j] > key; j--)
            a[j + 1] = a[j], sum[j + 1] = sum[j];
        a[j + 1] = row, sum[j + 1] = key;
    }
    free(sum);
}

int main(void)
{
    int n = 36, m = 28, i, j, who[36];
    double **a = matrix(n, m), **s = matrix(n, n), **d = triangle(n), sum = 0, off = 0;
    double **g = block(1, n, 1, m), **h = block(1, n, 1, m), **t;
    long whos = 0;
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            g[i + 1][j + 1] = a[i][j] = (i * i * 3 + j * j * 5 + i * j) % 61 - 30;
    gram(a, s, n, m);
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++)
            sum += s[i][j] * (i + 2 * j);
    printf("%.10g\n", sum);
    distances(a, d, n, m);
    nearest(d, who, n);
    for (sum = 0, i = 0; i < n; i++) {
        whos += (long)who[i] * i;
        for (j = 0; j <= i; j++)
            sum += d[i][j] * (i - j);
    }
    printf("%.8g %ld\n", sum, whos);
    by_sum(a, n, m);
    for (sum = 0, i = 0; i < n; i++)
        sum += i * a[i][i % m];
    orthogonal(a, 20, m);
    gram(a, s, 20, m);
    for (i = 0; i < 20; i++)
        for (j = 0; j < i; j++)
            off = fmax(off, fabs(s[i][j]));
    printf("%g %s\n", sum, off < 1e-6 ? "orthogonal" : "not orthogonal");
    for (i = 0; i < 5; i++) {
        smoothed(g, h, n, m);
        t = g, g = h, h = t;
    }
    for (sum = 0, i = 1; i <= n; i++)
        for (j = 1; j <= m; j++)
            sum += g[i][j] * (i + j * j);
    printf("%.9g\n", sum);
    return 0;
}

/* Each row of a matrix ends, or begins, where a page does that nobody may read, as a checker of
   bounds allocates them. */
#define _DEFAULT_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

typedef enum { AT_END, AT_BEGIN } side;

typedef struct guarded {
    int n, m;
    double **row;
    char *memory;
    size_t length;
} guarded;

static guarded allocate(int n, int m, side where)
{
    size_t page = sysconf(_SC_PAGESIZE);
    guarded g = {n, m, malloc(n * sizeof(double *)), NULL, (2 * n + 1) * page};
    int i;
    g.memory = mmap(NULL, g.length, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (g.memory == MAP_FAILED || !g.row) {
        perror("guarded rows");
        exit(1);
    }
    for (i = 0; i < n; i++) {
        char *at = g.memory + (2 * i + 1) * page;
        mprotect(at, page, PROT_READ | PROT_WRITE);
        g.row[i] = where == AT_BEGIN ? (double *)at : (double *)(at + page) - m;
    }
    return g;
}

static double **matrix(int n, int m, side where)
{
    guarded g = allocate(n, m, where);
    int i, j;
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            g.row[i][j] = (i * 5 + j * 3) % 11;
    return g.row;
}

/* A vector whose last element is the last before such a page. */
static double *vector(int n)
{
    guarded g = allocate(1, n, AT_END);
    return g.row[0];
}

static void four_neighbours(double **a, double **b, int n, int m)
{
    int i, j;
#pragma omp parallel for private(j) hetero(1)
    for (i = 1; i < n - 1; i++)
        for (j = 1; j < m - 1; j++)
            b[i][j] += a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1];
}

/* Columns are divided, though rows are what lies together. */
static void by_columns(double **a, double **c, int n, int m)
{
    int i, j;
#pragma omp parallel for private(i) hetero(1)
    for (j = 0; j < m; j++)
        for (i = 0; i < n; i++)
            c[i][j] = a[i][j] + (j < m - 2 ? a[i][j + 2] : 1) + (j > 0 ? a[i][j - 1] : 2);
#pragma omp parallel for private(i) hetero(1)
    for (j = 3; j < m; j++)
        for (i = 2; i < n; i++)
            a[i][j] *= j;
}

static void subtract_product(double **a, double **b, double **c, int n, int m)
{
    int i, j, k;
#pragma omp parallel for private(j, k) hetero(1)
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++) {
            double s = 0;
            for (k = 0; k < n; k++)
                s += a[i][k] * b[k][j];
            c[i][j] -= s;
        }
}

/* Three neighbours, where the ends take the nearest that there is. */
static void clamped(const double *x, double *y, int n)
{
#pragma omp parallel for hetero(1)
    for (int i = 0; i < n; i++) {
        int l = i > 0 ? i - 1 : 0, r = i < n - 1 ? i + 1 : n - 1;
        y[i] = (x[l] + 2 * x[i] + x[r]) / 4;
    }
}

/* The second half is the first one, mirrored; an odd one in the middle stays. */
static void fold(double *x, int n)
{
    int i;
#pragma omp parallel for private(i) hetero(1)
    for (i = 0; i < n / 2; i++)
        x[n - 1 - i] = x[i] * 0.5 + x[n - 1 - i];
}

/* Every other element, and those between them from their neighbours: nothing behind the last. */
static void refine(const double *coarse, double *fine, int n)
{
    int i;
#pragma omp parallel for schedule(static) hetero(1)
    for (i = 0; i < n; i++) {
        fine[2 * i] = coarse[i];
        if (i + 1 < n)
            fine[2 * i + 1] = (coarse[i] + coarse[i + 1]) / 2;
    }
}

static double rows_and_columns(double **a, double *row, double *col, int n, int m)
{
    double all = 0;
    int i, j;
#pragma omp parallel for private(j) reduction(+ : all) hetero(1)
    for (i = 0; i < n; i++) {
        row[i] = 0;
        for (j = 0; j < m; j++)
            row[i] += a[i][j];
        all += row[i];
    }
#pragma omp parallel for private(i) hetero(1)
    for (j = m - 1; j >= 0; j--) {
        double s = 0;
        for (i = 0; i < n; i++)
            s += a[i][j];
        col[j] = s;
    }
    return all;
}

int main(void)
{
    int n = 40, m = 40, i, j;
    double **a = matrix(n, m, AT_END), **b = matrix(n, m, AT_BEGIN), **c = matrix(n, m, AT_END), sum = 0;
    double *x = vector(n), *y = vector(m), *z = vector(n), *fine = vector(2 * n - 1);
    four_neighbours(a, b, n, m);
    by_columns(a, c, n, m);
    subtract_product(a, b, c, n, m);
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            sum += b[i][j] * i + c[i][j] * (j + 1);
    printf("%.12g\n", sum);
    printf("%.10g\n", rows_and_columns(c, x, y, n, m));
    clamped(x, z, n);
    fold(z, n - 1);
    refine(z, fine, n);
    for (sum = 0, i = 0; i < 2 * n - 1; i++)
        sum += fine[i] * (i % 9) + y[i / 2];
    printf("%.10g\n", sum);
    return 0;
}

/* LU decomposition: with pivoting and many right-hand sides, without in place, and in blocks. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define N 48
#define RHS 12
#define BLOCK 8
#define A(i, j) a[(i) * (size_t)lda + (j)]

double a[N][N];
static double rhs[N][RHS], kept[N][N];
static int perm[N];

static void fill(int dominant)
{
    int i, j;
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++) {
            a[i][j] = i == j ? (dominant ? N : 0.25) : 1.0 / (1 + (i * i * 3 + j * j * 5 + i * j) % 41);
            kept[i][j] = a[i][j];
        }
}

/* For each column the rows below. */
static void without_pivots(void)
{
    int i, j, k;
    for (k = 0; k < N - 1; k++) {
#pragma omp parallel for private(i, j) hetero(1)
        for (i = k + 1; i < N; i++) {
            a[i][k] /= a[k][k];
            for (j = k + 1; j < N; j++)
                a[i][j] -= a[i][k] * a[k][j];
        }
    }
}

static int with_pivots(void)
{
    int i, j, k, sign = 1;
    for (k = 0; k < N; k++)
        perm[k] = k;
    for (k = 0; k < N; k++) {
        int p = k;
        for (i = k + 1; i < N; i++)
            if (fabs(a[i][k]) > fabs(a[p][k]))
                p = i;
        if (a[p][k] == 0.0)
            return 0;
        if (p != k) {
            int t = perm[p];
            perm[p] = perm[k];
            perm[k] = t;
            sign = -sign;
#pragma omp parallel for hetero(1)
            for (j = 0; j < N; j++) {
                double x = a[p][j];
                a[p][j] = a[k][j];
                a[k][j] = x;
            }
        }
#pragma omp parallel for private(j) firstprivate(k) schedule(static) hetero(1)
        for (i = k + 1; i < N; i++) {
            double f = a[i][k] / a[k][k];
            a[i][k] = f;
            if (f == 0.0)
                continue;
            for (j = k + 1; j < N; j++)
                a[i][j] -= f * a[k][j];
        }
    }
    return sign;
}

/* Each right-hand side is a column, and goes forward and backward by itself. */
static void solve(double x[N][RHS])
{
    int c, i, j;
#pragma omp parallel for private(c, i, j) hetero(1)
    for (c = 0; c < RHS; c++) {
        double y[N];
        for (i = 0; i < N; i++) {
            y[i] = rhs[perm[i]][c];
            for (j = 0; j < i; j++)
                y[i] -= a[i][j] * y[j];
        }
        for (i = N - 1; i >= 0; i--) {
            for (j = i + 1; j < N; j++)
                y[i] -= a[i][j] * y[j];
            y[i] /= a[i][i];
        }
        for (i = 0; i < N; i++)
            x[i][c] = y[i];
    }
}

static double residual(double x[N][RHS])
{
    double worst = 0;
    int i, c, j;
#pragma omp parallel for private(i, c, j) reduction(max : worst) hetero(1)
    for (i = 0; i < N; i++)
        for (c = 0; c < RHS; c++) {
            double s = -rhs[i][c];
            for (j = 0; j < N; j++)
                s += kept[i][j] * x[j][c];
            if (fabs(s) > worst)
                worst = fabs(s);
        }
    return worst;
}

/* The same in blocks, on a matrix that is any other's part: a diagonal block, its row, its column, the rest. */
static void in_blocks(int n, int lda, double *a)
{
    int k, i, j, l;
    for (k = 0; k < n; k += BLOCK) {
        int end = k + BLOCK < n ? k + BLOCK : n;
        for (l = k; l < end; l++)
            for (i = l + 1; i < end; i++) {
                A(i, l) /= A(l, l);
                for (j = l + 1; j < end; j++)
                    A(i, j) -= A(i, l) * A(l, j);
            }
#pragma omp parallel for private(j, l, i) hetero(1)
        for (j = end; j < n; j++)
            for (l = k; l < end; l++)
                for (i = l + 1; i < end; i++)
                    A(i, j) -= A(i, l) * A(l, j);
#pragma omp parallel for private(i, j, l) hetero(1)
        for (i = end; i < n; i++) {
            for (l = k; l < end; l++) {
                A(i, l) /= A(l, l);
                for (j = l + 1; j < n; j++)
                    A(i, j) -= A(i, l) * A(l, j);
            }
        }
    }
}

static void report(const char *name)
{
    double trace = 0, sum = 0;
    for (int i = 0; i < N; i++) {
        trace += log(fabs(a[i][i]));
        for (int j = 0; j < N; j++)
            sum += a[i][j] * (i + j);
    }
    printf("%s: log |det| %.8g, sum %.7g\n", name, trace, sum);
}

int main(void)
{
    static double x[N][RHS];
    double (*big)[N + 5] = calloc(N, sizeof *big), sum = 0;
    int i, c, sign;
    fill(1);
    without_pivots();
    report("plain");
    fill(1);
    for (i = 0; i < N; i++)
        for (c = 0; c < N; c++)
            big[i][c + 3] = a[i][c];
    in_blocks(N, N + 5, &big[0][3]);
    for (i = 0; i < N; i++)
        for (c = 0; c < N; c++)
            a[i][c] = big[i][c + 3];
    report("blocks");
    fill(0);
    for (i = 0; i < N; i++)
        for (c = 0; c < RHS; c++)
            rhs[i][c] = (i * (c + 2) + 3) % 10 - 4;
    sign = with_pivots();
    report("pivots");
    solve(x);
    for (i = 0; i < N; i++)
        for (c = 0; c < RHS; c++)
            sum += x[i][c] * (i - c);
    printf("sign %d, sum %.6g, residual %s\n", sign, sum, residual(x) < 1e-9 ? "small" : "large");
    return 0;
}

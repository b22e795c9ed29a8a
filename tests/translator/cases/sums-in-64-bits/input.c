// options: -fsanitize=signed-integer-overflow -fsanitize-undefined-trap-on-error
// What is asked, and how large arrays are, is computed from sizes at the ends of int: no sum may be one of int.
#include <limits.h>
#include <stdio.h>

static void from_the_least(int l, int n, const double *x, double *y)
{
#pragma ctsar for hetero(1)
    for (int i = l; i < n; i++)
        y[i - l] += x[i - l];
}

static void pairs(int l, int n, double *x)
{
#pragma ctsar for hetero(1)
    for (int i = l; i < n; i++) {
        x[2 * (i - l)] += 1;
        x[2 * (i - l) + 1] += 2;
    }
}

static void rows(int l, int n, int m, const double *x, double *y)
{
#pragma ctsar for hetero(1)
    for (int i = l; i < n; i++)
        for (int j = 0; j < m; j++)
            y[(i - l) * m + j] += x[(i - l) * m + j];
}

static void one_more(int first, int n, const double *x, double *y)
{
#pragma ctsar for hetero(1)
    for (int i = first; i < n; i++)
        y[i + 1] += x[i];
}

static void under_a_condition(int n, int w, const double *x, double *y)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        if (i < w)
            y[i] += x[i + 1];
}

struct last {
    int number;
};

/* OpenMP's on the cores, who ask whether the rows overlap. */
static int rows_of_a_difference(int n, int z, int l, int m, double *a, const double *b)
{
    struct last last = {0};
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < z - l - m; j++)
            a[i * (z - l - m) + j] = b[i * (z - l - m) + j];
        last = (struct last){i};
    }
    return last.number;
}

static void half_of_a_difference(int n, int z, int l, int m, double *a, const double *b)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int j = 0; j < (z - l - m) / 2; j++)
            sum += b[j];
        a[i] = sum;
    }
}

int main(void)
{
    enum { N = 100 };
    double x[2 * N], y[2 * N], sum = 0;
    for (int k = 0; k < 2 * N; k++) {
        x[k] = k % 13;
        y[k] = k % 7;
    }
    from_the_least(INT_MIN, INT_MIN + N, x, y);
    pairs(INT_MIN, INT_MIN + N, x);
    rows(INT_MIN, INT_MIN + N, 2, x, y);
    one_more(INT_MAX, INT_MAX, x, y);
    one_more(0, N, x, y);
    under_a_condition(N, N, x, y);
    sum += rows_of_a_difference(9, INT_MAX, INT_MAX, INT_MAX, x, y);
    half_of_a_difference(9, INT_MAX, INT_MAX, INT_MAX, x, y);
    for (int k = 0; k < 2 * N; k++)
        sum += y[k] * (k % 5) + x[k];
    printf("%.17g\n", sum);
    return 0;
}

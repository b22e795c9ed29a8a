/* Clauses give less than what is read under conditions that are asked before the loop: a program that
 * never comes there is right, and one that does has one core. */
#include <stdio.h>

enum { N = 400 };

static double a[N], b[2 * N];

static void twice(int n, int wide)
{
#pragma ctsar for hetero(1) part_copy(a[1:n]) copyin(b[0:n])
    for (int i = 0; i < n; i++) {
        a[i] += b[i];
        if (wide)
            a[i] += b[i + n];
    }
}

static void farther(int n, int far, const double *restrict from)
{
#pragma ctsar for hetero(1) part_copy(a[1:n]) part_copyin(from[1:n:1])
    for (int i = 2; i < n - 2; i++) {
        a[i] += from[i - 1] - from[i + 1];
        if (far > 1)
            a[i] += from[i - 2] * from[i + 2];
    }
}

static void shifted(int n, int by, const double *restrict from)
{
#pragma ctsar for hetero(1) part_copy(a[1:n]) copyin(from[0:n])
    for (int i = 0; i < n; i++) {
        if (i + by < n)
            a[i] += from[i + by];
        if (by > 5)
            a[i] -= from[i + by];
    }
}

/* Of the rows of a matrix, which are as long as its type says. */
static void begins(int n, int m, int w, double (*restrict to)[m], double (*restrict from)[m])
{
#pragma ctsar for hetero(1) part_copy(to[1:n][0:w]) part_copyin(from[1:n][0:w])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < w; j++)
            to[i][j] += 2 * from[i][j];
}

/* All rows but the last one, by the number of their elements. */
static void but_the_last(int n, int m, double (*restrict from)[m])
{
#pragma ctsar for hetero(1) part_copy(a[1:N]) copyin(from[0:n * m - m])
    for (int i = 0; i < N; i++)
        for (int j = 0; j < n - 1; j++)
            a[i] += from[j][i % m];
}

/* Rows, of which there are a multiple of their length. */
static void numbered(int n, const double (*restrict from)[10])
{
#pragma ctsar for hetero(1) part_copy(a[1:N]) copyin(from[0:40])
    for (int i = 0; i < N; i++)
        for (int j = 0; j < n; j++)
            a[i] += from[j][i % 10];
}

static void numbered_by_product(int n, int k, const double (*restrict from)[2])
{
#pragma ctsar for hetero(1) part_copy(a[1:N]) copyin(from[0:4 * k])
    for (int i = 0; i < N; i++)
        for (int j = 0; j < n; j++)
            a[i] += from[j][i % 2];
}

static void told(const char *what)
{
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += a[i] * (i % 7 + 1);
    printf("%s %.17g\n", what, sum);
}

int main(void)
{
    for (int i = 0; i < 2 * N; i++)
        b[i] = i % 11 - 3;
    for (int k = 0; k < 2; k++) {
        twice(N, k);
        told("twice");
        farther(N, 1 + k, b);
        told("farther");
        shifted(N, 3 + 10 * k, b);
        told("shifted");
        begins(N / 20, 20, 20 - 7 * k, (double(*)[20])a, (double(*)[20])b);
        told("begins");
        but_the_last(N / 10, 20, (double(*)[20])b);
        told("but_the_last");
        numbered(40, (double(*)[10])b);
        told("numbered");
        numbered_by_product(40, 10, (double(*)[2])b);
        told("numbered_by_product");
    }
    return 0;
}

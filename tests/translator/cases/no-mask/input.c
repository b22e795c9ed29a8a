/* Arrays that a caller need not have: they are NULL where conditions leave out all that reads or
 * writes there. */
#include <stdio.h>

enum { ROWS = 21, COLUMNS = 13, ALL, WITHIN, OUTSIDE };
static double a[ROWS * COLUMNS], b[ROWS * COLUMNS], mask[ROWS * COLUMNS];
static int found[ROWS];

static double sum(const double *from, const double *within, int rows, int columns, int kind)
{
    double s = 0;
#pragma ctsar for hetero(1) reduction(+ : s)
    for (int i = 1; i < rows; i++) {
        const double *row = from + i * columns, *chosen = within + i * columns;
        for (int j = 0; j < columns; j++)
            if (kind == ALL || (kind == WITHIN && chosen[j] > 0.5) ||
                (kind == OUTSIDE && chosen[j] <= 0.5))
                s += row[j];
    }
    return s;
}

static void scale(double *to, const double *weights, const int *counts, int rows, int columns)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++) {
            to[i * columns + j] += i;
            if (counts[i] > j)
                to[i * columns + j] *= weights[i * columns + j];
        }
}

static void mark(const double *from, double *to, int kind)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < ROWS * COLUMNS; i++)
        if (from[i] > 3 && kind * kind > ALL * ALL)
            to[i] = from[i];
}

static double fixed(const double *from, const double within[ROWS], int kind)
{
    double s = 0;
#pragma ctsar for hetero(1) reduction(+ : s)
    for (int i = 0; i < ROWS; i++)
        if (kind == ALL || within[i] > 0.5)
            s += from[i];
    return s;
}

int main(void)
{
    for (int k = 0; k < ROWS * COLUMNS; k++)
        a[k] = k % 11, mask[k] = k % 3 == 0;
    printf("%g %g %g\n", sum(a, NULL, ROWS, COLUMNS, ALL), sum(a, mask, ROWS, COLUMNS, WITHIN),
           sum(a, mask, ROWS, COLUMNS, OUTSIDE));
    scale(a, NULL, found, ROWS, COLUMNS);
    found[4] = found[20] = 7;
    scale(a, mask, found, ROWS, COLUMNS);
    mark(a, NULL, ALL);
    mark(a, b, OUTSIDE);
    printf("%g %g %g\n", a[4 * COLUMNS + 5], a[20 * COLUMNS + 6], b[20 * COLUMNS + 7]);
    printf("%g %g\n", fixed(a, NULL, ALL), fixed(a, mask, WITHIN));
    return 0;
}

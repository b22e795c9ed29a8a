/* The condition may stand on any dimension: here iteration j needs column j, of a matrix flattened by hand. */
#include <stdio.h>
#include <stdlib.h>

static void column_sums(int rows, int columns, const double *a, double *sum)
{
#pragma ctsar for hetero(1) part_copyin(a[0:rows][1:columns]) part_copyout(sum[1:columns])
    for (int j = 0; j < columns; j++) {
        sum[j] = 0;
        for (int i = 0; i < rows; i++)
            sum[j] += a[i * columns + j];
    }
}

int main(void)
{
    enum { ROWS = 60, COLUMNS = 90 };
    double *a = malloc(ROWS * COLUMNS * sizeof *a), sum[COLUMNS], total = 0;
    for (int k = 0; k < ROWS * COLUMNS; k++)
        a[k] = k % 17;
    column_sums(ROWS, COLUMNS, a, sum);
    for (int j = 0; j < COLUMNS; j++)
        total += j * sum[j];
    printf("%g\n", total);
    free(a);
    return 0;
}

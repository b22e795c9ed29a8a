/* part_copyin, part_copyout, part_copy: iteration i needs row i. */
#include <stdio.h>

enum { ROWS = 100, COLUMNS = 40 };
static double in[ROWS][COLUMNS], scaled[ROWS][COLUMNS], norm[ROWS];

static void scale(double by)
{
#pragma ctsar for hetero(1) part_copyin(in[1:ROWS][0:COLUMNS]) part_copyout(scaled[1:ROWS][0:COLUMNS]) part_copy(norm[1:ROWS])
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++) {
            scaled[i][j] = by * in[i][j];
            norm[i] += scaled[i][j] * scaled[i][j];
        }
}

int main(void)
{
    double sum = 0;
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++)
            in[i][j] = (i + j) % 10;
    scale(0.5);
    for (int i = 0; i < ROWS; i++)
        sum += norm[i] + scaled[i][i % COLUMNS];
    printf("%g\n", sum);
    return 0;
}

/* Rows of three and four, of which a parameter says which element is meant, or how many: a number
   in so short a row is no size that may be as large as it likes. */
#include <stdio.h>

enum { POINTS = 90, PLANES = 3, ROWS = 4 };

static double position[POINTS][3], length[POINTS];
static float from[PLANES][ROWS][POINTS], to[PLANES][ROWS][POINTS];

static void shift(int axis, double by)
{
#pragma omp parallel for hetero(1)
    for (int i = 0; i < POINTS; i++)
        position[i][axis] += by;
}

static void lengths(int axes)
{
#pragma omp parallel for hetero(1)
    for (int i = 0; i < POINTS; i++) {
        length[i] = 0;
        for (int k = 0; k < axes; k++)
            length[i] += position[i][k] * position[i][k];
    }
}

static void one_row(int plane, int row)
{
#pragma omp parallel for hetero(1)
    for (int i = 0; i < POINTS; i++)
        to[plane][row][i] = from[plane][row][i] + 1;
}

static void declared(int n, int axis, double (*x)[3], double by)
{
#pragma ctsar for hetero(1) part_copy(x[1:n][0:3])
    for (int i = 0; i < n; i++)
        x[i][axis] *= by;
}

int main(void)
{
    double sum = 0;
    for (int i = 0; i < POINTS; i++)
        for (int k = 0; k < ROWS; k++)
            from[k % PLANES][k][i] = (float)(i % 9 + k);
    for (int axis = 0; axis < 3; axis++)
        shift(axis, axis + 0.5);
    declared(POINTS, 2, position, 4);
    lengths(2);
    for (int k = 0; k < ROWS; k++)
        one_row(k % PLANES, k);
    for (int i = 0; i < POINTS; i++) {
        sum += length[i] + position[i][2] * (i % 5);
        for (int k = 0; k < ROWS; k++)
            sum += to[k % PLANES][k][i] * (k + 1);
    }
    printf("%g\n", sum);
    return 0;
}

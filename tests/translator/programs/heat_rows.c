/* Heat in a plate whose rows are found by pointers into one block, as textbooks allocate matrices; two of them change places. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
static double **matrix(int rows, int columns)
{
    double **a = (double **)malloc((size_t)rows * sizeof(double *));
    a[0] = (double *)calloc((size_t)rows * columns, sizeof(double));
    for (int i = 1; i < rows; i++)
        a[i] = a[0] + (size_t)i * columns;
    return a;
}
static void free_matrix(double **a)
{
    free(a[0]);
    free(a);
}
int main(void)
{
    const int n = 70, m = 90;
    double **now = matrix(n, m), **next = matrix(n, m), largest, total = 0;
    int step, i, j;
    for (i = 0; i < n; i++)
        now[i][0] = next[i][0] = 64;
    for (j = 0; j < m; j++)
        now[n - 1][j] = next[n - 1][j] = 16;
    for (step = 0; step < 12; step++) {
        largest = 0;
#pragma omp parallel for private(j) reduction(max : largest) hetero(1)
        for (i = 1; i < n - 1; i++)
            for (j = 1; j < m - 1; j++) {
                double change;
                next[i][j] = now[i][j] + 0.125 * (now[i - 1][j] + now[i + 1][j] + now[i][j - 1] + now[i][j + 1] - 4 * now[i][j]);
                change = fabs(next[i][j] - now[i][j]);
                if (change > largest)
                    largest = change;
            }
        double **t = now;
        now = next;
        next = t;
        total += largest;
    }
    double sum = 0;
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            sum += now[i][j] * (i + j % 7);
    printf("%.10g %.10g\n", sum, total);
    free_matrix(now);
    free_matrix(next);
    return 0;
}

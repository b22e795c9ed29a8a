/* Softmax and normalisation by rows. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
static void softmax(double *a, int rows, int cols)
{
    int r, c;
#pragma omp parallel for private(c) hetero(1)
    for (r = 0; r < rows; r++) {
        double *row = a + (size_t)r * cols;
        double top = row[0], sum = 0;
        for (c = 1; c < cols; c++)
            if (row[c] > top) top = row[c];
        for (c = 0; c < cols; c++) {
            row[c] = exp(row[c] - top);
            sum += row[c];
        }
        for (c = 0; c < cols; c++)
            row[c] /= sum;
    }
}
static void center(double a[][24], double mean[], int rows)
{
    int r, c;
    double m;
#pragma omp parallel for private(r, c, m) hetero(1)
    for (r = 0; r < rows; r++) {
        m = 0;
        for (c = 0; c < 24; c++)
            m += a[r][c];
        mean[r] = m / 24;
        for (c = 0; c < 24; c++)
            a[r][c] -= mean[r];
    }
}
int main(void)
{
    int rows = 60, cols = 24, i;
    double *a = malloc(rows * cols * sizeof *a), mean[60], sum = 0;
    for (i = 0; i < rows * cols; i++)
        a[i] = (i * 7 % 41) / 8.0;
    softmax(a, rows, cols);
    center((double(*)[24])a, mean, rows);
    for (i = 0; i < rows * cols; i++)
        sum += a[i] * (i % 17) + mean[i / cols];
    printf("%.7g\n", sum);
    return 0;
}

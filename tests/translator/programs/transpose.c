/* Transposition in blocks, and a check that it is its own inverse. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define BS 8
static void transpose(const float *src, float *dst, int rows, int cols)
{
    int bi, bj, i, j;
#pragma omp parallel for private(bi, bj, i, j) hetero(1)
    for (bi = 0; bi < rows; bi += BS)
        for (bj = 0; bj < cols; bj += BS)
            for (i = bi; i < bi + BS && i < rows; i++)
                for (j = bj; j < bj + BS && j < cols; j++)
                    dst[j * rows + i] = src[i * cols + j];
}
int main(void)
{
    int rows = 45, cols = 62, i;
    float *a = malloc(rows * cols * sizeof *a), *b = malloc(rows * cols * sizeof *b), *c = malloc(rows * cols * sizeof *c);
    double sum = 0;
    for (i = 0; i < rows * cols; i++)
        a[i] = (float)(i * 31 % 1009);
    transpose(a, b, rows, cols);
    transpose(b, c, cols, rows);
    for (i = 0; i < rows * cols; i++)
        sum += b[i] * (i % 23);
    printf("%.10g %d\n", sum, memcmp(a, c, rows * cols * sizeof *a));
    return 0;
}

/* Items of a stated size: rows of a flattened matrix, as the paper's Figure 7 registers them. */
#include <stdio.h>
#include <stdlib.h>

typedef float T;

static void scale(int rows, int columns, T *a, const T *b, int radius)
{
#pragma ctsar for hetero(1) part_copy(a(sizeof(T) * columns)[1:rows]) part_copyin(b(columns * sizeof(T))[1:rows:radius])
    for (int i = radius; i < rows - radius; ++i)
        for (int j = 0; j < columns; ++j)
            for (int k = -radius; k <= radius; ++k)
                a[i * columns + j] += b[(i + k) * columns + j];
#pragma ctsar for hetero(1) part_copy(a[1:rows][0:columns]) part_copyin(b[1:rows:radius/2*radius][0:columns])
    for (int i = radius; i < rows - 2 * radius; ++i)
        for (int j = 0; j < columns; ++j)
            a[i * columns + j] -= b[(i - radius) * columns + j] + b[(i + 2 * radius) * columns + (columns - 1)];
}

int main(void)
{
    enum { N = 40, M = 17 };
    T *a = calloc(N * M, sizeof *a), *b = malloc(N * M * sizeof *b);
    double sum = 0;
    for (int k = 0; k < N * M; ++k)
        b[k] = (T)(k % 19);
    scale(N, M, a, b, 2);
    for (int k = 0; k < N * M; ++k)
        sum += a[k] * k;
    printf("%.9g\n", sum);
    free(a), free(b);
    return 0;
}

/* A median of nine, with a little array that is sorted. */
#include <stdio.h>
#include <stdlib.h>
static void sort(int *v, int n)
{
    int i, j, t;
    for (i = 1; i < n; i++) {
        t = v[i];
        for (j = i - 1; j >= 0 && v[j] > t; j--)
            v[j + 1] = v[j];
        v[j + 1] = t;
    }
}

int main(void)
{
    int rows = 50, cols = 70, r, c, dr, dc, n;
    int *in = malloc(rows * cols * sizeof(int)), *out = malloc(rows * cols * sizeof(int));
    long sum = 0;
    for (n = 0; n < rows * cols; n++)
        in[n] = n * 7919 % 256;
#pragma omp parallel for private(r, c, dr, dc, n) hetero(1)
    for (r = 0; r < rows; r++)
        for (c = 0; c < cols; c++) {
            int window[9];
            n = 0;
            for (dr = -1; dr <= 1; dr++)
                for (dc = -1; dc <= 1; dc++)
                    if (r + dr >= 0 && r + dr < rows && c + dc >= 0 && c + dc < cols)
                        window[n++] = in[(r + dr) * cols + c + dc];
            sort(window, n);
            out[r * cols + c] = window[n / 2];
        }
    for (n = 0; n < rows * cols; n++)
        sum += (long)out[n] * (n % 29);
    printf("%ld\n", sum);
    return 0;
}

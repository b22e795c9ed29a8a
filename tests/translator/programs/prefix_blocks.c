/* A running sum in two levels: sums of blocks, their running sum, then the blocks. */
#include <stdio.h>
#include <stdlib.h>
#define BLOCK 64
int main(void)
{
    int n = 2000, blocks = (n + BLOCK - 1) / BLOCK, b, i, end;
    long *in = malloc(n * sizeof(long)), *out = malloc(n * sizeof(long)), *offset = malloc((blocks + 1) * sizeof(long)), s;
    unsigned long hash = 0;
    for (i = 0; i < n; i++)
        in[i] = i * 17 % 23 - 5;
#pragma omp parallel for private(b, i, s, end) hetero(1)
    for (b = 0; b < blocks; b++) {
        s = 0;
        end = (b + 1) * BLOCK < n ? (b + 1) * BLOCK : n;
        for (i = b * BLOCK; i < end; i++)
            s += in[i];
        offset[b + 1] = s;
    }
    offset[0] = 0;
    for (b = 0; b < blocks; b++)
        offset[b + 1] += offset[b];
#pragma omp parallel for private(b, i, s, end) hetero(1)
    for (b = 0; b < blocks; b++) {
        s = offset[b];
        end = (b + 1) * BLOCK < n ? (b + 1) * BLOCK : n;
        for (i = b * BLOCK; i < end; i++) {
            s += in[i];
            out[i] = s;
        }
    }
    for (i = 0; i < n; i++)
        hash = hash * 3 + (unsigned long)out[i];
    printf("%ld %lu\n", out[n - 1], hash);
    return 0;
}

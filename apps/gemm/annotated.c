/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Matrix multiplication as the paper's Figure 5 has it: plain C, annotated. `cc` makes a serial
 * program of it, ctsarcc one that uses all units; both print the same.
 *
 * usage: annotated [N [PASSES]] */
#include <stdio.h>
#include <stdlib.h>

typedef float T;

/* [listing] */
void runGemm(int N, T A, T B, T **a_a, T **b_a, T **c_a)
{
    T *a = *a_a, *b = *b_a, *c = *c_a;

#pragma ctsar for part_copy(c[1:N][0:N]) part_copyin(a[1:N:0][0:N:0]) copyin(b[0:N * N]) \
    hetero(1, all, adaptive, default, 10)
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; ++j) {
            c[(i * N) + j] *= B;
            for (int k = 0; k < N; ++k)
                c[(i * N) + j] += A * a[(i * N) + k] * b[(k * N) + j];
        }
    }
}
/* [/listing] */

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 512, passes = argc > 2 ? atoi(argv[2]) : 4;
    if (n < 1 || passes < 0) {
        fprintf(stderr, "usage: annotated [N [PASSES]]\n");
        return 2;
    }
    size_t items = (size_t)n * (size_t)n;
    T *a = malloc(items * sizeof *a), *b = malloc(items * sizeof *b),
      *c = malloc(items * sizeof *c);
    if (!a || !b || !c) {
        fprintf(stderr, "annotated: not enough memory for n = %d\n", n);
        return 1;
    }
    for (size_t k = 0; k < items; k++)
        a[k] = (T)(k % 5), b[k] = (T)(k % 3), c[k] = (T)(k % 2);
    for (int pass = 0; pass < passes; pass++)
        runGemm(n, 0.5f, 0.25f, &a, &b, &c);
    double sum = 0;
    for (size_t k = 0; k < items; k++)
        sum += c[k] * (double)(k % 97);
    printf("n = %d, %d passes: sum %.9g\n", n, passes, sum);
    free(a), free(b), free(c);
    return 0;
}

#include <stdio.h>
#include <stdlib.h>

#define N 96
typedef float T;
#define A 1.5f
#define B 0.5f

void runGemm(T **a_a, T **b_a, T **c_a) {
    T *a = *a_a, *b = *b_a, *c = *c_a;

#pragma acc region for part_copy(c[1:N][0:N]) \
    part_copyin(a[1:N:0][0:N:0]) copyin(b[0:N*N])\
    hetero(1, all, adaptive, default, 10)

    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; ++j) {
            c[(i * N) + j] *= B;  /* scale */
            for (int k = 0; k < N; ++k) {
                c[(i*N) + j] += A * a[(i*N) + k] * b[(k*N) + j];
            }
        }
    }
}

int main(void)
{
    T *a = malloc(N * N * sizeof *a), *b = malloc(N * N * sizeof *b), *c = malloc(N * N * sizeof *c);
    for (int i = 0; i < N * N; i++)
        a[i] = i % 7, b[i] = i % 5, c[i] = i % 3;
    for (int pass = 0; pass < 3; pass++)
        runGemm(&a, &b, &c);
    double sum = 0;
    for (int i = 0; i < N * N; i++)
        sum += c[i] * (i % 11);
    printf("%.10g\n", sum);
    return 0;
}

// options: -fopenmp
// Loops in parallel regions of OpenMP's, whose threads share them: they stay OpenMP's, and read what accelerators have written.
#include <stdio.h>

enum { N = 200, M = 40 };
static double a[N], b[N], m[N][M];

static double shared_loops(int n)
{
    double sum = 0, doubled = 0, own, *row;
    int i, j;
#pragma omp parallel default(none) shared(a, b, m, n, sum, doubled) private(i, j, own, row)
    {
        own = 0;
#pragma omp for hetero(1) schedule(static, 3)
        for (i = 0; i < n; i++) {
            a[i] += i;
            own += a[i];
        }
#pragma omp critical
        sum += own;
#pragma omp for hetero(1) nowait firstprivate(n)
        for (i = 0; i < n; i++) {
            row = m[i];
            for (j = 0; j < M; j++)
                row[j] = a[n - 1 - i] + j;
        }
#pragma omp for simd hetero(n > 0) reduction(+ : doubled)
        for (i = 0; i < n; i++)
            doubled += b[i];
    }
    return sum + doubled;
}

int main(void)
{
    double total = 0;
    for (int step = 0; step < 3; step++) {
#pragma ctsar for hetero(1) persist(a, b)
        for (int i = 0; i < N; i++) {
            a[i] = a[i] + step;
            b[i] = 2 * a[i];
        }
        total += shared_loops(N);
#pragma ctsar for hetero(1) persist(a)
        for (int i = 0; i < N; i++)
            a[i] += 1;
    }
#pragma ctsar depersist(a, b)
#pragma omp for hetero(1)
    for (int i = 0; i < N; i++)
        total += a[i] * i + m[i][i % M];
    printf("%g %g %g\n", total, a[7], m[5][6]);
    return 0;
}

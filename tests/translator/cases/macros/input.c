/* Macros in clauses, whole clauses and directives from macros, redefined ones, comments and continuations. */
#include <stdio.h>

#define N 50
#define M (N / 2)
#define ROW(a) part_copy(a[1:N][0:M])
#define SPLIT _Pragma("ctsar for hetero(1, all, chunk, default, 5) part_copy(v[1:N])")
#define EVERY hetero(1) copyin(w[0:N])
#define PLACE(a, i) ((a)[(i)])
#define HALO 1
static int m[N][M], v[N], w[N];

int main(void)
{
#pragma acc region for hetero /* so many */ (1, \
    all) \
  ROW(m)  // and no more
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            m[i][j] = i * j;
    SPLIT
    for (int i = 0; i < N; i++)
        PLACE(v, i) = m[i][i % M] + 1;
#pragma ctsar for EVERY part_copyin(v[1:N:HALO/2]) part_copy(m[1:N][0:M])
    for (int i = 1; i < N - 2; i++)
        m[i][0] += v[i - 1] + v[i + 2] + w[N - i];
#undef N
#define N 20
#pragma omp parallel for hetero(1) part_copy(w[1:N])
    for (int i = 0; i < N; i++)
        w[i] = 3 * i;
    long sum = 0;
    for (int i = 0; i < 50; i++)
        sum += v[i] + 2 * w[i] + 3 * m[i][0] + m[i][24];
    printf("%ld\n", sum);
    return 0;
}

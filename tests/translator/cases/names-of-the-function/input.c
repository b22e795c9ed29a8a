/* Bodies that name what only their function knows, and names that generated code would like to have. */
#include <stdio.h>

int main(void)
{
    enum { N = 60, M = 12, FACTOR = 3 };
    typedef int number;
    static int v[N][M], w[N][M];
    register int start = 2;
    int call = 1, end = 2, first = 3, last = 4, args = 5, v_pitch = 6, sum = 7, sum_copy = 8, region = 9;
#pragma ctsar for hetero(1) part_copy(v[1:N][0:M]) reduction(+: sum)
    for (int i = 0; i < N; ++i)
        for (unsigned j = 0; j < sizeof v[0] / sizeof v[0][0]; ++j) {
            v[i][j] += (int)(i * FACTOR + j * M) + start + call + end + first + last + args + v_pitch + sum_copy + region;
            sum += v[i][j];
        }
#pragma ctsar for hetero(1) part_copyin(v[1:N][0:M]) part_copy(w[1:N][0:M])
    for (number i = 0; i < N; ++i)
        for (number j = 0; j < M; ++j)
            w[i][j] = (number)(v[i][j] / 2);
#pragma ctsar for hetero(1) part_copyin(v[1:N][0:M]) part_copy(w[1:N][0:M])
    for (int i = 0; i < N; ++i) {
        int *row = v[i];
        for (int j = 0; j < M; ++j)
            w[i][j] += row[M - 1 - j] * (int)(sizeof v / sizeof *v);
    }
    long total = sum;
    for (int i = 0; i < N; ++i)
        for (int j = 0; j < M; ++j)
            total += w[i][j] * (i + j);
    printf("%ld\n", total);
    return 0;
}

/* Items that clauses say, as --explain shows them. */
#include <stdio.h>

enum { N = 101, M = 20 };

static double a[N], b[N], c[2 * N], in[2 * N], m[N][M], flat[N * M];

static void shifted(void)
{
#pragma ctsar for hetero(1) part_copyin(a[1:N]) part_copyout(b[1:N@i + 1])
    for (int i = 0; i < N - 1; i++)
        b[i + 1] = a[i] + 1;
}

static void turned(int n, double *p)
{
#pragma ctsar for hetero(1) part_copyin(a[1:N]) part_copy(p[1:n@-i + ((long)(n) - 1)])
    for (int i = 0; i < n; i++)
        p[n - 1 - i] += a[i];
}

static void pairs(void)
{
#pragma ctsar for hetero(1) part_copyout(a[1:N@i:2])
    for (int i = 0; i < N - 1; i += 2) {
        a[i] = i;
        a[i + 1] = -i;
    }
}

/* More than it writes, and a halo. */
static void one_of_two(void)
{
#pragma ctsar for hetero(1) part_copyin(in[1:2 * N:1/0@2 * i + 1]) part_copy(c[1:2 * N@2 * i:2])
    for (int i = 0; i < N; i++)
        c[2 * i] = in[2 * i] + in[2 * i + 1];
}

static void rows(int first)
{
#pragma ctsar for hetero(1) part_copy(m[1:N@i + 1][0:M]) part_copyin(flat[1:N@i + first][0:M])
    for (int i = 0; i < N - 10; i++)
        for (int j = 0; j < M; j++)
            m[i + 1][j] += flat[(i + first) * M + j];
}

/* Read under a condition, and a halo that nobody can tell. */
static void perhaps(int radius)
{
#pragma ctsar for hetero(1) part_copyin(in[1:2 * N:radius@i + 3]) part_copyout(b[1:N])
    for (int i = 0; i < N; i++)
        b[i] = i > radius ? in[i + 3 - radius] + in[i + 3 + radius] : in[i + 3];
}

int main(void)
{
    for (int i = 0; i < N * M; i++)
        flat[i] = i % 17;
    for (int i = 0; i < 2 * N; i++)
        in[i] = i % 13;
    for (int t = 0; t < 3; t++) {
        pairs();
        shifted();
        turned(N, b);
        turned(N - 5, c);
        one_of_two();
        rows(2);
        perhaps(2);
    }
    double sum = 0;
    for (int i = 0; i < N; i++) {
        sum += (i + 1) * a[i] + (i + 2) * b[i] + (i + 3) * c[i] + (i + 4) * c[N + i];
        for (int j = 0; j < M; j++)
            sum += (i + j) * m[i][j];
    }
    printf("%g\n", sum);
    return 0;
}

enum { N = 100, M = 8 };
static double a[N], b[N][M];

void f(void)
{
#pragma ctsar for hetero(1) part_copyin(a[1:N]) part_copy(b[1:N][0:M@i])
    for (int i = 0; i < N - 1; i++)
        b[i][0] = a[i];
}

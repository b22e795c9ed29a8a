enum { N = 100, M = 10 };
double a[2 * N][M], b[N];
void f(void)
{
#pragma ctsar for hetero(1)
    for (int i = 1; i < N; ++i)
        for (int j = 0; j < M; ++j) {
            a[i][j] = b[i];
            a[i + N][j] = b[i] * j;
        }
}

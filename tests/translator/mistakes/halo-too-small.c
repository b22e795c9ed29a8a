void f(int n, int m, const double *a, double *b)
{
#pragma ctsar for hetero(1) part_copyin(a[1:n:1][0:m]) part_copy(b[1:n][0:m])
    for (int i = 2; i < n - 2; ++i)
        for (int j = 0; j < m; ++j)
            b[i * m + j] = a[(i - 2) * m + j] + a[(i + 2) * m + j];
}

void f(int n, int m, const double *a, double *b)
{
#pragma ctsar for hetero(1) part_copyin(a[1:n][0:m:1]) part_copy(b[1:n][0:m])
    for (int i = 0; i < n; ++i)
        for (int j = 1; j < m - 1; ++j)
            b[i * m + j] = a[i * m + j - 1] + a[i * m + j + 1];
}

void f(int n, int m, const double *a, double *b)
{
#pragma ctsar for hetero(1) part_copyin(a[1:n][0:m / 2]) part_copy(b[1:n])
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < m; ++j)
            b[i] += a[i * (m / 2) + j];
}

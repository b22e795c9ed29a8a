void f(int n, int m, double (*a)[n], const double *b)
{
#pragma ctsar for hetero(1) part_copy(a[1:n][0:m]) part_copyin(b[1:n])
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < m; ++j)
            a[i][j] += b[i];
}

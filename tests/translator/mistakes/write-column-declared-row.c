void f(int n, int m, double *a)
{
#pragma ctsar for hetero(1) part_copy(a[1:m][0:n])
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < m; ++j)
            a[j * n + i] = 0;
}

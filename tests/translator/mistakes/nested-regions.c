void f(int n, int m, double *a)
{
#pragma ctsar for hetero(1) part_copy(a[1:n][0:m])
    for (int i = 0; i < n; ++i) {
#pragma ctsar for hetero(1)
        for (int j = 0; j < m; ++j)
            a[i * m + j] = 0;
    }
}

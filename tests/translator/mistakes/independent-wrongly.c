void f(int n, int m, double *a)
{
#pragma ctsar for hetero(1) part_copy(a[1:n][0:m])
    for (int i = 0; i < n; ++i) {
#pragma ctsar loop independent
        for (int j = 1; j < m; ++j)
            a[i * m + j] += a[i * m + j - 1];
    }
}

void f(int n, int m, double *a)
{
#pragma ctsar for hetero(1) part_copy(a[1:n:1][0:m])
    for (int i = 1; i < n - 1; ++i)
        for (int j = 1; j < m - 1; ++j)
            a[i * m + j] = 0.25 * (a[(i - 1) * m + j] + a[(i + 1) * m + j] + a[i * m + j - 1] + a[i * m + j + 1]);
}

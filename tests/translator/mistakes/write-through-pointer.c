void f(int n, int m, double *a)
{
#pragma ctsar for hetero(1) part_copy(a[1:n][0:m])
    for (int i = 0; i < n - 1; ++i) {
        double *row = a + i * m;
        for (int j = 0; j < m; ++j)
            row[m + j] = 0;
    }
}

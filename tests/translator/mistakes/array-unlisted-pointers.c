void f(int n, int m, double *a, double **rows)
{
#pragma ctsar for hetero(1) part_copy(a[1:n])
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < m; ++j)
            a[i] += rows[2 * i][j];
}

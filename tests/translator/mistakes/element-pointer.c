void f(int n, int m, double **rows)
{
#pragma ctsar for hetero(1) part_copy(rows[1:n][0:m])
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < m; ++j)
            rows[i][j] = 0;
}

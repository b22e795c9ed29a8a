/* The rows are as long as they were when the function was called. */
void rows(int n, int m, double *restrict x, double (*restrict a)[m])
{
    m = m - 1;
#pragma ctsar for hetero(1) part_copyin(a[1:n][0:m])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            x[i] += a[i][j];
}

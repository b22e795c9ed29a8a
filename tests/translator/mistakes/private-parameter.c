/* What iterations write to an array of the caller's. */
void table(int n, const double *x, double out[100][20])
{
#pragma ctsar for hetero(1) part_copyin(x[1:n]) private(out)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 20; j++)
            out[i][j] = x[i] * j;
}

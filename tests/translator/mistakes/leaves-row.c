double a[20][20], b[20][3];
void f(void)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < 19; ++i)
        for (int j = 0; j <= 20; ++j)
            a[i][j] = 0;
}
void in_short_rows(int n, int from)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < 3; ++j)
            b[i][from + j] = 0;
}

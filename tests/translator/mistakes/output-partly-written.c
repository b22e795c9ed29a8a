void f(int n, int m, double *b)
{
#pragma ctsar for hetero(1) part_copyout(b[1:n][0:m])
    for (int i = 0; i < n; ++i)
        for (int j = 1; j < m - 1; ++j)
            b[i * m + j] = i;
}

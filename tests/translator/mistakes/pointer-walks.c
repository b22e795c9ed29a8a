void f(int n, int m, double *a)
{
#pragma ctsar for hetero(1) part_copy(a[1:n][0:m])
    for (int i = 0; i < n; ++i) {
        double *p = a + i * m;
        for (int j = 0; j < m; ++j)
            if (j % 3)
                *p++ = j;
    }
}

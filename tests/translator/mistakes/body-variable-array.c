void f(int n, int m, double *a)
{
#pragma ctsar for hetero(1) part_copy(a[1:n])
    for (int i = 0; i < n; ++i) {
        double t[m];
        for (int j = 0; j < m; ++j)
            t[j] = j;
        a[i] += t[m - 1];
    }
}

void f(int n, double *a)
{
#pragma ctsar for hetero(1) part_copy(a[1:n][1:n])
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j)
            a[i * n + j] += 1;
}

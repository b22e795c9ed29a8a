void f(int n, double *a)
{
#pragma ctsar for hetero(1) part_copy(a[1:n][0:2][0:2][0:2][0:2][0:2][0:2][0:2][0:2])
    for (int i = 0; i < n; ++i)
        a[i * 256] = i;
}

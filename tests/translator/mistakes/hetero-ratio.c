void f(int n, double *a)
{
#pragma ctsar for hetero(1, all, static, 1.5) part_copy(a[1:n])
    for (int i = 0; i < n; ++i)
        a[i] = i;
}

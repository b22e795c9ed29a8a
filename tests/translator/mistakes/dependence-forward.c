void f(int n, double *a)
{
#pragma ctsar for hetero(1) part_copy(a[1:n:1])
    for (int i = 1; i < n; ++i)
        a[i] += a[i - 1];
}

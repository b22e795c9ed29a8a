void f(int n, const double *x, double *a)
{
#pragma ctsar for hetero(1) part_copy(a[1:n]) copyin(x)
    for (int i = 0; i < n; ++i)
        a[i] = x[n - 1 - i];
}

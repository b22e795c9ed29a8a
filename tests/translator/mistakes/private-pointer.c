void f(int n, double *a, const double *b)
{
#pragma ctsar for hetero(1) part_copy(a[1:n]) private(b)
    for (int i = 0; i < n; ++i)
        a[i] = b[i];
}

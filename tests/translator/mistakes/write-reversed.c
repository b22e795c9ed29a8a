void f(int n, const double *a, double *b)
{
#pragma ctsar for hetero(1) part_copyin(a[1:n]) part_copy(b[1:n])
    for (int i = 0; i < n; ++i)
        b[n - 1 - i] = a[i];
}

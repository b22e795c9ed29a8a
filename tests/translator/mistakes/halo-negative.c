void f(int n, const double *a, double *b)
{
#pragma ctsar for hetero(1) part_copyin(a[1:n:-1]) part_copy(b[1:n])
    for (int i = 1; i < n; ++i)
        b[i] = a[i - 1];
}

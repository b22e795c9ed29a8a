void f(int n, const int *at, const double *a, double *b)
{
#pragma ctsar for hetero(1) part_copyin(at[1:n], a[1:n]) part_copyout(b[1:n])
    for (int i = 0; i < n; ++i)
        b[i] = a[at[i]];
}

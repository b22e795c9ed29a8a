void f(int n, const int *at, double *a, const double *table)
{
#pragma ctsar for hetero(1) part_copy(a[1:n]) part_copyin(at[1:n])
    for (int i = 0; i < n; ++i)
        a[i] = table[at[i]];
}

void f(int n, const int *at, double *b)
{
#pragma ctsar for hetero(1) part_copyin(at[1:n]) part_copy(b[1:n])
    for (int i = 0; i < n; ++i)
        b[at[i]] = i;
}

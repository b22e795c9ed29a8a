void f(int n, const int *a, int count[8])
{
#pragma ctsar for hetero(1) part_copyin(a[1:n]) reduction(+: count)
    for (int i = 0; i < n; ++i)
        count[a[i]] += 1;
}

void f(int n, const int *mask, double *a)
{
#pragma ctsar for hetero(1) part_copyin(mask[1:n]) part_copy(a[1:n:1])
    for (int i = 1; i < n - 1; ++i)
        if (mask[i])
            a[i] = 0.5 * (a[i - 1] + a[i + 1]);
}

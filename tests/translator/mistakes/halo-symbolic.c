void f(int n, int radius, const double *a, double *b)
{
#pragma ctsar for hetero(1) part_copyin(a[1:n]) part_copy(b[1:n])
    for (int i = radius; i < n - radius; ++i)
        for (int k = -radius; k <= radius; ++k)
            b[i] += a[i + k];
}

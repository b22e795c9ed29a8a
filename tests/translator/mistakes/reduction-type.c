double f(int n, const double *a)
{
    double bits = 0;
#pragma ctsar for hetero(1) part_copyin(a[1:n]) reduction(&: bits)
    for (int i = 0; i < n; ++i)
        bits += a[i];
    return bits;
}

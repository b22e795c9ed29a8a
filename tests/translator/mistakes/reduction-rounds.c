int f(int n, const double *a)
{
    int whole = 0;
#pragma ctsar for hetero(1) part_copyin(a[1:n]) reduction(+: whole)
    for (int i = 0; i < n; ++i)
        whole += a[i] / 2;
    return whole;
}

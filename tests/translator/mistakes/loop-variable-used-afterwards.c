int f(int n, double *a)
{
    int i;
#pragma ctsar for hetero(1) part_copy(a[1:n])
    for (i = 0; i < n; ++i)
        a[i] = 0;
    return i;
}

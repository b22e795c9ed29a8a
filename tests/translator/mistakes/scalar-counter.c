int f(int n, const double *a, double *b)
{
    int k = 0;
#pragma ctsar for hetero(1) part_copyin(a[1:n]) part_copy(b[1:n])
    for (int i = 0; i < n; ++i)
        if (a[i] > 0)
            b[k++] = a[i];
    return k;
}

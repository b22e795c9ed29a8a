void f(int n, double *a)
{
    int i;
#pragma ctsar for hetero(1) part_copy(a[1:n]) reduction(+: i)
    for (i = 0; i < n; ++i)
        a[i] = 1;
}

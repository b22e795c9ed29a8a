double f(int n, double *a)
{
    double sum = 0;
#pragma ctsar for hetero(1) part_copy(a[1:n]) reduction(+: sum)
    for (int i = 0; i < n; ++i)
        a[i] += 1;
    return sum;
}

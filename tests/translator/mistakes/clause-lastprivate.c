double f(int n, const double *a)
{
    double last = 0;
#pragma ctsar for hetero(1) part_copyin(a[1:n]) lastprivate(last)
    for (int i = 0; i < n; ++i)
        if (a[i] > 0)
            last = a[i];
    return last;
}

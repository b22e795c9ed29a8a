double f(int n, const double *a)
{
    double sum = 0;
#pragma ctsar for hetero(1) part_copyin(a[1:n]) reduction(%: sum)
    for (int i = 0; i < n; ++i)
        sum -= a[i];
    return sum;
}

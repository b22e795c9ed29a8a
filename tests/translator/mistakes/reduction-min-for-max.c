double f(int n, const double *a)
{
    double most = 0;
#pragma ctsar for hetero(1) part_copyin(a[1:n]) reduction(min: most)
    for (int i = 0; i < n; ++i)
        if (a[i] > most)
            most = a[i];
    return most;
}

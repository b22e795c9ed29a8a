int f(int n, const double *a)
{
    double most = a[0];
    int at = 0;
#pragma ctsar for hetero(1) part_copyin(a[1:n]) reduction(max: most)
    for (int i = 0; i < n; ++i)
        if (a[i] > most) {
            most = a[i];
            at = i;
        }
    return at;
}

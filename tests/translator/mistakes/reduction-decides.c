int f(int n, const double *a)
{
    int few = 0;
#pragma ctsar for hetero(1) part_copyin(a[1:n]) reduction(+: few)
    for (int i = 0; i < n; ++i)
        if (a[i] > 0 && few < 5)
            few++;
    return few;
}

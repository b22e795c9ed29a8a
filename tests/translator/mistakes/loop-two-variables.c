void f(double *a)
{
#pragma ctsar for hetero(1) part_copy(a[1:10])
    for (int i = 0, j = 9; i < j; ++i, --j)
        a[i] = 0;
}

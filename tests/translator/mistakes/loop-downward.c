void f(double *a, int by)
{
#pragma ctsar for hetero(1) part_copy(a[1:10])
    for (int i = 9; i >= 0; i -= by)
        a[i] = 0;
}

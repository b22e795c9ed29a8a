void f(double *a)
{
#pragma ctsar for hetero(1) part_copy(a[1:10])
    for (int i = 0; i < 10 && a[i] > 0; ++i)
        a[i] = 0;
}

void f(double *a)
{
    int i = 0;
#pragma ctsar for hetero(1) part_copy(a[1:10])
    for (; i < 10; ++i)
        a[i] = 0;
}

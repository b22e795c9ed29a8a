void f(double *a)
{
#pragma ctsar for hetero(1) part_copy(a[1:10])
    for (int i = 1; i < 10; i *= 2)
        a[i] = 0;
}

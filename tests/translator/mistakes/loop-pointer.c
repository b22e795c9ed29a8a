void f(double *a)
{
#pragma ctsar for hetero(1) part_copy(a[1:10])
    for (double *p = a; p < a + 10; ++p)
        a[p - a] = 0;
}

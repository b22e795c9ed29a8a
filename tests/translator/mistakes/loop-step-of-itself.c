void f(double *a)
{
#pragma ctsar for hetero(1) part_copy(a[1:10])
    for (int i = 1; i < 10; i += i)
        a[i] = 0;
}

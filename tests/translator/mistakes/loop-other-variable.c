void f(double *a)
{
    int k = 0;
#pragma ctsar for hetero(1) part_copy(a[1:10])
    for (int i = 0; k < 10; ++i)
        a[i] = 0;
}

void f(double *a)
{
#pragma ctsar for hetero(1) part_copy(a[1:10])
    for (double x = 0; x < 10; x += 1)
        a[(int)x] = 0;
}

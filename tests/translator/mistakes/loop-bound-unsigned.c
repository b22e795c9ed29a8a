void f(unsigned n, double *a)
{
#pragma ctsar for hetero(1)
    for (int i = -1; i < n; ++i)
        a[i + 1] = 0;
}

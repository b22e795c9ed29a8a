void f(int n, double *a)
{
    double g(double x)
    {
        return x + 1;
    }
#pragma ctsar for hetero(1) part_copy(a[1:n])
    for (int i = 0; i < n; ++i)
        a[i] = g(a[i]);
}

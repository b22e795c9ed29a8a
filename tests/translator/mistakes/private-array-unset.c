void f(int n, double *a)
{
    double b[4] = {1, 2, 3, 4};
#pragma ctsar for hetero(1) part_copy(a[1:n]) private(b)
    for (int i = 0; i < n; ++i)
        a[i] = b[i % 4];
}

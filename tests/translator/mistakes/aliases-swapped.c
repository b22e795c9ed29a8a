void f(int n, double *x, double *y)
{
    double *z = x;
    x = y;
    y = z;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; ++i)
        y[i] = x[i];
}

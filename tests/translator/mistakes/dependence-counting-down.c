void f(int n, double *a, const double *b)
{
#pragma ctsar for hetero(1)
    for (int i = n - 2; i >= 0; --i)
        a[i + 1] = a[i] + b[i];
}

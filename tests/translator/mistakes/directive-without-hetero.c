void f(int n, double *a)
{
#pragma ctsar for independent
    for (int i = 0; i < n; ++i)
        a[i] = i;
}

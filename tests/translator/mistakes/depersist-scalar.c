void f(int n, double *a)
{
#pragma ctsar depersist(n)
    for (int i = 0; i < n; ++i)
        a[i] += 1;
}

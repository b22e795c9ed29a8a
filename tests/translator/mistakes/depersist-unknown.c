void f(int n, double *a)
{
#pragma ctsar depersist(b)
    for (int i = 0; i < n; ++i)
        a[i] += 1;
}

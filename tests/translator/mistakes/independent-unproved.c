void f(int n, double *a, const int *order)
{
#pragma ctsar for hetero(1) independent
    for (int i = 0; i < n; ++i)
        a[order[i]] = i;
}

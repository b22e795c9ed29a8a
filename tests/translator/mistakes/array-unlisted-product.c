void f(int n, int k, int p, double *a)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        if (i * k < p)
            a[i] = 1;
}

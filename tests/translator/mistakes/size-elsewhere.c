void f(int n, double t[][n], double *a)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        a[i] = t[i][0] + sizeof t[i];
}

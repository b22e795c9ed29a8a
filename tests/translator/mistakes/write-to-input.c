void f(int n, double *a, double *b)
{
#pragma ctsar for hetero(1) part_copyin(a[1:n], b[1:n])
    for (int i = 0; i < n; ++i)
        b[i] = a[i];
}

void f(int n, int rows, double *a)
{
#pragma ctsar for hetero(1) part_copy(a[rows:n])
    for (int i = 0; i < n; ++i)
        a[i] = i;
}

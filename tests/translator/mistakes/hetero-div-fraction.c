void f(int n, double *a)
{
#pragma ctsar for hetero(1, all, chunk, default, 2.5) part_copy(a[1:n])
    for (int i = 0; i < n; ++i)
        a[i] = i;
}

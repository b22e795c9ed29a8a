void f(int n, double *a)
{
    double *b = a;
#pragma ctsar for hetero(1) part_copy(a[1:n]) part_copyin(b[1:n])
    for (int i = 0; i < n; ++i)
        a[i] += b[i];
}

void f(int n, double *a)
{
    double b[4] = {0};
#pragma ctsar for hetero(1) part_copy(a[1:n]) persist(b)
    for (int i = 0; i < n; ++i)
        a[i] += 1;
    a[0] = b[0];
}

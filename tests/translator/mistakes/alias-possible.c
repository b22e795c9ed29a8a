void f(int n, double *a, const double *c, int in_place)
{
    const double *b = in_place ? a : c;
#pragma ctsar for hetero(1) part_copyout(a[1:n]) part_copyin(b[1:n])
    for (int i = 0; i < n; ++i)
        a[i] = b[i];
}

double f(int n, const double *a, double *b)
{
    double t = 0;
#pragma ctsar for hetero(1) part_copyin(a[1:n]) part_copyout(b[1:n])
    for (int i = 0; i < n; ++i) {
        if (a[i] > 0)
            t = a[i];
        b[i] = 2 * a[i];
    }
    return t;
}

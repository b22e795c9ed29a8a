double f(int n, double *a)
{
    double t;
#pragma ctsar for hetero(1) part_copy(a[1:n]) private(t)
    for (int i = 0; i < n; ++i) {
        t = a[i];
        a[i] = t + 1;
    }
    return t;
}

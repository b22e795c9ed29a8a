void f(int n, double *a)
{
    double t = 1;
#pragma ctsar for hetero(1) part_copy(a[1:n]) firstprivate(t)
    for (int i = 0; i < n; ++i) {
        a[i] += t;
        t *= 0.5;
    }
}

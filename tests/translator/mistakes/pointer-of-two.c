void f(int n, double *a, const int *flag)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n - 1; ++i) {
        double *p = flag[i] ? &a[i] : &a[i];
        p[1] = a[i];
    }
}

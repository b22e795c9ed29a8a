void f(int n, double *restrict a, const double *restrict b, double t[4])
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; ++i) {
        t[0] = b[i];
        a[i] = 2 * t[0];
    }
}

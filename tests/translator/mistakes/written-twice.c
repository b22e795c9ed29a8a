void f(int n, double *a, const double *b)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n - 1; ++i) {
        a[i] = b[i];
        a[i + 1] = 2 * b[i];
    }
}

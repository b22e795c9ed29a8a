void f(int n, double *a)
{
#pragma ctsar for hetero(1) part_copy(a[1:n])
    for (int i = 0; i < n; ++i) {
        if (a[i] > 1) {
again:
            a[i] /= 2;
        }
        if (a[i] > 1)
            goto again;
    }
}

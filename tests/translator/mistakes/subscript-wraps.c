void f(int n, double *a)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; ++i) {
        unsigned char k = i * 64;
        a[k] = i;
    }
}

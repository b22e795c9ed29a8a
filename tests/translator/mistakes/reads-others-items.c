void f(int n, int half, double *a)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < half; ++i)
        a[i] = 2 * a[i + half];
}

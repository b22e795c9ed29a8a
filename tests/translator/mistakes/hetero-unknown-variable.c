void f(int n, double *a)
{
    int large = n > 1000;
#pragma ctsar for hetero(lagre) part_copy(a[1:n])
    for (int i = 0; i < n; ++i)
        a[i] = large;
}

void f(int n, const double *a, double *b)
{
#pragma ctsar for hetero(1) part_copyin(a[1:n:1/0]) part_copy(b[1:n])
    for (int i = 0; i < n - 3; ++i)
        for (int k = 0; k < 4; ++k)
            b[i] += a[i + k];
}

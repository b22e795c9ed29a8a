void f(int n, int colour, double *a)
{
#pragma ctsar for hetero(1) part_copy(a[1:n:1])
    for (int i = 1; i < n - 1; ++i)
        if (i % 2 == colour)
            a[i] = 0.5 * (a[i - 1] + a[i + 1]);
}

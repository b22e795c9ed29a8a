static double power(double x, int n)
{
    return n ? x * power(x, n - 1) : 1;
}
void f(int n, double *a)
{
#pragma ctsar for hetero(1) part_copy(a[1:n])
    for (int i = 0; i < n; ++i)
        a[i] = power(a[i], i % 4);
}

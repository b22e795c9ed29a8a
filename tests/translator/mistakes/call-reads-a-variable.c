static double scale = 2;
static double scaled(double x)
{
    return scale * x;
}
void f(int n, double *a)
{
#pragma ctsar for hetero(1) part_copy(a[1:n])
    for (int i = 0; i < n; ++i)
        a[i] = scaled(a[i]);
}

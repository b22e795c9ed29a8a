static int calls;
static double g(double x)
{
    calls++;
    return x + 1;
}
void f(int n, double *a)
{
#pragma ctsar for hetero(1) part_copy(a[1:n])
    for (int i = 0; i < n; ++i)
        a[i] = g(a[i]);
}

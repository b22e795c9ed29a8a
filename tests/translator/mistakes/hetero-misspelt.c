void f(int n, double *a)
{
#pragma ctsar for hetro(1) part_copy(a[1:n])
    for (int i = 0; i < n; ++i)
        a[i] = i;
}
void g(int n, double *a)
{
#pragma ctsar for hetro(1)
    for (int i = 0; i < n; ++i)
        a[i] = i;
}

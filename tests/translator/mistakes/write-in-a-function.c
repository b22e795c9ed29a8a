static void put(double *to, int i)
{
    to[i + 1] = i;
}
void f(int n, double *a)
{
#pragma ctsar for hetero(1) part_copy(a[1:n])
    for (int i = 0; i < n - 1; ++i)
        put(a, i);
}

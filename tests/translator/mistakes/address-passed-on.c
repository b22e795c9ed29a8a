void elsewhere(double *all, int i);
void f(int n, double *a)
{
#pragma ctsar for hetero(1) independent part_copy(a[1:n])
    for (int i = 0; i < n; ++i)
        elsewhere(a, i);
}

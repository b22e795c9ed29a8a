void f(int n, double *a)
{
    int i = 0;
#pragma ctsar for hetero(1) part_copy(a[1:n])
    while (i < n)
        a[i++] = i;
}

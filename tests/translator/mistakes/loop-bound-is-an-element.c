void f(int *n, double *a)
{
#pragma ctsar for hetero(1) part_copy(a[1:100], n[1:100])
    for (int i = 0; i < n[0]; ++i) {
        a[i] = 0;
        n[i] = 5;
    }
}

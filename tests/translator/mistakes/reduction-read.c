void f(int n, const double *a, double *running)
{
    double sum = 0;
#pragma ctsar for hetero(1) part_copyin(a[1:n]) part_copyout(running[1:n]) reduction(+: sum)
    for (int i = 0; i < n; ++i) {
        sum += a[i];
        running[i] = sum;
    }
}

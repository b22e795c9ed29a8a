static volatile int stop;
void f(int n, double *a)
{
#pragma ctsar for hetero(1) part_copy(a[1:n])
    for (int i = 0; i < n; ++i)
        if (!stop)
            a[i] += 1;
}

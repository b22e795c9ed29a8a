void scale(int n, const double *x, int *y)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        y[i] = (int)x[i];
}

#pragma ctsar implements(scale) tolerance(1e-9)
void scale_sum(int n, const double *x, int *y, long first, long last)
{
    (void)n;
    for (long i = first; i < last; i++)
        y[i] = (int)x[i];
}

void scale(int n, const double *x, double *y)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        y[i] = 2 * x[i];
}

#pragma ctsar implements(scale)
void scale_sum(int n, const double *x, double *y, long first)
{
    (void)n;
    for (long i = first; i < n; i++)
        y[i] = x[i] + x[i];
}

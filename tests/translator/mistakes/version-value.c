void scale(int n, const double *x, double *y, const double *weights)
{
    (void)weights;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        y[i] = 2 * x[i];
}

#pragma ctsar implements(scale)
void scale_sum(int n, const double *x, double *y, const double *weights, long first, long last)
{
    (void)n, (void)weights;
    for (long i = first; i < last; i++)
        y[i] = x[i] + x[i];
}

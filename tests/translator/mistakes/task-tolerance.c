#pragma ctsar task in([n]x) out([n]y) inout([1]sum)
void scale(const double *x, double *y, float *sum, int n)
{
    for (int i = 0; i < n; i++)
        y[i] = 2 * x[i];
    *sum += n;
}

#pragma ctsar implements(scale) tolerance(1e-6)
void scale_again(const double *x, double *y, float *sum, int n)
{
    for (int i = 0; i < n; i++)
        y[i] = 2 * x[i];
    *sum += n;
}

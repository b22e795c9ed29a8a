#pragma ctsar task in([n]x) out([n]y)
void scale(const double *x, double *y, int n)
{
    for (int i = 0; i < n; i++)
        y[i] = 2 * x[i];
}

#pragma ctsar implements(scale)
void scale_again(double *x, double *y, int n)
{
    for (int i = 0; i < n; i++)
        x[i] = y[i];
}

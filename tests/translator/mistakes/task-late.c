void scale(const double *x, double *y, int n);

void use(double *x, double *y)
{
    scale(x, y, 4);
}

#pragma ctsar task in([n]x) out([n]y)
void scale(const double *x, double *y, int n)
{
    for (int i = 0; i < n; i++)
        y[i] = 2 * x[i];
}

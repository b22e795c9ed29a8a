static void scale(const double *x, double *y, int n)
{
    for (int i = 0; i < n; i++)
        y[i] = 2 * x[i];
}

void use(double *a, double *b)
{
#pragma ctsar task in([size]a) out([50]b)
    scale(a, b, 50);
}

static void scale(const double *x, double *y, int n)
{
    for (int i = 0; i < n; i++)
        y[i] = 2 * x[i];
}

void use(double *a, double *b, int k)
{
#pragma ctsar task in([50]a) out([50]b)
    scale(k ? a : b, b, 50);
}

static void scale(const double *x, double *y, int n)
{
    for (int i = 0; i < n; i++)
        y[i] = 2 * x[i];
}

void use(double *a, double *b, double *c)
{
#pragma ctsar task in([50a) out*[50]b) in([50]c)
    scale(a, b, 50);
}

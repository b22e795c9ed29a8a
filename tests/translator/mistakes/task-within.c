static void scale(const double *x, double *y, int n)
{
    for (int i = 0; i < n; i++)
        y[i] = 2 * x[i];
}

void use(double *a, double *b)
{
    void later(double *x, double *y, int n);
#pragma ctsar task in([50]a) out([50]b)
    later(a, b, 50);
}

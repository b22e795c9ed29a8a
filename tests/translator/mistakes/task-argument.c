static void scale(const double *x, double *y, int n)
{
    for (int i = 0; i < n; i++)
        y[i] = 2 * x[i];
}

void use(double *a)
{
#pragma ctsar task in(a[0:50]) out(a[50:50])
    scale(a, a + 50, 50);
}

#pragma ctsar task in([n]x) out([n]y)
void scale(const double *x, double *y, int n)
{
    for (int i = 0; i < n; i++)
        y[i] = 2 * x[i];
}

void use(double *x, double *y)
{
#pragma ctsar for hetero(1) independent
    for (int i = 0; i < 100; i++)
        scale(x + i, y + i, 1);
}

static void scale(const double *x, double *y, int n)
{
    for (int i = 0; i < n; i++)
        y[i] = 2 * x[i];
}

void use(double **rows, double *y, int i, int j)
{
#pragma ctsar task in([50]rows[i]) out([50]y)
    scale(rows[j], y, 50);
}

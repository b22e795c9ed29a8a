#pragma omp task in([n]rows[0]) out([n]y)
void scale(double **rows, double *y, int n)
{
    for (int i = 0; i < n; i++)
        y[i] = 2 * rows[0][i];
}

void use(double **rows, double *y, int n)
{
#pragma ctsar task in([n]rows[0:1]) out([n]y)
    scale(rows, y, n);
}

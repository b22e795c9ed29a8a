#pragma ctsar task in([n]x) out([n]y)
void scale(double *x, double *y, int n)
{
    for (int i = 0; i < n; i++)
        y[i] = x[i]++;
}

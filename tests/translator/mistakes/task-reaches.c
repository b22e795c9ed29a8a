static double table[4];

#pragma ctsar task in([n]x) out([n]y)
void scale(const double *x, double *y, int n)
{
    for (int i = 0; i < n; i++)
        y[i] = table[i % 4] * x[i];
}

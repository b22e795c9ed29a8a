#pragma ctsar task in([n]x)
void scale(const double *x, double *y, int n)
{
    for (int i = 0; i < n; i++)
        (void)(y + i);
}

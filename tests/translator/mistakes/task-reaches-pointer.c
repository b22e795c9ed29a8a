#include <stdio.h>

static double *factors;

#pragma ctsar task in([n]x) out([n]y)
void scale(const double *x, double *y, int n)
{
    fprintf(stderr, "%d numbers\n", n);
    for (int i = 0; i < n; i++)
        y[i] = factors[i % 4] * x[i];
}

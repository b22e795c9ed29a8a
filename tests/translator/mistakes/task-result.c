#pragma ctsar task in([n]x)
double sum(const double *x, int n);

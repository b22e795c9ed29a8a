#pragma ctsar task in(x[0:n]) out(y[0:n])
void scale(const double *, double *, int);

#pragma ctsar implements(scale) device(opencl)
static const char scale_cl[] = "__kernel void scale_cl() {}";

#pragma ctsar task in(x[1:n - 1]) out([n]y)
void scale(const double *x, double *y, int n)
{
    for (int i = 0; i < n; i++)
        y[i] = 2 * x[i];
}

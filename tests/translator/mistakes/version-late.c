void scale(int n, const double *x, double *y)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        y[i] = 2 * x[i];
}

#pragma ctsar implements(scale) device(opencl)
static const char scale_cl[] = "__kernel void scale_cl() {}";

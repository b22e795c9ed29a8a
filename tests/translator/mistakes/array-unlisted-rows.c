void f(int n, double *out, const double *x, const int *length, int pitch)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < length[i]; ++j)
            out[i] += x[i * pitch + j];
}

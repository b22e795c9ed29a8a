enum { N = 64 };
void f(const double *b, double *c)
{
#pragma ctsar for hetero(1) part_copy(c[1:N]) copyin(b[0:N])
    for (int i = 0; i < N; ++i)
        for (int k = 0; k < N; ++k)
            c[i] += b[k * N + i];
}

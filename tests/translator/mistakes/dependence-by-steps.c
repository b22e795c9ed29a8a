enum { N = 100 };

void f(double *restrict a)
{
#pragma ctsar for hetero(1)
    for (int i = 6; i < N; i += 3)
        a[i] = a[i - 6] + 1;
}

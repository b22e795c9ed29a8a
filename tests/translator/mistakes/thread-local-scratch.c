static int scratch[8];
#pragma omp threadprivate(scratch)
void f(int n, int *a)
{
#pragma omp parallel for hetero(1)
    for (int i = 0; i < n; ++i) {
        for (int j = 0; j < 8; ++j)
            scratch[j] = a[i] * j;
        a[i] = scratch[i % 8];
    }
}

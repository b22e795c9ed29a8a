static int omp_get_thread_num(void)
{
    return 0;
}

void f(int n, const double *a, double *sums)
{
#pragma omp parallel for hetero(1)
    for (int i = 0; i < n; ++i)
        if (omp_get_thread_num() < 4)
            sums[i] = a[i];
}

double f(int n, const double *a)
{
    double product = 1;
#pragma ctsar for hetero(1) part_copyin(a[1:n]) reduction(+: product)
    for (int i = 0; i < n; ++i)
        product *= a[i];
    return product;
}

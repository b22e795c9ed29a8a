double f(int n, double *a, const double *b)
{
    double sum;
#pragma ctsar for hetero(1, gpus) part_copyin(a[1:n], bb[1:n]) \
    reduction(%: sum)
    for (int i = 0; i < n; ++i) {
        a[i] = b[i];
        sum += a[i];
        if (sum > 10)
            break;
    }
    return sum;
}

void shift(int n, double *a, const double *b)
{
#pragma ctsar for hetero(1) part_copy(a[1:n]) copyin(b[0:n + 1@i + 1])
    for (int i = 0; i < n; i++)
        a[i] = b[i + 1];
}

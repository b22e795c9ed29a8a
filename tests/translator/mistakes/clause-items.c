void shift(int n, double *a, const double *b)
{
#pragma ctsar for hetero(1) part_copy(a[1:n + 1@i + 1]) part_copyin(b[1:n])
    for (int i = 0; i < n; i++)
        a[i + 1] = b[i];
}

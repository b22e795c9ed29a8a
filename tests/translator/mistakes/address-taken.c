void f(int n, double *a, const double *b)
{
    double last = 0, *seen = &last;
#pragma ctsar for hetero(1) part_copy(a[1:n]) part_copyin(b[1:n]) copyin(seen[0:1])
    for (int i = 0; i < n; ++i) {
        last = b[i];
        a[i] = *seen;
    }
}

/* The array's length is not n any more. */
void smooth(int n, double *x)
{
    double t[n];
    n = n - 1;
#pragma ctsar for hetero(1) part_copy(x[1:n]) private(t)
    for (int i = 0; i < n; i++) {
        t[0] = x[i] / 2;
        x[i] = t[0];
    }
}
